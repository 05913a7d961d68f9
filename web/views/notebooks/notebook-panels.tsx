/** What the view Notebooks opens in the panel: one cell with all its runs. */

import type { CellDetailRow } from '../../../src/observatory/views/notebooks/cells-view.ts';
import { useRows } from '../../live/rows.ts';
import { pathOf, route } from '../../router.ts';
import { Age, At } from '../../shell/age.tsx';
import { CopyButton } from '../../shell/copy.tsx';
import { Empty } from '../../shell/empty.tsx';
import { Markdown } from '../../shell/markdown.tsx';
import type { PanelKinds } from '../../shell/panel.tsx';
import { Said } from '../../shell/said.tsx';
import { Code, Output } from './cell.tsx';
import { durationText } from './run-state.ts';
import { StatusChip } from './status-chip.tsx';

function CellDetail({ id: name }: { readonly id: string }) {
  const [notebook = '', id = ''] = name.split(':', 2);
  const { rows, isReady } = useRows<CellDetailRow>('cell', { notebook, cell: id });
  const cell = rows.get(id);
  if (!cell) return isReady ? <Empty title="There is no such cell">It was deleted.</Empty> : null;
  const { type, text, filename, position, notebookTitle, run, revision } = cell;
  const isFile = type === 'code' || type === 'package.json';
  const { workspace = '' } = route.value;
  return (
    <>
      <h1>
        <Said text={filename ?? `${type} ${position + 1}`} />
      </h1>
      <p class="card-chips">
        {isFile && <StatusChip run={run} />}
        {cell.outdated && <span class="chip warn">≠ changed since</span>}
        <span class="chip">revision {revision}</span>
      </p>
      <p class="small muted">
        cell {position + 1} of{' '}
        <a href={pathOf(workspace, 'notebooks', [notebook, id])}>
          <Said text={notebookTitle} />
        </a>
      </p>
      <section class="cell-whole">
        {type === 'markdown' ? <Markdown text={text} /> : <Code text={text} />}
        <p class="cell-copy">
          <CopyButton text={text} label="Copy the cell" />
        </p>
      </section>
      {run && (
        <section>
          <h3>What it printed</h3>
          <Output run={run} most={WHOLE_LINES} onAll={() => {}} />
          {cell.leftOut && <LeftOut leftOut={cell.leftOut} />}
          {run.reason !== undefined && run.stdout === undefined && run.stderr === undefined && (
            <p class="small muted">Nothing.</p>
          )}
        </section>
      )}
      {run && <LastRun cell={cell} />}
      {cell.runs.length > 0 && <Runs cell={cell} />}
    </>
  );
}

const WHOLE_LINES = 400;

function LeftOut({ leftOut }: { readonly leftOut: NonNullable<CellDetailRow['leftOut']> }) {
  return (
    <p class="tiny muted">
      Left out in the middle: {leftOut.stdout} bytes of stdout, {leftOut.stderr} of stderr.
    </p>
  );
}

function LastRun({ cell }: { readonly cell: CellDetailRow }) {
  const { run, limits, cpuMs, peakBytes, source, packages } = cell;
  if (!run) return null;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['By', run.by],
    ['Runtime', run.runtime],
    ['Took', run.ms === undefined ? undefined : durationText(run.ms)],
    ['Processor', cpuMs === undefined ? undefined : durationText(cpuMs)],
    ['Memory', peakBytes === undefined ? undefined : megabytes(peakBytes)],
    ['Limits', limits && `${durationText(limits.timeMs)}, ${megabytes(limits.memoryBytes)}`],
    ['Source', source?.slice(0, 16)],
    ['Packages', packages],
  ];
  return (
    <section>
      <h3>Its last run</h3>
      <dl class="facts">
        {facts.flatMap(([title, value]) =>
          value === undefined
            ? []
            : [
                <dt key={title}>{title}</dt>,
                <dd key={`${title} value`}>
                  <Said text={value} />
                </dd>,
              ],
        )}
      </dl>
    </section>
  );
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`;
}

function Runs({ cell }: { readonly cell: CellDetailRow }) {
  return (
    <section>
      <h3>Runs</h3>
      <ol class="runs small">
        {cell.runs.map(({ id, by, startedMs, endedMs, leaseMs, reason }) => (
          <li key={id} class="row">
            <StatusChip run={{ leaseMs, reason }} />
            <span class="muted">
              <At atMs={startedMs} /> · <Age atMs={startedMs} /> ·{' '}
              {endedMs !== undefined && `${durationText(endedMs - startedMs)} · `}
              <Said text={by ?? '?'} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export const NOTEBOOK_PANELS: PanelKinds = {
  cell: { title: 'Cell', Detail: CellDetail },
};
