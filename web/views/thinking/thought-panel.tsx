/** The detail of a thought: its words, its steps, and everything that it is connected with. */

import type { ComponentChildren } from 'preact';
import type { StepDetail } from '../../../src/observatory/views/thinking/thought-references.ts';
import type { ThoughtDetail } from '../../../src/observatory/views/thinking/thought-view.ts';
import { useRows } from '../../live/rows.ts';
import { pathOf, route } from '../../router.ts';
import { At } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Said } from '../../shell/said.tsx';
import { thoughtPath } from './thought-words.ts';

export function ThoughtPanel({ id }: { readonly id: string }) {
  const cut = id.indexOf(':');
  const [session, place] = [id.slice(0, cut), id.slice(cut + 1)];
  const { rows, isReady } = useRows<ThoughtDetail>('thought', { session, place });
  const thought = rows.get(place);
  if (!thought) return isReady ? <Empty title="No such thought" /> : null;
  return <Detail thought={thought} />;
}

function Detail({ thought }: { readonly thought: ThoughtDetail }) {
  const { session, key, number, total, chain, by, atMs, critique, cells } = thought;
  const to = (place: string) => <PlaceLink key={place} session={session} place={place} />;
  return (
    <article class="thought-detail">
      <h2>
        Thought {number} <span class="muted small">of {total}</span>
        {chain !== '' && <span class="chip said">⑂ {chain}</span>}
      </h2>
      <p class="muted small">
        <At atMs={atMs} /> · <span class="said">{by}</span>
        {' · '}
        <a href={thoughtPath(session, key)}>
          <Said as="plain" text={thought.sessionTitle} />
        </a>
      </p>
      <nav class="thought-ways" aria-label="Neighbours">
        {thought.previous !== undefined && <span>← {to(thought.previous)}</span>}
        {thought.from !== undefined && <span>⑂ from {to(thought.from)}</span>}
        {thought.following !== undefined && <span>→ {to(thought.following)}</span>}
        {thought.revises !== undefined && (
          <span class="warned">↺ revises {to(thought.revises)}</span>
        )}
        {thought.revisedBy.length > 0 && (
          <span class="warned">revised by {thought.revisedBy.map(to)}</span>
        )}
        {!thought.more && <span>■ no further thought needed</span>}
      </nav>
      <div class="thought-whole">
        <Said as="lines" text={thought.text} />
      </div>
      {critique && (
        <Part title={`Critique by ${critique.model}`}>
          <div class="critique-text">
            <Said as="lines" text={critique.text} />
            <p class="muted tiny">
              <At atMs={critique.atMs} />
            </p>
          </div>
        </Part>
      )}
      <Steps thought={thought} />
      {thought.branches.length > 0 && (
        <Part title={`Branches that begin here (${thought.branchCount})`}>
          <p class="thought-links">
            {thought.branches.map(({ name, count }) => (
              <a key={name} class="button" href={thoughtPath(session, `${name}:1`)}>
                ⑂ {name} · {count}
              </a>
            ))}
          </p>
        </Part>
      )}
      {cells.length > 0 && (
        <Part title="Cells that it cites">
          <p class="thought-links">
            {cells.map((cell) => (
              <a key={cell} class="button" href={notebookPath(cell)}>
                {cell}
              </a>
            ))}
          </p>
        </Part>
      )}
      <Raw thought={thought} />
    </article>
  );
}

function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function PlaceLink({ session, place }: { readonly session: string; readonly place: string }) {
  return (
    <a class="place" href={thoughtPath(session, place)}>
      {place}
    </a>
  );
}

function notebookPath(cited: string): string {
  return pathOf(route.value.workspace ?? '', 'notebooks', cited.split(':', 2));
}

function Steps({ thought }: { readonly thought: ThoughtDetail }) {
  const { session, steps, referredBy, cards } = thought;
  const cardPath = (node: string) =>
    cards &&
    pathOf(route.value.workspace ?? '', 'memory', [cards.branch, cards.doc], { card: node });
  return (
    <>
      {steps.length > 0 && (
        <Part title={`Steps (${steps.length})`}>
          <ol class="steps">
            {steps.map((step) => (
              <li key={step.node}>
                <Step session={session} step={step} cardPath={cardPath(step.node)} />
              </li>
            ))}
          </ol>
        </Part>
      )}
      {referredBy.length > 0 && (
        <Part title={`Referred to by (${referredBy.length})`}>
          <ul class="steps">
            {referredBy.map(({ place, node, rel, to }) => (
              <li key={`${node} ${rel} ${to}`}>
                <PlaceLink session={session} place={place} /> <code>{node}</code> {rel}{' '}
                <code>{to}</code>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

interface StepProps {
  readonly session: string;
  readonly step: StepDetail;
  readonly cardPath: string | undefined;
}

function Step({ session, step, cardPath }: StepProps) {
  return (
    <>
      <p class="step-head">
        {cardPath === undefined ? (
          <code>{step.node}</code>
        ) : (
          <a href={cardPath} title="Its card">
            <code>{step.node}</code>
          </a>
        )}
        <b>{step.mark}</b>
        {step.operators.length > 0 && <span class="muted tiny">{step.operators.join(', ')}</span>}
      </p>
      <Said as="lines" text={step.text} />
      {step.refs.length > 0 && (
        <p class="step-refs small muted">
          {step.refs.map(({ label, rel, place }) => (
            <span key={`${label} ${rel}`}>
              {rel} S{label}
              {place === undefined ? (
                ' (nowhere)'
              ) : (
                <>
                  {' in '}
                  <PlaceLink session={session} place={place} />
                </>
              )}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** Everything but the text, as the server has it. */
function Raw({ thought }: { readonly thought: ThoughtDetail }) {
  const { text: _text, ...rest } = thought;
  return (
    <section>
      <details>
        <summary class="muted small">Raw fields</summary>
        <pre>
          <Said as="lines" text={JSON.stringify(rest, null, 2)} />
        </pre>
      </details>
    </section>
  );
}
