/**
 * What a cell finds in QuickJS beside the language: console, timers, chance. These functions run
 * inside: their text is taken over, so they may use only each other and those of guest-inspect.
 */

import {
  formatted,
  inspect,
  inspectError,
  inspectFields,
  inspectFunction,
  inspectName,
  inspectParts,
  inspectPrimitive,
  quoted,
} from './guest-inspect.mjs';
import {
  decodeForm,
  encodeForm,
  installUrl,
  pairsOf,
  paramsClass,
  readForm,
} from './guest-url.mjs';

/**
 * @typedef {object} Host what the worker offers inside
 * @property {(stream: string, text: string) => void} say
 * @property {(ms: number) => number} timer
 * @property {(bytes: number) => Uint8Array} random
 * @property {import('./guest-url.mjs').ParseUrl} parseUrl
 */

/** @param {Host['say']} say */
function installConsole(say) {
  const counts = new Map();
  const begun = new Map();
  let margin = '';
  const print = (/** @type {string} */ stream, /** @type {string} */ text) =>
    say(stream, `${margin}${margin ? text.replaceAll('\n', `\n${margin}`) : text}\n`);
  const line =
    (/** @type {string} */ stream) =>
    (/** @type {unknown[]} */ ...values) =>
      print(stream, formatted(values));
  const log = line('stdout');
  const error = line('stderr');
  const elapsed = (label = 'default') => {
    const from = begun.get(String(label));
    if (from !== undefined) log(`${label}: ${(performance.now() - from).toFixed(3)}ms`);
  };
  const group = (/** @type {unknown[]} */ ...values) => {
    if (values.length > 0) log(...values);
    margin += '  ';
  };
  Reflect.set(globalThis, 'console', {
    ...{ log, info: log, debug: log, table: log, error, warn: error, group, groupCollapsed: group },
    dir: (/** @type {unknown} */ value) => log(inspect(value)),
    trace: (/** @type {unknown[]} */ ...values) => error('Trace:', ...values),
    assert: (/** @type {unknown} */ isTrue, /** @type {unknown[]} */ ...values) => {
      if (!isTrue) error('Assertion failed', ...values);
    },
    groupEnd: () => {
      margin = margin.slice(2);
    },
    count: (label = 'default') => {
      counts.set(String(label), (counts.get(String(label)) ?? 0) + 1);
      log(`${label}: ${counts.get(String(label))}`);
    },
    countReset: (label = 'default') => void counts.delete(String(label)),
    time: (label = 'default') => void begun.set(String(label), performance.now()),
    timeLog: elapsed,
    timeEnd: (label = 'default') => {
      elapsed(label);
      begun.delete(String(label));
    },
  });
}

/** @param {Host['timer']} timer @returns {(id: number) => void} what the worker calls when it is time */
function installTimers(timer) {
  /** Jobs by the number of their timer, and for intervals the number that the cell knows. */
  const jobs = new Map();
  const current = new Map();
  const checked = (/** @type {unknown} */ job) => {
    if (typeof job === 'function') return job;
    throw new TypeError('The "callback" argument must be of type function');
  };
  const clear = (/** @type {unknown} */ id) => {
    jobs.delete(current.get(id) ?? id);
    current.delete(id);
  };
  const later = (
    /** @type {unknown} */ job,
    /** @type {unknown} */ ms = 0,
    /** @type {unknown[]} */ ...values
  ) => {
    const run = checked(job);
    const id = timer(Number(ms));
    jobs.set(id, () => run(...values));
    return id;
  };
  const every = (
    /** @type {unknown} */ job,
    /** @type {unknown} */ ms = 0,
    /** @type {unknown[]} */ ...values
  ) => {
    const run = checked(job);
    const first = timer(Number(ms));
    const again = () => {
      run(...values);
      if (!current.has(first)) return;
      const next = timer(Number(ms));
      current.set(first, next);
      jobs.set(next, again);
    };
    current.set(first, first);
    jobs.set(first, again);
    return first;
  };
  Object.assign(globalThis, {
    ...{ setTimeout: later, setInterval: every, clearTimeout: clear, clearInterval: clear },
    setImmediate: (/** @type {unknown} */ job, /** @type {unknown[]} */ ...values) =>
      later(job, 0, ...values),
    clearImmediate: clear,
  });
  return (id) => {
    const job = jobs.get(id);
    jobs.delete(id);
    job?.();
  };
}

/** @param {Host['random']} random */
function installChance(random) {
  const most = 65_536;
  const getRandomValues = (/** @type {Uint8Array} */ array) => {
    if (!ArrayBuffer.isView(array)) throw new TypeError('an integer typed array is needed');
    if (array.byteLength > most) throw new RangeError(`at most ${most} bytes at once`);
    const target = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    target.set(random(array.byteLength));
    return array;
  };
  const uuid = () => {
    const bytes = getRandomValues(new Uint8Array(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  Reflect.set(globalThis, 'crypto', { getRandomValues, randomUUID: uuid });
}

/**
 * @param {Host['say']} say @param {Host['timer']} timer @param {Host['random']} random
 * @param {Host['parseUrl']} parseUrl
 */
function install(say, timer, random, parseUrl) {
  installConsole(say);
  installUrl(parseUrl);
  installChance(random);
  globalThis.queueMicrotask ??= (job) => void Promise.resolve().then(job);
  return {
    fire: installTimers(timer),
    /** What is printed for an error that nobody caught. @param {unknown} error */
    report: (error) => `Uncaught ${inspect(error)}\n`,
  };
}

/** The whole as one expression: a function of what the worker offers. */
export function guestSource() {
  const parts = [
    ...[formatted, inspect, inspectError, inspectFields, inspectFunction, inspectName],
    ...[inspectParts, inspectPrimitive, quoted],
    ...[installChance, installConsole, installTimers, install],
    ...[installUrl, paramsClass, encodeForm, decodeForm, readForm, pairsOf],
  ];
  return `(() => { 'use strict';\n${parts.join('\n')}\nreturn ${install.name}; })()`;
}
