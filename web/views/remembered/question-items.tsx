/** Open questions as a list: the words, whom they are for, who asked, and about what. */

import type { QuestionRow } from '../../../src/observatory/views/remembered/questions-view.ts';
import { Age } from '../../shell/age.tsx';
import { openPanel } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { UnseenDot } from '../../unseen-dot.tsx';
import { AboutLink } from './about-link.tsx';
import { isForUser } from './use-remembered.ts';

interface QuestionItemProps {
  readonly row: QuestionRow;
  /** Whether it was answered, or deleted, since the reader opened the list. */
  readonly isGone?: boolean;
}

export function QuestionItem({ row, isGone = false }: QuestionItemProps) {
  return (
    <li class="remembered">
      <p>
        <UnseenDot seq={row.seq} />
        <Said as="lines" text={row.more ? `${row.text}…` : row.text} />
      </p>
      <div class="remembered-facts small muted">
        {isGone ? <span class="chip good">✓ no longer open</span> : <ForWhom row={row} />}{' '}
        <button
          type="button"
          class="button bare mono"
          aria-label={`Show ${row.id}`}
          onClick={() => openPanel('card', row.key)}
        >
          <Said text={row.id} />
        </button>{' '}
        <AskedBy row={row} />
      </div>
    </li>
  );
}

function ForWhom({ row }: { readonly row: QuestionRow }) {
  if (isForUser(row)) return <span class="chip warn">? for the user</span>;
  return (
    <span class="chip">
      ? for <Said text={row.to ?? 'whoever comes next'} />
    </span>
  );
}

export function AskedBy({ row }: { readonly row: QuestionRow }) {
  return (
    <span>
      {row.by !== undefined && <Said text={row.by} />} <Age atMs={row.askedMs} after=" ago" />
      {row.source !== undefined && (
        <>
          {' '}
          for <Said text={row.source} />
        </>
      )}
      {row.about && (
        <>
          {' · '}
          <AboutLink about={row.about} />
        </>
      )}
    </span>
  );
}
