/** What was found for what is typed: chosen by arrows or pointer, narrowed by kinds. */

import { useEffect, useRef } from 'preact/hooks';
import { link } from '../live/socket.ts';
import { route } from '../router.ts';
import { HitLine } from './hit-line.tsx';
import { KIND_GROUPS } from './kind-groups.ts';
import { openHit } from './open-hit.ts';
import { chosen, group, typed } from './typed.ts';
import { type SearchState, useSearch } from './use-search.ts';

export type OnKey = (event: KeyboardEvent) => void;

interface ResultsProps {
  /** What the keys of the field do here. */
  readonly onKey: { current: OnKey | undefined };
  onClose(): void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function Results({ onKey, onClose }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  const kinds = KIND_GROUPS.find(({ name }) => name === group.value)?.kinds ?? [];
  const found = useSearch({ query: typed.value.trim(), kinds }, route.value.workspace);
  const { hits, hasMore } = found;
  const at = chosen.value;
  useEffect(() => {
    chosen.value = 0;
  }, [found.query, group.value]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  const choose = (index: number) => {
    const hit = hits[index];
    if (!hit) return found.more();
    onClose();
    // After the dialog has given the focus back.
    setTimeout(() => void openHit(hit.id));
  };
  onKey.current = (event) => {
    const by = STEPS[event.key];
    const last = hits.length - (hasMore ? 0 : 1);
    if (by !== undefined) {
      event.preventDefault();
      chosen.value = Math.max(0, Math.min(last, at + by));
    }
    // Enter may end the composition of a word, in scripts that are typed so.
    if (event.key === 'Enter' && !event.isComposing && last >= 0) choose(at);
  };
  return (
    <>
      <Kinds />
      <div class="hits-scroll" ref={list}>
        <div id="hits" role="listbox" aria-label="Found" aria-busy={found.isAsking}>
          {hits.map((hit, index) => (
            <div
              key={`${hit.kind} ${hit.id}`}
              id={`hit-${index}`}
              role="option"
              aria-selected={index === at}
              tabIndex={-1}
              onClick={() => choose(index)}
              onKeyDown={() => {}}
            >
              <HitLine hit={hit} />
            </div>
          ))}
          {hasMore && (
            <div
              id={`hit-${hits.length}`}
              class="hits-more"
              role="option"
              aria-selected={at === hits.length}
              tabIndex={-1}
              onClick={found.more}
              onKeyDown={() => {}}
            >
              Show more
            </div>
          )}
        </div>
        {hits.length === 0 && <NoHits found={found} />}
      </div>
      <Foot found={found} />
    </>
  );
}

function Kinds() {
  return (
    <div class="hits-kinds">
      <fieldset aria-label="Kinds">
        {KIND_GROUPS.map(({ name }) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-pressed={group.value === name}
            onClick={() => {
              group.value = name;
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

function NoHits({ found }: { readonly found: SearchState }) {
  if (!found.isReady || found.refusal) return null;
  if (found.query === '') return <p class="hits-none muted">Nothing of this is remembered yet.</p>;
  return (
    <div class="hits-none">
      <p class="muted">Nothing was found for these words.</p>
      {found.nearest.length > 0 && (
        <p class="row">
          <span class="muted">Words that exist:</span>
          {found.nearest.map((word) => (
            <button
              key={word}
              type="button"
              class="button said"
              onClick={() => {
                typed.value = word;
              }}
            >
              {word}
            </button>
          ))}
        </p>
      )}
    </div>
  );
}

function Foot({ found }: { readonly found: SearchState }) {
  const isLive = link.value.is === 'live';
  const fault = isLive ? found.refusal?.message : 'The server is away; connecting again…';
  return (
    <footer class="hits-foot">
      <span role="status" class={fault === undefined ? 'muted' : 'hits-refused'}>
        {fault ?? countText(found)}
      </span>
      <span class="grow" />
      <span class="muted wide-only">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </span>
    </footer>
  );
}

function countText({ isReady, hits, hasMore, query }: SearchState): string {
  if (!isReady) return 'Searching…';
  if (hits.length === 0) return '';
  return `${hits.length}${hasMore ? '+' : ''} ${query === '' ? 'newest' : 'found'}`;
}
