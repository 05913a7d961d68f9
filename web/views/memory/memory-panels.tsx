/** What the view Memory opens in the panel: an entry, a card, a conflict or a pattern. */

import type { CardDetailRow, CardLink } from '../../../src/observatory/views/memory/card-view.ts';
import type { EntryRow } from '../../../src/observatory/views/memory/notes-view.ts';
import type { PatternDetailRow } from '../../../src/observatory/views/memory/patterns-view.ts';
import { useRows } from '../../live/rows.ts';
import { pathOf, route } from '../../router.ts';
import { Age, At } from '../../shell/age.tsx';
import { CopyButton } from '../../shell/copy.tsx';
import { Call, Empty } from '../../shell/empty.tsx';
import { Markdown } from '../../shell/markdown.tsx';
import { openPanel, type PanelKinds } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { CardStatus } from './card-status.tsx';
import { ConflictDetail } from './conflicts.tsx';
import { cardPanel, parseCardPanel } from './panel-ids.ts';

function EntryDetail({ id }: { readonly id: string }) {
  const seq = Number(id);
  const { rows, isReady } = useRows<EntryRow>('entry', { seq });
  const entry = rows.get(id);
  if (!entry) return isReady ? <Empty title="There is no such entry" /> : null;
  const { kind, title, type, entity, text, by, atMs, doc, branchName, format, meta } = entry;
  const { workspace = '' } = route.value;
  return (
    <>
      {title !== undefined && (
        <h1>
          <Said text={title} />
        </h1>
      )}
      {kind === 'event' && <h1>{type.replaceAll('_', ' ')}</h1>}
      <p class="small muted">
        {kind} {seq} · <Said text={by} /> <Age atMs={atMs} after=" ago" />
        {branchName !== undefined && doc !== undefined && (
          <>
            {' · '}
            <a href={pathOf(workspace, 'memory', [branchName, doc], { panel: `entry:${seq}` })}>
              <Said text={doc} />
            </a>{' '}
            on <Said text={branchName} />
          </>
        )}
      </p>
      {text !== '' && (
        <section>
          <Markdown text={text} />
        </section>
      )}
      <section>
        <dl class="facts">
          <Fact name="About">
            <Said text={entity} />
          </Fact>
          {format !== undefined && (
            <Fact name="Format">
              <Said text={format} />
            </Fact>
          )}
          <Fact name="Written">
            <At atMs={atMs} />
          </Fact>
          {entry.mergedFrom !== undefined && (
            <Fact name="Merged from">entry {entry.mergedFrom.seq}</Fact>
          )}
        </dl>
      </section>
      <JsonSection title="Meta" value={meta} />
      <JsonSection title="What the event says" value={entry.payload} />
      {text !== '' && (
        <section>
          <CopyButton text={text} label="Copy the text" />
        </section>
      )}
    </>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: preact.ComponentChildren;
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function JsonSection({ title, value }: { readonly title: string; readonly value: unknown }) {
  if (value === undefined) return null;
  return (
    <section>
      <h3>{title}</h3>
      <pre>
        <Said as="lines" text={JSON.stringify(value, null, 2)} />
      </pre>
    </section>
  );
}

function CardDetail({ id: name }: { readonly id: string }) {
  const { branch, doc, id } = parseCardPanel(name);
  const { rows, isReady } = useRows<CardDetailRow>('card', { branch, doc, id });
  const card = rows.get(id);
  if (!card) {
    return isReady ? (
      <Empty title="There is no such card">This branch does not see it, or it was deleted.</Empty>
    ) : null;
  }
  const { type, title, text, status, tags, meta, outgoing, incoming, branchName, atMs } = card;
  return (
    <>
      <h1>
        <Said text={title ?? id} />
      </h1>
      <p class="card-chips">
        <span class="chip">
          <Said text={type} />
        </span>
        <CardStatus status={status} />
        {tags.map((tag) => (
          <span key={tag} class="chip">
            {tag === 'pinned' ? '★ pinned' : <Said text={`#${tag}`} />}
          </span>
        ))}
      </p>
      <p class="small muted">
        <Said text={id} class="mono" /> in <Said text={doc} /> on{' '}
        <Said text={branchName ?? 'a deleted branch'} /> · changed <Age atMs={atMs} after=" ago" />
      </p>
      {text !== '' && (
        <section>
          <Markdown text={text} />
        </section>
      )}
      {type === 'question' && status === 'open' && (
        <section>
          <h3>To answer it, an agent calls</h3>
          <Call text={`remember ${JSON.stringify({ answers: id, text: '…' })}`} />
        </section>
      )}
      <Links title="Its edges" links={outgoing} place={{ branch, doc }} isOutgoing />
      <Links title="Edges to it" links={incoming} place={{ branch, doc }} />
      <History card={card} />
      <JsonSection title="Meta" value={meta} />
    </>
  );
}

interface LinksProps {
  readonly title: string;
  readonly links: readonly CardLink[];
  readonly place: { readonly branch: number; readonly doc: string };
  readonly isOutgoing?: boolean;
}

function Links({ title, links, place, isOutgoing = false }: LinksProps) {
  if (links.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul class="links">
        {links.map(({ rel, id, title: words, status }) => (
          <li key={`${rel} ${id}`}>
            <button
              type="button"
              class="button bare link-button"
              onClick={() => openPanel('card', cardPanel(place.branch, place.doc, id))}
            >
              {isOutgoing && (
                <span class="muted">
                  <Said text={rel} />{' '}
                </span>
              )}
              <Said text={words ?? id} />
              {!isOutgoing && (
                <span class="muted">
                  {' '}
                  <Said text={rel} /> it
                </span>
              )}
            </button>
            <CardStatus status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ card }: { readonly card: CardDetailRow }) {
  const { history } = card;
  return (
    <section>
      <h3>How it changed</h3>
      <ol class="versions small">
        {history.map(({ seq, atMs, by, deleted, status, changed }, at) => (
          <li key={seq}>
            <span class="muted">
              <At atMs={atMs} /> · {seq} · <Said text={by ?? '?'} />
            </span>{' '}
            {versionWords(deleted, changed, at === history.length - 1)}
            {changed.includes('status') && status !== undefined && (
              <>
                {' '}
                to <Said text={status} />
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function versionWords(deleted: true | undefined, changed: readonly string[], isFirst: boolean) {
  if (deleted) return 'deleted';
  if (changed.length > 0) return `changed ${changed.join(', ')}`;
  return isFirst ? 'recorded' : 'written again';
}

function PatternDetail({ id: name }: { readonly id: string }) {
  const kind = name.startsWith('note:') ? 'note' : 'pattern';
  const id = name.slice(kind.length + 1);
  const { rows, isReady } = useRows<PatternDetailRow>('pattern', { id, kind });
  const pattern = rows.get(name);
  if (!pattern) return isReady ? <Empty title={`There is no such ${kind}`} /> : null;
  const { title, description, content, tags, sessions, by, atMs, createdMs } = pattern;
  const { workspace = '' } = route.value;
  return (
    <>
      <h1>
        <Said text={title} />
      </h1>
      <p class="card-chips">
        <span class="chip">{kind === 'pattern' ? '◆ pattern' : '✎ note'}</span>
        {tags.map((tag) => (
          <span key={tag} class="chip">
            <Said text={`#${tag}`} />
          </span>
        ))}
      </p>
      {description !== undefined && description !== '' && (
        <p class="small muted">
          <Said text={description} />
        </p>
      )}
      <section>
        <Markdown text={content} />
      </section>
      <section>
        <dl class="facts">
          <Fact name="Id">
            <Said text={id} class="mono" />
          </Fact>
          {by !== undefined && (
            <Fact name="By">
              <Said text={by} />
            </Fact>
          )}
          <Fact name="Created">
            <At atMs={createdMs} />
          </Fact>
          <Fact name="Changed">
            <Age atMs={atMs} after=" ago" />
          </Fact>
          {sessions.length > 0 && (
            <Fact name="Learned in">
              {sessions.map((session) => (
                <a key={session} class="mono" href={pathOf(workspace, 'thinking', [session])}>
                  {session}{' '}
                </a>
              ))}
            </Fact>
          )}
        </dl>
      </section>
    </>
  );
}

export const MEMORY_PANELS: PanelKinds = {
  entry: { title: 'Entry', Detail: EntryDetail },
  card: { title: 'Card', Detail: CardDetail },
  conflict: { title: 'Conflict', Detail: ConflictDetail },
  pattern: { title: 'Pattern', Detail: PatternDetail },
};
