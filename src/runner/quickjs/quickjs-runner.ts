/** Runs cells with QuickJS, compiled to WebAssembly, in a worker each: on every system. */

import type { Worker } from 'node:worker_threads';
import { lastLine, StreamCapture } from '../captured-text.ts';
import { type Ended, endedWords } from '../ended.ts';
import type { LinkedCells } from '../link/link-cells.ts';
import type { Clock, Runner, RunOutcome, RunRequest, Runtime } from '../port.ts';
import { prepareRun, unbegun } from '../prepare-run.ts';
import { probe } from '../probe.ts';
import { boundedLimits, type RunLimits } from '../run-limits.ts';
import { loadEngine } from './engine-files.ts';
import { SpareWorker } from './spare-worker.ts';
import type { WorkerEnd, WorkerMessage, WorkerOrder } from './worker-messages.ts';

/** The engine ends a cell at its limit. If it does not, the worker is terminated this much later. */
const LAST_WORD_MS = 250;

const NO_PACKAGES = 'Packages need the Node runtime; this notebook runs on QuickJS.';

/** Runs a first cell to see that it works, and which version it is. */
export async function openQuickjsRunner(clock: Clock): Promise<Runner> {
  const unknown: Runtime = { kind: 'quickjs', version: '' };
  const tools = { clock, spare: new SpareWorker() };
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
  { clock, spare }: { clock: Clock; spare: SpareWorker },
): Promise<RunOutcome> {
  const prepared = await prepareRun(request, runtime);
  if ('status' in prepared) return prepared;
  const { linked, limits } = prepared;
  const began = clock();
  const order = await orderFor(linked, request.entry, limits);
  const worker = spare.take();
  worker.postMessage(order);
  const streams = { stdout: new StreamCapture(), stderr: new StreamCapture() };
  const { ended, end } = await supervise(worker, request, limits, (stream, bytes) => {
    streams[stream].add(bytes);
    request.onOutput?.(lastLine(bytes));
  });
  await worker.terminate();
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
  worker: Worker,
  { signal }: RunRequest,
  limits: RunLimits,
  onOutput: (stream: 'stdout' | 'stderr', bytes: Buffer) => void,
): Promise<Supervised> {
  return new Promise((resolve) => {
    const settle = (result: Supervised) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(result);
    };
    const cancel = () => settle({ ended: 'cancelled' });
    const timer = setTimeout(() => settle({ ended: 'time' }), limits.ms + LAST_WORD_MS);
    signal?.addEventListener('abort', cancel, { once: true });
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'end') settle({ end: message });
      else onOutput(message.stream, Buffer.from(message.bytes));
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      onOutput('stderr', Buffer.from(`${error.message}\n`));
      settle({ ended: isMemory ? 'memory' : 'exit' });
    });
    worker.on('exit', () => settle({ ended: 'exit' }));
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
