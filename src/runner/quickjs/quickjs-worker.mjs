/** Runs one cell in QuickJS, in a process of its own: a second wall, and one that can be ended. */

import { randomFillSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EvalFlags, QuickJS } from 'quickjs-wasi';
import { guestSource } from './guest-globals.mjs';

/** @typedef {import('quickjs-wasi').JSValueHandle} Handle */
/** @typedef {import('./worker-messages.ts').WorkerOrder} WorkerOrder */
/** @typedef {import('./worker-messages.ts').WorkerMessage} WorkerMessage */

// An error that goes inside must not take our own paths with it.
Error.stackTraceLimit = 0;

/** Started ahead, it waits for what to run. @type {WorkerOrder} */
const { modules, names, entry, limits, wasm, extensions } = await new Promise((resolve) => {
  process.once('message', resolve);
  // Without its server it has nobody to run for.
  process.once('disconnect', () => process.exit());
});
const sources = new Map(modules);
const cells = new Map(names);
const endsAt = performance.now() + limits.ms;
const send = (/** @type {WorkerMessage} */ message) => process.send?.(message);

const MAX_RANDOM = 65_536;
const LONGEST_TIMER = 2 ** 31 - 1;
const REJECTED = 2;
const PENDING = 0;

const URL_FIELDS = /** @type {const} */ ([
  ...['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port'],
  ...['pathname', 'search', 'hash'],
]);

/** Half of what the engine has, so that deep recursion is an error that can be caught. */
const MAX_STACK = 256 * 1024;

let room = limits.outputBytes;
let isTooMuch = false;

/** @type {{ id: number, at: number }[]} */
const timers = [];
let lastTimer = 0;

/** Rejections that nobody has handled so far, by the promise. @type {Map<number, Handle>} */
const unhandled = new Map();

/** @type {import('quickjs-wasi').QuickJSOptions} */
const options = {
  wasm,
  extensions: extensions.map(([name, bytes]) => ({ name, wasm: bytes })),
  memoryLimit: limits.memoryBytes,
  maxStackSize: MAX_STACK,
  timezoneOffset: 0,
  interruptHandler: () => isTooMuch || performance.now() > endsAt,
  onUnhandledRejection: (promise, reason, isHandled) => {
    if (isHandled) unhandled.delete(promise.identity);
    else unhandled.set(promise.identity, reason.dup());
  },
  moduleLoader: {
    normalize: (_, specifier) =>
      (specifier.startsWith('./') ? cells.get(specifier.slice(2)) : undefined) ?? specifier,
    load: (name) => {
      const source = sources.get(name);
      if (source !== undefined) return source;
      throw new Error(
        `Cannot find module '${name.slice(0, 200)}': this notebook runs without Node's modules and packages`,
      );
    },
  },
};

const vm = await QuickJS.create(options);

/** @param {'stdout' | 'stderr'} stream @param {string} text */
function print(stream, text) {
  if (room <= 0) return;
  const bytes = Buffer.from(text);
  const part = bytes.subarray(0, room);
  room -= part.length;
  send({ kind: 'output', stream, bytes: new Uint8Array(part) });
  if (room <= 0) isTooMuch = true;
}

const textOf = (/** @type {Handle | undefined} */ handle) =>
  handle?.isString ? handle.toString() : '';
const numberOf = (/** @type {Handle | undefined} */ handle) =>
  handle?.isNumber ? handle.toNumber() : 0;

const say = vm.newFunction('say', (stream, text) => {
  print(textOf(stream) === 'stderr' ? 'stderr' : 'stdout', textOf(text));
  return vm.undefined;
});
const timer = vm.newFunction('timer', (ms) => {
  lastTimer += 1;
  const wait = Math.min(Math.max(numberOf(ms) || 0, 1), LONGEST_TIMER);
  timers.push({ id: lastTimer, at: performance.now() + wait });
  return vm.newNumber(lastTimer);
});
const random = vm.newFunction('random', (count) => {
  const bytes = Math.min(Math.max(numberOf(count) || 0, 0), MAX_RANDOM);
  return vm.newUint8Array(randomFillSync(new Uint8Array(bytes)));
});

const parseUrl = vm.newFunction('parseUrl', (href, base, field, value) => {
  try {
    const url = new URL(textOf(href), base?.isString ? base.toString() : undefined);
    const wanted = URL_FIELDS.find((name) => name === textOf(field));
    if (wanted) Reflect.set(url, wanted, textOf(value));
    return vm.newString(
      JSON.stringify(Object.fromEntries(URL_FIELDS.map((name) => [name, url[name]]))),
    );
  } catch {
    return vm.newString('');
  }
});

const install = vm.evalCode(guestSource(), 'console');
const installed = vm.callFunction(install, vm.undefined, say, timer, random, parseUrl);
const fire = installed.getProp('fire');
const report = installed.getProp('report');

/** @param {Handle} error @returns {'exit'} */
function fail(error) {
  let text = 'Uncaught error\n';
  try {
    text = vm.callFunction(report, vm.undefined, error).toString();
  } catch {
    // An error that cannot even be shown.
  }
  print('stderr', text);
  return 'exit';
}

/** Runs what is due, until nothing is. @param {Handle} evaluation @returns {Promise<'ok' | 'exit'>} */
async function settle(evaluation) {
  for (;;) {
    vm.executePendingJobs();
    if (evaluation.promiseState === REJECTED) {
      const result = await vm.resolvePromise(evaluation);
      return 'error' in result ? fail(result.error) : 'exit';
    }
    for (const reason of unhandled.values()) return fail(reason);
    timers.sort((a, b) => a.at - b.at || a.id - b.id);
    const next = timers.shift();
    if (next === undefined) {
      if (evaluation.promiseState !== PENDING) return 'ok';
      print('stderr', 'The cell waits for a promise that nothing can settle any more.\n');
      return 'exit';
    }
    const wait = Math.min(next.at, endsAt) - performance.now();
    if (wait > 0) await sleep(wait);
    if (next.at > endsAt) return 'exit';
    vm.callFunction(fire, vm.undefined, vm.newNumber(next.id)).dispose();
  }
}

/** @returns {Promise<'ok' | 'exit'>} */
async function run() {
  try {
    return await settle(vm.evalCode(sources.get(entry) ?? '', entry, EvalFlags.TYPE_MODULE));
  } catch (error) {
    const thrown = /** @type {{ handle?: Handle, message?: unknown }} */ (error);
    if (thrown.handle) return fail(thrown.handle);
    print('stderr', `Uncaught ${String(thrown.message ?? error)}\n`);
    return 'exit';
  }
}

const end = await run();
const isLate = performance.now() >= endsAt;
send({
  kind: 'end',
  reason: isTooMuch ? 'output' : end === 'exit' && isLate ? 'time' : end,
  // Memory of WebAssembly never shrinks, so this is the most that was used.
  peakBytes: vm._getMemory().buffer.byteLength,
  version: vm.versions['quickjs-wasi'] ?? Object.values(vm.versions).join(' '),
});
