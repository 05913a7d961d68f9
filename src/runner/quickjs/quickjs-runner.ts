/**
 * Runs cells with QuickJS, compiled to WebAssembly, on every system. Each run has a process of its
 * own, which has seen nothing before.
 */

import { workerFile } from '../beside-program.ts';
import { lastLine, StreamCapture } from '../captured-text.ts';
import { type Ended, endedWords } from '../ended.ts';
import type { LinkedCells } from '../link/link-cells.ts';
import { OwnProcess } from '../own-process.ts';
import type { Clock, Runner, RunOutcome, RunRequest, Runtime } from '../port.ts';
import { prepareRun, unbegun } from '../prepare-run.ts';
import { probe } from '../probe.ts';
import { boundedLimits, type RunLimits } from '../run-limits.ts';
import { SpareProcess } from '../spare-process.ts';
import { loadEngine } from './engine-files.ts';
import { WORKER_FILE } from './engine-names.mjs';
import type { WorkerEnd, WorkerMessage, WorkerOrder } from './worker-messages.ts';

/** The engine ends a cell at its limit. If it does not, its process is ended this much later. */
const LAST_WORD_MS = 250;

/** What the process itself may use; the memory of the cell is WebAssembly's and counts apart. */
const OWN_MB = 96;

type Spare = SpareProcess<WorkerMessage>;

const startWorker = () =>
  new OwnProcess<WorkerMessage>(workerFile(WORKER_FILE, import.meta.url), OWN_MB);

const NO_PACKAGES = 'Packages need the Node runtime; this notebook runs on QuickJS.';

/** Runs a first cell to see that it works, and which version it is. */
export async function openQuickjsRunner(clock: Clock): Promise<Runner> {
  const unknown: Runtime = { kind: 'quickjs', version: '' };
  const tools = { clock, spare: new SpareProcess(startWorker) };
  const { outcome, failure } = await probe((request) => runOnce(request, unknown, tools));
  if (failure !== undefined) throw new Error(`QuickJS does not run: ${failure}`);
  const { runtime } = outcome;
  return {
    runtime,
    async run(request) {
      if (request.packages === undefined) return runOnce(request, runtime, tools);
      const limits = boundedLimits(request.limits, 'quickjs');
      return unbegun('refused', NO_PACKAGES, runtime, limits);
    },
  };
}

async function runOnce(
  request: RunRequest,
  runtime: Runtime,
  { clock, spare }: { clock: Clock; spare: Spare },
): Promise<RunOutcome> {
  const prepared = await prepareRun(request, runtime, clock);
  if ('status' in prepared) return prepared;
  const { linked, limits, began, leftMs } = prepared;
  const order = await orderFor(linked, request.entry, { ...limits, ms: leftMs });
  const worker = spare.take();
  worker.send(order);
  const streams = { stdout: new StreamCapture(), stderr: new StreamCapture() };
  const { ended, end } = await supervise(worker, request, leftMs, (stream, bytes) => {
    streams[stream].add(bytes);
    request.onOutput?.(lastLine(bytes));
  });
  await worker.kill();
  spare.prepare();
  return {
    ...verdict(ended, end, limits),
    ...{ limits, ms: clock() - began },
    runtime: { ...runtime, version: end?.version ?? runtime.version },
    stdout: streams.stdout.text((text) => text),
    stderr: streams.stderr.text((text) => text),
    ...(end ? { peakBytes: end.peakBytes } : {}),
  };
}

async function orderFor(
  { modules, names }: LinkedCells,
  entry: string,
  limits: RunLimits,
): Promise<WorkerOrder> {
  return {
    ...(await loadEngine(limits.memoryBytes)),
    modules: modules.map(({ name, code }) => [name, code]),
    names: [...names],
    entry,
    limits,
  };
}

interface Supervised {
  readonly ended?: Ended | 'exit';
  readonly end?: WorkerEnd;
}

function supervise(
  worker: OwnProcess<WorkerMessage>,
  { signal }: RunRequest,
  leftMs: number,
  onOutput: (stream: 'stdout' | 'stderr', bytes: Buffer) => void,
): Promise<Supervised> {
  return new Promise((resolve) => {
    const settle = (result: Supervised) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    const cancel = () => settle({ ended: 'cancelled' });
    const timer = setTimeout(() => settle({ ended: 'time' }), leftMs + LAST_WORD_MS);
    signal?.addEventListener('abort', cancel, { once: true });
    // The engine may have been loaded meanwhile.
    if (signal?.aborted) cancel();
    worker.listen({
      message(message) {
        if (message.kind === 'end') settle({ end: message });
        else onOutput(message.stream, Buffer.from(message.bytes));
      },
      end({ reason, words }) {
        onOutput('stderr', Buffer.from(words));
        settle({ ended: reason === 'memory' ? 'memory' : 'exit' });
      },
    });
  });
}

/** How full the memory is when an uncaught error means that it ran out. */
const NEARLY_FULL = 0.75;

function verdict(
  ended: Ended | 'exit' | undefined,
  end: WorkerEnd | undefined,
  limits: RunLimits,
): Pick<RunOutcome, 'status' | 'reason' | 'message' | 'exitCode'> {
  const reason = ended ?? end?.reason ?? 'exit';
  if (reason === 'ok') return { status: 'completed', reason, exitCode: 0 };
  if (reason !== 'exit') {
    return { status: 'failed', reason, message: endedWords(reason, limits) };
  }
  if ((end?.peakBytes ?? 0) > limits.memoryBytes * NEARLY_FULL) {
    return { status: 'failed', reason: 'memory', message: endedWords('memory', limits) };
  }
  const message = 'The cell ended with an error that it did not catch.';
  return { status: 'failed', reason: 'exit', message, exitCode: 1 };
}
