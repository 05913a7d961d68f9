/** A run as evidence: what was run, how it ended, what it printed. */

import { firstCharacters } from '../../kernel/excerpt.ts';
import type { JsonObject } from '../../kernel/json.ts';
import type { Refusal } from '../../kernel/refusal.ts';
import type { NotebookSummary, StoredCell } from './notebook.ts';
import { refuseFor } from './reasons.ts';
import { isLive, type Run } from './run.ts';

/** In the form in which steps keep the output of a command. A type, since it is stored. */
export type RunEvidence = {
  readonly kind: 'cmd_output';
  readonly command: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number;
  readonly meta: JsonObject;
};

/** `notebook:cell`, each by its id, and the cell also by its file name. */
export function parseCellRef(ref: string): { readonly notebook: string; readonly cell: string } {
  const at = ref.indexOf(':');
  return at < 0
    ? { notebook: ref.trim(), cell: '' }
    : { notebook: ref.slice(0, at).trim(), cell: ref.slice(at + 1).trim() };
}

/** Refuses a cell whose last run says nothing about the cell as it is now. */
export function evidenceOfRun(
  notebook: NotebookSummary,
  cell: StoredCell,
  run: Run | undefined,
  nowMs: number,
): RunEvidence | Refusal {
  const name = cell.filename ?? cell.id;
  const refused = (why: string) =>
    refuseFor(
      { kind: 'cell_proves_nothing', notebook: notebook.id, cell: cell.id },
      'INVALID_INPUT',
      `cell: ${name} ${why}`,
      { field: 'cell' },
    );
  if (!run) return refused('was never run');
  if (isLive(run, nowMs)) return refused('is still running');
  if (!run.end) return refused('was interrupted in its last run');
  if (cell.changedSeq > run.seq) return refused('was changed after its last run');
  const { exit, reason, stdout, stderr, message } = run.end;
  const { kind, version } = run.runtime;
  return {
    kind: 'cmd_output',
    command: `${name} of the notebook ${JSON.stringify(notebook.title)}, ${kind} ${version}`,
    stdout,
    stderr:
      message === undefined ? stderr : [stderr, message].filter((part) => part !== '').join('\n'),
    exit_code: exit ?? (reason === 'ok' ? 0 : 1),
    meta: {
      notebook: notebook.id,
      cell: cell.id,
      run: run.id,
      status: reason === 'ok' ? 'completed' : 'failed',
      sha256: run.source,
    },
  };
}

const LAST_LINE = 160;

/** In one line, for work: which run, how it ended, and the last line that it printed. */
export function evidenceLine({ command, stdout, meta }: RunEvidence): string {
  const { notebook, cell, run, status, sha256 } = meta;
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  const printed = last === '' ? '' : `: ${firstCharacters(last, LAST_LINE, '')}`;
  return (
    `${notebook}:${cell} ${status}, ${command}, run ${run}, ` +
    `sha256 ${String(sha256).slice(0, 16)}${printed}`
  );
}

/** A failed run may be kept as evidence of a fault, but proves no step. */
export function refuseFailedRun({ command, exit_code: exit, meta }: RunEvidence): Refusal {
  const { notebook, cell } = meta;
  return refuseFor(
    { kind: 'cell_proves_nothing', notebook: String(notebook), cell: String(cell) },
    'INVALID_INPUT',
    `cell: the last run of ${command} failed with exit code ${exit}, which is no proof`,
    { field: 'cell' },
  );
}
