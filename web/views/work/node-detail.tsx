/** One node in the panel: all that is known about it, and the ways to its neighbours. */

import type { ComponentChildren } from 'preact';
import type {
  GoneNodeRow,
  NodeEvidence,
  NodeHistory,
  NodeNear,
  NodeRow,
  Some,
} from '../../../src/observatory/views/work/node-view.ts';
import { useRows } from '../../live/rows.ts';
import { pathOf, route } from '../../router.ts';
import { Age, At } from '../../shell/age.tsx';
import { CopyButton } from '../../shell/copy.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Said, visible } from '../../shell/said.tsx';
import { ENDED, STATES, StateChip } from './work-state.tsx';

export function NodeDetail({ id }: { readonly id: string }) {
  const { rows, isReady } = useRows<NodeRow | GoneNodeRow>('node', { id });
  const row = rows.get(id);
  if (!row) {
    if (!isReady) return null;
    return <Empty title="No such node">Nothing in this workspace is known as {id}.</Empty>;
  }
  if ('mergedInto' in row) return <Merged row={row} />;
  return <Detail row={row} />;
}

function Merged({ row }: { readonly row: GoneNodeRow }) {
  return (
    <>
      <p>
        This node was merged into <NodeLink id={row.mergedInto}>{row.mergedInto}</NodeLink>.
      </p>
      <History lines={row.history} />
    </>
  );
}

