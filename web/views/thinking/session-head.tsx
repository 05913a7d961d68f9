/** The head of a session: its title, counts and status, and how it is shown. */

import { useState } from 'preact/hooks';
import type { SessionTextRow } from '../../../src/observatory/views/thinking/session-text-view.ts';
import type { SessionRow } from '../../../src/observatory/views/thinking/sessions-view.ts';
import { readRows } from '../../live/rows.ts';
import { Age } from '../../shell/age.tsx';
import { CopyButton, copyText } from '../../shell/copy.tsx';
import { Said } from '../../shell/said.tsx';
import { DENSITIES, DENSITY_NAMES, type Density } from './densities.ts';
import { countsText, StatusChip } from './session-list.tsx';

interface HeadProps {
  readonly id: string;
  readonly row: SessionRow | undefined;
  readonly density: Density;
  setDensity(to: Density): void;
  readonly backPath: string;
  /** Of the thoughts that have come so far, and whether these are all. */
  readonly count: number;
  readonly isReady: boolean;
  readonly isFollowing: boolean;
  onFollow(): void;
}

export function SessionHead(props: HeadProps) {
  const { id, row, density, setDensity, backPath, count, isReady, isFollowing, onFollow } = props;
  return (
    <header class="session-head">
      <div class="session-line">
        <a class="session-back" href={backPath} title="All sessions (u)">
          ‹ Sessions
        </a>
        <h1>{row && <Said as="one" text={row.title} />}</h1>
        {row && <StatusChip row={row} />}
        <span class="grow" />
        <span class="session-copies">
          <CopyButton text={location.href} label="Copy link" />
          <CopyMarkdown id={id} />
        </span>
      </div>
      <div class="session-line">
        <span class="muted small">
          {row && countsText(row)}
          {row && (
            <>
              {' · '}
              <Age atMs={row.lastMs} />
            </>
          )}
          {!isReady && ` · loading ${count}…`}
        </span>
        {row?.tags.slice(0, 6).map((tag) => (
          <span key={tag} class="chip said">
            #{tag}
          </span>
        ))}
        <span class="grow" />
        <fieldset class="choice" aria-label="Density">
          {DENSITIES.map((each) => (
            <button
              key={each}
              type="button"
              class="button"
              aria-pressed={each === density}
              title={`${DENSITY_NAMES[each]} (d)`}
              onClick={() => setDensity(each)}
            >
              {DENSITY_NAMES[each]}
            </button>
          ))}
        </fieldset>
        <button
          type="button"
          class="button"
          aria-pressed={isFollowing}
          title="Follow new thoughts (f)"
          onClick={onFollow}
        >
          {isFollowing ? '◉' : '○'} Follow
        </button>
      </div>
      {row?.description !== undefined && (
        <Said as="one" class="muted small" text={row.description} />
      )}
    </header>
  );
}

const SHOWN_MS = 1_500;

function CopyMarkdown({ id }: { readonly id: string }) {
  const [word, setWord] = useState('Copy Markdown');
  const copy = async () => {
    setWord('Reading…');
    const reply = await readRows<SessionTextRow>('session-text', { session: id });
    const text = reply.ok ? reply.result.rows[0] : undefined;
    if (text) copyText(text.text);
    setWord(text ? (text.more ? 'Copied the beginning' : 'Copied') : 'Not copied');
    setTimeout(() => setWord('Copy Markdown'), SHOWN_MS);
  };
  return (
    <button type="button" class="button" onClick={copy}>
      {word}
    </button>
  );
}
