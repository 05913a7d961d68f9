/** Patterns, notes of the scratchpad, and tags. */

import type { PatternRow } from '../../../src/observatory/views/memory/patterns-view.ts';
import type { TagRow } from '../../../src/observatory/views/memory/tags-view.ts';
import { useRows } from '../../live/rows.ts';
import { Age } from '../../shell/age.tsx';
import { Empty } from '../../shell/empty.tsx';
import { openedIn, openPanel } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';

const LINE = 58;

export function PatternsTab() {
  const { rows, isReady } = useRows<PatternRow>('patterns');
  const patterns = [...rows.values()].sort(
    (a, b) => b.createdMs - a.createdMs || (a.key < b.key ? -1 : 1),
  );
  if (isReady && patterns.length === 0) {
    return (
      <Empty
        title="No patterns yet"
        calls={[
          'thoughtbox_gateway {"operation":"knowledge","subOperation":"create","title":"…","description":"…","content":"…"}',
        ]}
      >
        Patterns are what agents learned and keep for later, in every branch.
      </Empty>
    );
  }
  return (
    <div class="list-box">
      <VirtualList
        items={patterns}
        keyOf={({ key }) => key}
        height={LINE}
        label="Patterns"
        selected={openedIn('pattern')}
        onSelect={(key) => openPanel('pattern', key)}
        isMain
        render={({ kind, title, text, tags, atMs, by }) => (
          <div class="line">
            <div class="row">
              <span class="chip">{kind === 'pattern' ? '◆ pattern' : '✎ note'}</span>
              <Said as="one" text={title} class="strong" />
              {tags.map((tag) => (
                <span key={tag} class="tiny muted">
                  #<Said text={tag} />
                </span>
              ))}
              <span class="grow" />
              <span class="tiny muted">
                {by !== undefined && (
                  <>
                    <Said text={by} /> ·{' '}
                  </>
                )}
                <Age atMs={atMs} />
              </span>
            </div>
            <Said as="one" text={text.replaceAll('\n', ' ')} class="small muted" />
          </div>
        )}
      />
    </div>
  );
}

export function TagsTab() {
  const { rows, isReady } = useRows<TagRow>('tags');
  const tags = [...rows.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (isReady && tags.length === 0) {
    return (
      <Empty title="No tags yet" calls={['tag_create {"name":"before-rewrite"}']}>
        A tag is a name for one note, so that it is found again.
      </Empty>
    );
  }
  return (
    <div class="list-box">
      <VirtualList
        items={tags}
        keyOf={({ key }) => key}
        height={LINE}
        label="Tags"
        selected={tags.find(({ seq }) => String(seq) === openedIn('entry'))?.key}
        onSelect={(key) => {
          const tag = rows.get(key);
          if (tag) openPanel('entry', String(tag.seq));
        }}
        isMain
        render={({ name, branch, doc, seq, atMs }) => (
          <div class="line">
            <div class="row">
              <Said as="one" text={name} class="grow strong" />
              <span class="tiny muted">
                <Age atMs={atMs} />
              </span>
            </div>
            <div class="tiny muted">
              note {seq} in <Said text={doc} /> on <Said text={branch} />
            </div>
          </div>
        )}
      />
    </div>
  );
}