function Detail({ row }: { readonly row: NodeRow }) {
  const { claim, frees } = row;
  return (
    <div class="node-detail">
      <Way row={row} />
      <h3 class="node-summary">
        <Said text={row.summary} as="lines" />
      </h3>
      <div class="row wrap">
        <StateChip state={claim && !claim.stale ? 'claimed' : row.state} />
        {row.priority !== 0 && <span class="chip">priority {row.priority}</span>}
        {frees.total > 0 && (
          <span class="chip accent" title={frees.items.map(({ summary }) => summary).join('\n')}>
            finishing this frees {frees.total}
          </span>
        )}
      </div>
      {claim && <Claimed claim={claim} />}
      <Facts row={row} />
      <Nodes title="Depends on" list={row.dependsOn} />
      <Nodes title="Waits for this" list={row.dependedBy} />
      <Related row={row} />
      <Evidence evidence={row.evidence} />
      <Links links={row.links} />
      {row.note !== undefined && (
        <Part title="State">
          <JsonText value={row.note} />
        </Part>
      )}
      {Object.keys(row.properties).length > 0 && (
        <Part title="Properties">
          <JsonText value={row.properties} />
        </Part>
      )}
      <History lines={row.history} />
    </div>
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

/** From the project down to the parent. */
function Way({ row }: { readonly row: NodeRow }) {
  if (row.ancestors.length === 0) return null;
  return (
    <nav class="way tiny" aria-label="Ancestors">
      {row.ancestors.map(({ id, summary }) => (
        <NodeLink key={id} id={id} project={row.project}>
          <Said text={summary} as="one" />
        </NodeLink>
      ))}
    </nav>
  );
}

function Claimed({ claim }: { readonly claim: NonNullable<NodeRow['claim']> }) {
  const { by, atMs, untilMs, ofProcess, stale } = claim;
  return (
    <p class="small">
      {stale ? 'Was held by ' : 'Held by '}
      <strong>
        <Said text={by} />
      </strong>{' '}
      since <At atMs={atMs} /> (<Age atMs={atMs} />)
      {stale ? `; stale, ${ENDED[stale]}.` : ', until '}
      {!stale && <At atMs={untilMs} />}
      {!stale && (ofProcess ? ' or until its process ends.' : '.')}
    </p>
  );
}

function Facts({ row }: { readonly row: NodeRow }) {
  const { actionable, open, blocked, resolved } = row.below;
  const total = actionable + open + blocked + resolved;
  return (
    <dl class="facts">
      <dt>Id</dt>
      <dd class="row">
        <code>{row.key}</code>
        <CopyButton text={row.key} />
      </dd>
      {total > 0 && (
        <>
          <dt>Below</dt>
          <dd>
            {resolved} of {total} done, {actionable} ready, {blocked} blocked
          </dd>
        </>
      )}
      <dt>Created</dt>
      <dd>
        <Said text={row.by} />, <At atMs={row.createdMs} />
      </dd>
      <dt>Changed</dt>
      <dd>
        <At atMs={row.changedMs} />, revision {row.rev}
      </dd>
    </dl>
  );
}

function NodeLink({
  id,
  project,
  children,
}: {
  readonly id: string;
  readonly project?: string;
  readonly children: ComponentChildren;
}) {
  const { workspace = '', rest, view, query } = route.value;
  const lens = view === 'work' ? { lens: query.lens, done: query.done } : {};
  const place = [project ?? rest[0] ?? '', id];
  return (
    <a href={pathOf(workspace, 'work', place, { ...lens, panel: `node:${id}` })}>{children}</a>
  );
}

function Nodes({ title, list }: { readonly title: string; readonly list: Some<NodeNear> }) {
  if (list.total === 0) return null;
  return (
    <Part title={`${title} (${list.total})`}>
      <ul class="near">
        {list.items.map((node) => (
          <NearNode key={node.id} node={node} />
        ))}
      </ul>
      <Rest list={list} />
    </Part>
  );
}

function Rest({ list }: { readonly list: Some<unknown> }) {
  const left = list.total - list.items.length;
  return left > 0 ? <p class="muted tiny">and {left} more</p> : null;
}

function NearNode({ node, more }: { readonly node: NodeNear; readonly more?: string }) {
  const { icon, word, tone } = STATES[node.state];
  return (
    <li class="row">
      <span class={`chip ${tone}`} title={word}>
        <i aria-hidden="true">{icon}</i> {more ?? word}
      </span>
      <NodeLink id={node.id}>
        <Said text={node.summary} as="one" />
      </NodeLink>
    </li>
  );
}

function Related({ row }: { readonly row: NodeRow }) {
  if (row.related.length === 0) return null;
  return (
    <Part title="Related">
      <ul class="near">
        {row.related.map((node) => (
          <NearNode
            key={`${node.type} ${node.isFrom} ${node.id}`}
            node={node}
            more={visible(`${node.isFrom ? '' : '← '}${node.type}${node.isFrom ? ' →' : ''}`)}
          />
        ))}
      </ul>
    </Part>
  );
}

function Evidence({ evidence }: { readonly evidence: Some<NodeEvidence> }) {
  if (evidence.total === 0) return null;
  return (
    <Part title={`Evidence (${evidence.total})`}>
      <ul class="evidence">
        {evidence.items.map((each, at) => (
          <li key={`${each.atMs} ${at}`}>
            <div class="row tiny muted">
              <span class="chip">
                <Said text={each.type} />
              </span>
              <Said text={each.by} as="one" />
              <At atMs={each.atMs} />
            </div>
            <Reference text={each.ref} />
            {each.more && <p class="muted tiny">The rest is too long to show.</p>}
          </li>
        ))}
      </ul>
      <Rest list={evidence} />
    </Part>
  );
}

function Links({ links }: { readonly links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <Part title="Context">
      <ul>
        {links.map((link) => (
          <li key={link}>
            <Reference text={link} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Only addresses of the web lead anywhere, and they show where. */
function Reference({ text }: { readonly text: string }) {
  if (!/^https?:\/\/[^\s]+$/.test(text)) return <Said text={text} as="lines" class="small" />;
  return (
    <a class="small" href={text} rel="noreferrer noopener" target="_blank">
      <Said text={text} />
    </a>
  );
}

function JsonText({ value }: { readonly value: unknown }) {
  return (
    <pre dir="auto">
      {visible(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}
    </pre>
  );
}

function History({ lines }: { readonly lines: readonly NodeHistory[] }) {
  return (
    <Part title="Last changes">
      <ol class="node-history">
        {lines.map((line) => (
          <li key={line.seq}>
            <div class="row tiny muted">
              <span class="chip">{line.action.replaceAll('_', ' ')}</span>
              <Said text={line.by} as="one" />
              <At atMs={line.atMs} />
            </div>
            <ul class="small">
              {line.changes.filter(isTelling).map((change, at) => (
                <li key={`${change.field} ${at}`}>
                  <span class="muted">{nameOf(change.field)}</span>{' '}
                  <Said text={`${short(change.before)} → ${short(change.after)}`} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Part>
  );
}

type Change = NodeHistory['changes'][number];

/** When a claim was made is when the event was. */
function isTelling({ field }: Change): boolean {
  return field !== 'properties._claimed_at';
}

function nameOf(field: string): string {
  return field === 'properties._claimed_by'
    ? 'held by'
    : visible(field.replace(/^properties\./, ''));
}

function short(value: Change['before']): string {
  if (value === null) return 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
