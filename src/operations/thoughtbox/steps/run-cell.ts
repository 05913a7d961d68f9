/**
 * Runs a cell: waits in line, records the beginning, runs without a transaction, records the end.
 */

import { unknownCell } from '../../../domain/notebooks/edit-notebook.ts';
import type { StoredCell } from '../../../domain/notebooks/notebook.ts';
import type { RunEnd, RunRuntime } from '../../../domain/notebooks/run.ts';
import {
  endRun,
  type RunResult,
  sourceOf,
  startRun,
} from '../../../domain/notebooks/run-decisions.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type {
  CapturedText,
  RunLimits,
  RunOutcome,
  RunRequest,
  Turn,
} from '../../../runner/port.ts';
import { sha256 } from '../../../sha256.ts';
import { type Answer, answer, type Ending, type Job } from '../../declaration/define-operation.ts';
import type { OpenSandbox, Sandbox } from '../../declaration/sandbox.ts';
import { wantedPackages } from './package-json.ts';

/** How long after its time a run counts as running: its end must still be recorded. */
export const LEASE_MARGIN_MS = 10_000;

export type EndingCall = Parameters<Ending>[0];

export interface CellRun {
  readonly workspace: string;
  readonly notebook: string;
  readonly cell: string;
  readonly limits: Partial<RunLimits>;
}

/** What a run needs of its call. */
export interface RunTools {
  readonly sandbox: Sandbox;
  newId(): string;
}

export interface RanCell {
  readonly cell: StoredCell;
  readonly runtime: RunRuntime;
  readonly end: RunEnd;
}

/** Answers the call when the run has ended, or goes on with another job. */
export type AfterRun = (call: EndingCall, ran: RanCell) => Promise<Answer | Refusal>;

export function runJob(tools: RunTools, wanted: CellRun, after: AfterRun): Job {
  return async ({ signal, release }) => {
    const sandbox = await tools.sandbox.open();
    if (typeof sandbox === 'string') return async () => refuseUnavailable(sandbox);
    const turn = await sandbox.enter(wanted, signal);
    if (turn !== 'begin') return async () => refuseTurn(turn, wanted);
    let isInside = true;
    const leave = () => {
      if (isInside) sandbox.leave(wanted);
      isInside = false;
    };
    release(leave);
    return (call) => begin(call, { tools, wanted, sandbox, leave, after });
  };
}

interface Running {
  readonly tools: RunTools;
  readonly wanted: CellRun;
  readonly sandbox: OpenSandbox;
  readonly after: AfterRun;
  /** Gives the place in line to the next run. */
  leave(): void;
}

/** The notebook may have changed while the run waited, so everything is read only now. */
async function begin(call: EndingCall, running: Running): Promise<Answer | Refusal> {
  const { tx, nowMs } = call;
  const { tools, wanted, sandbox } = running;
  const notebook = await tx.notebooks.outline(wanted.notebook);
  const cells = notebook
    ? await tx.notebooks.cells(notebook, { offset: 0, limit: LIMITS.cells })
    : [];
  const entry = cells.find(({ cell }) => cell.id === wanted.cell);
  if (!notebook || entry?.cell.filename === undefined) {
    return unknownCell(wanted.notebook, 'cellId', wanted.cell);
  }
  const { cell, run: last } = entry;
  const packages = await tx.notebooks.packages(notebook);
  const { filename } = entry.cell;
  const limits = sandbox.limits(wanted.limits);
  const { ms: timeMs, memoryBytes, outputBytes } = limits;
  const id = tools.newId();
  const started = startRun(
    notebook.id,
    {
      run: id,
      cell: cell.id,
      source: sourceOf(
        sha256,
        filename,
        cells.map((each) => each.cell),
        packages?.key,
      ),
      runtime: sandbox.runtime,
      limits: { timeMs, memoryBytes, outputBytes },
      leaseMs: nowMs + timeMs + LEASE_MARGIN_MS,
      ...(packages ? { packages: packages.key } : {}),
    },
    last,
    nowMs,
  );
  if (isRefusal(started)) return started;
  await tx.append(started);
  const request = { files: filesOf(cells.map((each) => each.cell)), entry: filename, limits };
  const place = { ...wanted, run: id, lock: packages?.lock, listed: listedPackages(cells) };
  return { ...answer({}), job: perform(running, place, cell, request) };
}

