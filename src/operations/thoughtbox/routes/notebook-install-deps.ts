/** `notebook install_deps`: installs the packages of a notebook, without their scripts. */

import * as z from 'zod';
import type { EventDraft } from '../../../domain/journal/event.ts';
import { addCell, updateCell } from '../../../domain/notebooks/edit-notebook.ts';
import type { NotebookOutline } from '../../../domain/notebooks/notebook.ts';
import {
  endRun,
  type RunResult,
  refuseRunning,
  startRun,
} from '../../../domain/notebooks/run-decisions.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import type { InstallOutcome, PackageInstaller } from '../../../runner/port.ts';
import { sha256 } from '../../../sha256.ts';
import type { Reading } from '../../../store/port.ts';
import { type Answer, answer, type Job } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { line } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { findNotebook, NOTEBOOK, oneNotebook } from '../steps/notebook-fields.ts';
import {
  EMPTY_CELL,
  packagesHash,
  versionsIn,
  wantedPackages,
  withVersions,
} from '../steps/package-json.ts';
import { type EndingCall, LEASE_MARGIN_MS, type RunTools } from '../steps/run-cell.ts';

const LONGEST_SPEC = 300;
const MAX_PACKAGES = 50;

export const notebookInstallDeps = defineRoute({
  ...NOTEBOOK,
  subOperation: 'install_deps',
  aliases: ['install', 'install_packages', 'install_dependencies'],
  does: writes(),
  input: {
    ...oneNotebook.input,
    packages: z
      .array(line(LONGEST_SPEC))
      .max(MAX_PACKAGES)
      .default([])
      .describe('Such as zod or zod@4.1.0; added to the package.json cell'),
  },
  minimal: oneNotebook.minimal,
  async run(input, { tx, call }) {
    const notebook = await findNotebook(tx, input);
    if (isRefusal(notebook)) return notebook;
    const place = await findPackages(tx, notebook, input.packages);
    if (isRefusal(place)) return place;
    const { stored, last } = place;
    const running = stored && refuseRunning(notebook.id, stored.id, last, call.nowMs);
    if (running) return running;
    return { ...answer({}), job: installJob(call, notebook.id, input) };
  },
});

interface Request {
  readonly notebookId: string;
  readonly packages: readonly string[];
}

/** What an installation works with, from its beginning to its end. */
interface Installing {
  readonly tools: RunTools;
  readonly installer: PackageInstaller;
  readonly notebook: string;
  readonly request: Request;
}

async function findPackages(tx: Reading, notebook: NotebookOutline, specs: readonly string[]) {
  const outline = notebook.cells.find(({ type }) => type === 'package.json');
  const found = outline && (await tx.notebooks.cell(notebook, outline.id));
  const wanted = wantedPackages(notebook.id, found?.cell, specs);
  return isRefusal(wanted) ? wanted : { wanted, stored: found?.cell, last: found?.run };
}

/** Whether packages can be installed is found out outside the transaction: it may take a moment. */
function installJob(tools: RunTools, notebook: string, request: Request): Job {
  return async () => {
    const installer = await tools.sandbox.packages();
    if (typeof installer === 'string') return async () => refuse('INVALID_OPERATION', installer);
    return (call) => begin(call, { tools, installer, notebook, request });
  };
}

async function begin(call: EndingCall, installing: Installing): Promise<Answer | Refusal> {
  const { tx, nowMs } = call;
  const { tools, installer, request } = installing;
  const notebook = await findNotebook(tx, { notebookId: installing.notebook });
  if (isRefusal(notebook)) return notebook;
  const place = await findPackages(tx, notebook, request.packages);
  if (isRefusal(place)) return place;
  const { stored, wanted } = place;
  // A notebook whose package.json was deleted gets one again.
  const cell = { ...EMPTY_CELL, notebookId: notebook.id };
  const added = stored ? undefined : addCell(notebook, cell, tools.newId);
  if (isRefusal(added)) return added;
  const run = tools.newId();
  const { limits, version } = installer;
  const started = startRun(
    notebook.id,
    {
      run,
      cell: stored?.id ?? added?.cell.id ?? '',
      source: packagesHash(sha256, wanted.dependencies),
      runtime: { kind: 'npm', version },
      limits: { timeMs: limits.ms, memoryBytes: limits.memoryBytes, outputBytes: limits.bytes },
      leaseMs: nowMs + limits.ms + LEASE_MARGIN_MS,
    },
    place.last,
    nowMs,
  );
  if (isRefusal(started)) return started;
  await tx.append([...(added ? [added.draft] : []), ...started]);
  const job: Job = async ({ signal, report }) => {
    report('npm resolves and installs the packages');
    const place = { workspace: call.workspace, notebook: notebook.id, run };
    const outcome = await tools.sandbox.supervise(place, signal, (until) =>
      installer.install(wanted.dependencies, until),
    );
    return (ending) => finish(ending, installing, run, outcome);
  };
  return { ...answer({}), job };
}

/** The cell changes only now: packages that cannot be installed are not listed. */
async function finish(
  { tx, nowMs }: EndingCall,
  { notebook: id, request }: Installing,
  run: string,
  outcome: InstallOutcome,
): Promise<Answer | Refusal> {
  const mark = await tx.notebooks.run(run);
  if (!mark) throw new Error(`the run ${run} was not recorded`);
  const ended = endRun(id, mark, resultOf(outcome, nowMs - mark.startedMs));
  const listed =
    outcome.kind === 'installed' ? await listPackages(tx, id, request, outcome.lock) : [];
  await tx.append([...listed, ...ended]);
  return answer(viewOf(outcome));
}

async function listPackages(
  tx: Reading,
  notebookId: string,
  { packages }: Request,
  lock: string,
): Promise<readonly EventDraft[]> {
  const notebook = await tx.notebooks.outline(notebookId);
  const place = notebook && (await findPackages(tx, notebook, withVersions(packages, lock)));
  if (!notebook || !place || isRefusal(place) || !place.stored) return [];
  const { wanted, stored } = place;
  const request = { notebookId, cellId: stored.id, content: wanted.content };
  const changed = updateCell(notebook, stored, request);
  return isRefusal(changed) || !changed.draft ? [] : [changed.draft];
}

function resultOf(outcome: InstallOutcome, ms: number): RunResult {
  if (outcome.kind === 'failed') {
    const { reason, message } = outcome;
    const known = reason === 'time' || reason === 'cancelled' ? reason : 'error';
    return { reason: known, message, stdout: '', stderr: '', ms };
  }
  const { key, lock } = outcome;
  const installed = { key, lock, packages: versionsIn(lock) };
  return { reason: 'ok', stdout: '', stderr: '', ms, installed };
}

function viewOf(outcome: InstallOutcome): JsonObject {
  if (outcome.kind === 'failed') {
    return { status: 'failed', reason: outcome.reason, error: outcome.message };
  }
  const { lock, packages: count, wantedScripts, ms } = outcome;
  return {
    status: 'completed',
    packages: { ...versionsIn(lock) },
    ...(count > 0 ? { count } : {}),
    // Their install scripts were not run, so a package that needs one may not work.
    ...(wantedScripts.length > 0 ? { scriptsNotRun: [...wantedScripts] } : {}),
    ms: Math.round(ms),
  };
}
