/** Attempts to use up the machine: memory, disk, descriptors, time, output. */

import type { RunOutcome } from '../../../src/runner/port.ts';
import { type Attempt, numbers } from './attempt.ts';

const MB = 2 ** 20;
const SMALL = { memoryBytes: 32 * MB };

/** Nothing above the limit, with room for what was printed before the step failed. */
function withinMemory(outcome: RunOutcome): string | undefined {
  const most = outcome.limits.memoryBytes / MB;
  const got = Math.max(0, ...numbers(outcome, 'got'));
  if (got > most * 1.1) return `${got} MB with a limit of ${most}`;
  const peak = (outcome.peakBytes ?? 0) / MB;
  return peak > most * 1.1 ? `${peak} MB resident` : undefined;
}

/** Less than usual, because to use it up takes time. */
const USUAL = { ms: 20_000, memoryBytes: 256 * MB };

const hungry = (name: string, make: string, limits: Attempt['limits'] = USUAL): Attempt => ({
  ...{ rule: 'RN25', name, held: withinMemory, limits, quickjsLimits: SMALL },
  source: `const kept = []; let size = 0; for (; size < 2048; ) { ${make} say('got ' + size); } say('ALL OF IT');`,
});

const memory: Attempt[] = [
  hungry('the heap', `kept.push(Array.from({ length: 1 << 17 }, (_, n) => ({ n }))); size += 8;`),
  hungry('buffers', `kept.push(new Uint8Array(16 << 20).fill(1)); size += 16;`, { ms: 20_000 }),
  hungry('strings', `kept.push(Array(4 << 20).fill('x').join(size % 10)); size += 8;`),
  hungry(
    'WebAssembly',
    `if (kept.length === 0) kept.push(new WebAssembly.Memory({ initial: 1, maximum: 65536 })); kept[0].grow(256); new Uint8Array(kept[0].buffer).fill(1); size += 16;`,
  ),
  hungry(
    'shared buffers',
    `const b = new SharedArrayBuffer(16 << 20); new Uint8Array(b).fill(1); kept.push(b); size += 16;`,
  ),
  hungry('big integers', `kept.push(1n << BigInt(8 * (4 << 20))); size += 4;`),
  hungry(
    'maps',
    `const map = new Map(); for (let n = 0; n < 1 << 16; n++) map.set(n, [n]); kept.push(map); size += 6;`,
  ),
  {
    ...{
      rule: 'RN25',
      name: 'typed arrays that grow',
      held: withinMemory,
      limits: { ms: 20_000 },
      quickjsLimits: SMALL,
    },
    source: `const buffer = new ArrayBuffer(1, { maxByteLength: 2 ** 31 }); for (let size = 16; size < 2048; size += 16) { buffer.resize(size << 20); new Uint8Array(buffer).fill(1); say('got ' + size); } say('ALL OF IT');`,
  },
  {
    ...{ rule: 'RN25', name: 'memory in threads', held: withinMemory, limits: { ms: 20_000 } },
    source: `const { Worker } = await module('node:worker_threads'); if (!Worker) throw new Error('none');
      for (let n = 1; n <= 16;
        n++) await new Promise((resolve) => { const worker = new Worker('globalThis.kept = []; for (let n = 0; n < 8; n++) kept.push(Buffer.alloc(16 << 20, 1)); require("node:worker_threads").parentPort.postMessage(1); setInterval(() => {}, 1e5)', { eval: true }); worker.on('message', () => { say('got ' + n * 128); resolve(); }); worker.on('error', resolve); });
      process.exit(3);`,
  },
  {
    ...{ rule: 'RN25', name: 'a deep recursion', limits: { ms: 1_000 } },
    source: `const deep = (n) => { try { return deep(n + 1); } catch { return deep(n + 1); } }; deep(0);`,
  },
];

const disk: Attempt[] = [
  {
    ...{ rule: 'RN26', name: 'gigabytes in every place', limits: { ms: 15_000 } },
    source: `const block = new Uint8Array(1 << 20).fill(1); let total = 0;
      for (const place of ['/tmp', '/dev/shm', '/notebook', '', '/var/tmp', '/run', '/usr/lib', '/dev', '/proc', 'FOLDER', '/etc'])
        for (let n = 0; n < 2000; n++) try { fs.writeFileSync(place + '/NAME-' + n, block); total++; } catch (error) { say(place + ' ' + error.code); break; }
      say('got ' + total);`,
    held: (outcome) =>
      Math.max(0, ...numbers(outcome, 'got')) > 66 ? 'more than the scratch' : undefined,
  },
  {
    ...{ rule: 'RN26', name: 'one large file' },
    source: `await attempt(() => { const fd = fs.openSync('/tmp/big', 'w');
        const block = new Uint8Array(1 << 20); let size = 0; try { for (; size < 4096;
        size++) fs.writeSync(fd, block); } catch (error) { say(error.code); } return 'got ' + size; });
      await attempt(() => { fs.truncateSync('/tmp/big', 2 ** 40); return 'got ' + 2 ** 20; });`,
    held: (outcome) =>
      Math.max(0, ...numbers(outcome, 'got')) > 66 ? 'more than the scratch' : undefined,
  },
  {
    ...{ rule: 'RN26', name: 'a hundred thousand files', limits: { ms: 10_000 } },
    source: `let made = 0; try { for (; made < 1e5; made++) fs.writeFileSync('/tmp/' + made, ''); } catch {} say('files ' + made); for (const place of ['/notebook/x', '/x', '/dev/x', 'FOLDER/NAME']) await attempt(() => fs.mkdirSync(place) ?? 'MADE');`,
    held: ({ stdout }) => (/MADE/.test(stdout.head) ? 'a folder' : undefined),
  },
  {
    ...{ rule: 'RN26', name: 'fifty thousand descriptors' },
    source: `let open = 0; try { for (; open < 5e4; open++) fs.openSync('/dev/null', 'r'); } catch {} console.log('got ' + open);`,
    held: (outcome) =>
      Math.max(0, ...numbers(outcome, 'got')) > 130 ? 'more than allowed' : undefined,
  },
  {
    ...{ rule: 'RN26', name: 'limits raised again' },
    source: `await attempt(() => fs.readFileSync('/proc/self/limits', 'utf8'));
        await attempt(() => { fs.writeFileSync('/proc/self/limits', 'Max data size=unlimited:unlimited'); return 'RAISED'; });
      await attempt(() => { fs.writeFileSync('/proc/self/oom_score_adj', '-1000'); return 'RAISED'; }); await attempt(() => process.setrlimit?.('nofile', { soft: 9e5, hard: 9e5 }));`,
    held: ({ stdout }) => (/RAISED/.test(stdout.head) ? 'a limit' : undefined),
  },
];