/** The packages that the notebook asks for, installed or not. */
function listedPackages(cells: readonly { readonly cell: StoredCell }[]): readonly string[] {
  const stored = cells.find(({ cell }) => cell.type === 'package.json')?.cell;
  const wanted = wantedPackages('', stored, []);
  return isRefusal(wanted) ? [] : wanted.dependencies.map(({ name }) => name);
}

function filesOf(cells: readonly StoredCell[]): RunRequest['files'] {
  return cells.flatMap(({ type, filename, language, content }) =>
    type === 'code' && filename !== undefined
      ? [{ name: filename, language: language === 'typescript' ? 'ts' : 'js', source: content }]
      : [],
  );
}

interface StartedRun extends CellRun {
  readonly run: string;
  readonly lock: string | undefined;
  readonly listed: readonly string[];
}

function perform(
  { tools, sandbox, leave, after }: Running,
  place: StartedRun,
  cell: StoredCell,
  request: RunRequest,
): Job {
  return async ({ signal, report }) => {
    const folder = place.lock && (await packageFolder(tools, place.lock, signal));
    const outcome = await sandbox.run(place, {
      ...request,
      ...(folder ? { packages: folder } : {}),
      ...(signal ? { signal } : {}),
      onOutput: report,
    });
    leave();
    return async (call) => {
      const { tx, nowMs } = call;
      const run = await tx.notebooks.run(place.run);
      if (!run) throw new Error(`the run ${place.run} was not recorded`);
      const result = resultOf(outcome, place);
      const drafts = endRun(place.notebook, run, result);
      await tx.append(drafts);
      // If nothing was entered, the memory holds another end of it.
      const end = drafts.length === 0 && run.end ? run.end : { ...result, endedMs: nowMs };
      return after(call, { cell, runtime: sandbox.runtime, end });
    };
  };
}

/**
 * The folder of the packages that the notebook has installed, perhaps on another machine. Without
 * it the cell runs too: an import of a package then says that it is missing.
 */
async function packageFolder(
  { sandbox }: RunTools,
  lock: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const installer = await sandbox.packages();
  if (typeof installer === 'string') return undefined;
  const outcome = await installer.rebuild(lock, signal);
  return outcome.kind === 'installed' ? outcome.folder : undefined;
}

function resultOf(outcome: RunOutcome, place: StartedRun): RunResult {
  const { reason, exitCode, signal, stdout, stderr, ms, cpuMs, peakBytes } = outcome;
  const leftOut = { stdout: stdout.omittedBytes, stderr: stderr.omittedBytes };
  return {
    reason: reason === 'refused' ? 'error' : reason,
    exit: exitCode,
    signal,
    message: messageOf(outcome, place),
    stdout: textOf(stdout),
    stderr: textOf(stderr),
    leftOut: leftOut.stdout + leftOut.stderr > 0 ? leftOut : undefined,
    ms: Math.round(ms),
    cpuMs: cpuMs === undefined ? undefined : Math.round(cpuMs),
    peakBytes,
  };
}

/** With the call that installs what is missing: what package.json lists, and what it lacks. */
function messageOf(
  { message, absent = [] }: RunOutcome,
  { notebook, listed }: StartedRun,
): string | undefined {
  if (absent.length === 0) return message;
  const packages = absent.filter((name) => !listed.includes(name));
  const args = {
    ...{ operation: 'notebook', subOperation: 'install_deps', notebookId: notebook },
    ...(packages.length === 0 ? {} : { packages }),
  };
  return `${message}\nInstall with: ${GATEWAY} ${JSON.stringify(args)}`;
}

function textOf({ head, tail, omittedBytes }: CapturedText): string {
  return omittedBytes === 0 ? head : `${head}\n[${omittedBytes} bytes left out]\n${tail}`;
}

function refuseUnavailable(explanation: string): Refusal {
  return refuse('INVALID_OPERATION', explanation, {
    recovery: 'Run the code elsewhere, and record its result as a thought.',
  });
}

function refuseTurn(turn: Exclude<Turn, 'begin'>, { notebook, cell }: CellRun): Refusal {
  const message =
    turn === 'late'
      ? 'notebook: too many cells are running; no place became free in time'
      : 'notebook: the call was cancelled before the cell began to run';
  const same = {
    operation: 'notebook',
    subOperation: 'run_cell',
    notebookId: notebook,
    cellId: cell,
  };
  return refuse('CONFLICT', message, { suggestions: [suggestCall(GATEWAY, same, 'Try again')] });
}
