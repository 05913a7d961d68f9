/** A step as a row of the tree: its title, and a row of chips. */

import type { CheckpointRow } from '../../../src/observatory/views/tasks/task-signs.ts';
import type { StepRow } from '../../../src/observatory/views/tasks/task-view.ts';
import { clockText, nowMs } from '../../clock.ts';
import { openPanel } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { Status } from './status.tsx';
import type { ListedStep } from './task-order.ts';

/** Deeper steps are not indented further: their level is told by a number. */
const MAX_INDENTED = 8;
const INDENT = 18;

export function statusOf(row: Pick<StepRow, 'done' | 'forced' | 'blocked'>): string {
  if (row.done) return row.forced ? 'FORCED' : 'DONE';
  return row.blocked ? 'BLOCKED' : 'OPEN';
}

/** The last part of the path is enough where the tree shows the rest. */
export function shortPath(path: string): string {
  const parts = path.split('.');
  return parts.length <= 3 ? path : `…${parts.at(-1)}`;
}

export function StepLine({
  item: { row, isOpen },
  task,
}: {
  readonly item: ListedStep;
  readonly task: string;
}) {
  const indent = Math.min(row.depth, MAX_INDENTED) * INDENT;
  return (
    <div
      class={`step ${row.done ? 'done' : ''}`}
      style={{ paddingInlineStart: `${16 + indent}px` }}
    >
      <div class="step-first">
        <span class="task-fold" aria-hidden="true">
          {isOpen === undefined ? '' : isOpen ? '▾' : '▸'}
        </span>
        <span class="mono muted step-path" title={row.path}>
          {shortPath(row.path)}
        </span>
        {row.depth > MAX_INDENTED && <span class="chip">level {row.depth + 1}</span>}
        <Said as="one" class="step-title" text={row.title} />
        {row.criteria.length > 0 && (
          <Said as="one" class="step-criteria small muted" text={row.criteria.join(' · ')} />
        )}
      </div>
      <div class="step-chips">
        <Status status={statusOf(row)} />
        {row.blocked && row.reason !== undefined && (
          <Said as="one" class="small reason" text={row.reason} />
        )}
        {row.checkpoints.map((each) => (
          <CheckpointChip key={each.kind} checkpoint={each} />
        ))}
        {row.evidence > 0 && (
          <button
            type="button"
            class="chip accent"
            tabIndex={-1}
            onClick={(event) => {
              event.stopPropagation();
              openPanel('evidence', `${task}/${row.key}`);
            }}
          >
            evidence {row.evidence}
          </button>
        )}
        {row.notes > 0 && (
          <span class="chip">
            {row.notes} {row.notes === 1 ? 'note' : 'notes'}
          </span>
        )}
        {row.nodes.length > 0 && (
          <span class="chip">
            {row.nodes.filter(({ status }) => status === 'DONE').length}/{row.nodes.length} inside
          </span>
        )}
      </div>
    </div>
  );
}

/** `✓ tests · ada · 14:02 · evidence 2`. */
export function checkpointWords({ kind, confirmed, sign, evidence, owed }: CheckpointRow) {
  return [
    `${confirmed ? '✓' : '○'} ${kind}`,
    ...(sign ? [sign.by, clockText(sign.atMs, nowMs.value)] : []),
    ...(evidence.length > 0 ? [`evidence ${evidence.length}`] : []),
    ...(owed ? ['proof owed'] : []),
  ].join(' · ');
}

function CheckpointChip({ checkpoint }: { readonly checkpoint: CheckpointRow }) {
  const { confirmed, owed, required } = checkpoint;
  const tone = owed ? 'bad' : confirmed ? 'good' : '';
  const title = confirmed ? 'confirmed' : required ? 'required, not confirmed yet' : 'not required';
  return (
    <span class={`chip ${tone}`} title={title}>
      <Said as="one" text={checkpointWords(checkpoint)} />
    </span>
  );
}