const endless = (name: string, source: string): Attempt => ({
  ...{ rule: 'RN27', name, source, limits: { ms: 700 } },
  held: ({ status, reason, ms }) =>
    status === 'failed' && ms < 5_000 ? undefined : `${status} ${reason} after ${ms} ms`,
});

const time: Attempt[] = [
  endless('a loop', 'for (;;);'),
  endless('microtasks', 'const again = () => Promise.resolve().then(again); await again();'),
  endless('a regular expression', '/^(a+)+$/.test("a".repeat(40) + "b");'),
  endless('a native sort', 'for (;;) Array.from({ length: 1e6 }, () => Math.random()).sort();'),
  endless('big integers', 'let n = 3n; for (;;) n = n * n % (1n << 100000n);'),
  endless('text of JSON', 'let s = "[]"; for (;;) JSON.parse(s = "[" + s + "]");'),
  endless(
    'timers',
    'setInterval(() => {}, 1); setInterval(() => {}, 0); await new Promise(() => setTimeout(() => {}, 1e6));',
  ),
  endless(
    'a promise that never settles',
    'await new Promise((resolve) => setTimeout(resolve, 1e9));',
  ),
  endless(
    'every signal ignored',
    `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGXCPU', 'SIGALRM', 'SIGQUIT']) try { process.on(name, () => {}); } catch {} for (;;);`,
  ),
  endless('errors caught forever', 'for (;;) try { for (;;) null.x; } catch {}'),
  endless(
    'a generator',
    'function* all() { for (;;) yield* [1]; } for (const one of all()) globalThis.last = one;',
  ),
  endless(
    'a sleep in the kernel',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); for (;;);',
  ),
  endless(
    'a getter when it ends',
    'throw { get stack() { for (;;); }, get message() { for (;;); }, get name() { for (;;); } };',
  ),
  endless(
    'at the end of the process',
    `globalThis.process?.on('exit', () => { for (;;); }); if (!globalThis.process) for (;;);`,
  ),
  endless(
    'asynchronous iteration',
    'for await (const x of (async function* () { for (;;) yield 1; })());',
  ),
  endless('a proxy', 'const p = new Proxy({}, { get: (_, k) => { for (;;); } }); p.x;'),
];

const loud = (name: string, source: string): Attempt => ({
  ...{ rule: 'RN28', name, source, limits: { ms: 15_000, memoryBytes: 128 * MB } },
  held: ({ stdout, stderr, limits }) => {
    const bytes = stdout.bytes + stderr.bytes;
    if (bytes > limits.outputBytes) return `${bytes} bytes came back`;
    const kept = [stdout, stderr].map(({ head, tail }) => Buffer.byteLength(head + tail));
    return Math.max(...kept) > 40_000 * 3 ? 'more was kept than 32 KB' : undefined;
  },
});

const output: Attempt[] = [
  loud('a gigabyte of lines', 'for (let n = 0; n < 1e7; n++) console.log("x".repeat(100));'),
  loud('on the other stream', 'for (let n = 0; n < 1e7; n++) console.error("x".repeat(100));'),
  loud('one line of 64 MB', 'console.log("x".repeat(64 << 20));'),
  loud('an error of 16 MB', 'throw new Error("x".repeat(16 << 20));'),
  loud(
    'raw bytes',
    `await attempt(() => { for (;;) process.stdout.write(Buffer.from([0, 255, 254, 128, 10])); });`,
  ),
  loud(
    'written past the console',
    `await attempt(() => { const block = Buffer.alloc(1 << 20, 'é'); for (;;) fs.writeSync(1, block); });`,
  ),
  loud(
    'without blocking',
    `await attempt(() => { process.stdout._handle.setBlocking(false); for (let n = 0; n < 1e6; n++) process.stdout.write('y'.repeat(1000)); });`,
  ),
  loud('a name of 16 MB', 'throw Object.assign(new Error("x"), { name: "n".repeat(16 << 20) });'),
  loud(
    'nested objects',
    'let all = {}; for (let n = 0; n < 1e4; n++) all = { all, n }; for (;;) console.log(all, Array(1000).fill(all));',
  ),
];

export const EXHAUSTING: readonly Attempt[] = [...memory, ...disk, ...time, ...output];
