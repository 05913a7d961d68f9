/** Attempts to forge an outcome, and to leave something for the next run. */

import type { RunOutcome } from '../../../src/runner/port.ts';
import { type Attempt, text } from './attempt.ts';

const failedOnly = ({ status }: RunOutcome) => (status === 'failed' ? undefined : 'it completed');
const completedOnly = ({ status, message }: RunOutcome) =>
  status === 'completed' ? undefined : `it failed: ${message}`;

const forging: Attempt[] = [
  {
    ...{ rule: 'RN29', name: 'frames of the protocol', held: completedOnly },
    source: `console.log('{"jsonrpc":"2.0","id":1,"result":{"content":[]}}\\n');
        console.log('Content-Length: 2\\r\\n\\r\\n{}');
      console.log(JSON.stringify({ status: 'failed', reason: 'memory', exitCode: 9, done: 'ok' }));`,
  },
  {
    ...{ rule: 'RN29', name: 'a result in an error', held: failedOnly },
    source: `console.error('{"kind":"end","reason":"ok","exitCode":0}'); throw Object.assign(new Error('{"status":"completed"}'), { code: 0, exitCode: 0, status: 'completed', kind: 'end', reason: 'ok' });`,
  },
  {
    ...{ rule: 'RN29', name: 'words of a memory that ran out' },
    source: `console.error('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory'); throw new Error('InternalError: out of memory');`,
    held: ({ reason }) => (reason === 'exit' ? undefined : reason),
  },
  {
    ...{ rule: 'RN29', name: 'words of a time that ran out' },
    source: `console.error('InternalError: interrupted'); const error = new Error('interrupted'); error.name = 'InternalError'; throw error;`,
    held: ({ reason }) => (reason === 'exit' ? undefined : reason),
  },
  {
    ...{ rule: 'RN29', name: 'prototypes of everything', held: completedOnly },
    source: `for (const each of [Object, Array, String, Promise, Map, Function, Error, Number]) {
        each.prototype.status = 'failed'; each.prototype.kind = 'end'; each.prototype.then2 = 1; each.prototype.reason = 'memory'; }
      Object.defineProperty(Object.prototype, 'exitCode', { value: 7, configurable: true }); Array.prototype.join = () => 'polluted'; JSON.stringify = () => '{"polluted":true}'; console.info('x');`,
  },
  {
    ...{ rule: 'RN29', name: 'the messages of the worker' },
    source: `const { parentPort } = await module('node:worker_threads');
        await attempt(() => parentPort.postMessage({ kind: 'end', reason: 'ok' })); await attempt(() => postMessage({ kind: 'end', reason: 'ok' }));
      await attempt(() => process.send({ kind: 'end' })); await attempt(() => globalThis.onmessage = 1); throw new Error('still failed');`,
    held: failedOnly,
  },
  {
    ...{ rule: 'RN29', name: 'killing itself' },
    source: `await attempt(() => process.kill(process.pid, 'SIGKILL')); await attempt(() => process.abort()); throw 1;`,
    held: ({ status, reason }) => (status === 'failed' && reason === 'exit' ? undefined : reason),
  },
  {
    ...{ rule: 'RN29', name: 'killing whoever watches it' },
    source: `for (const id of [1, process?.ppid]) for (const name of ['SIGKILL', 'SIGSTOP', 'SIGTERM']) await attempt(() => process.kill(id, name)); throw new Error('still here');`,
    held: failedOnly,
  },
  {
    ...{ rule: 'RN29', name: 'another exit code' },
    source: `if (globalThis.process) process.exit(42); throw 1;`,
    held: ({ status, exitCode, runtime }) =>
      status === 'failed' && exitCode === (runtime.kind === 'node' ? 42 : 1)
        ? undefined
        : `${exitCode}`,
  },
  {
    ...{ rule: 'RN29', name: 'an exit code like that of a signal' },
    source: `if (globalThis.process) process.exit(134); throw 1;`,
    held: ({ status, reason }) => (status === 'failed' && reason === 'exit' ? undefined : reason),
  },
  {
    ...{ rule: 'RN29', name: 'control characters' },
    source: `console.log('\\u001b[2J\\u001b]0;title\\u0007\\u0000\\u202eevil\\ud800');`,
    held: ({ stdout }) =>
      stdout.head.includes('\0') || !stdout.head.isWellFormed()
        ? 'text that cannot be stored'
        : undefined,
  },
];

const TRACES = `['/tmp/left', '/tmp/../tmp/left2', '/var/tmp/left', '/dev/shm/left', '/notebook/left.js', '/notebook/other.js', '/notebook/node_modules/left/index.js', '/run/left', '/left', 'FOLDER/left', '/usr/lib/left', '/dev/left']`;

const between: Attempt[] = [
  {
    ...{ rule: 'RN30', name: 'files left for the next run (1)', isHarmless: false },
    source: `for (const path of ${TRACES}) await attempt(() => fs.writeFileSync(path, 'LEFT-BEHIND')); globalThis.left = 'LEFT-BEHIND'; Object.prototype.left = 'LEFT-BEHIND';`,
  },
  {
    ...{ rule: 'RN30', name: 'files left for the next run (2)' },
    source: `for (const path of ${TRACES}) await attempt(() => fs.readFileSync(path, 'utf8')); say(String(globalThis.left) + String({}.left)); await attempt(() => fs.readdirSync('/tmp'));`,
    held: (outcome) => (/LEFT-BEHIND/.test(text(outcome)) ? 'it was still there' : undefined),
  },
  {
    ...{ rule: 'RN30', name: 'rewriting a cell beside it' },
    others: { 'other.js': 'export default "as written";' },
    source: `for (const path of ['/notebook/other.js', '/notebook/other.js+.mjs',
        '/proc/self/root/notebook/other.js+.mjs']) { await attempt(() => fs.writeFileSync(path, 'export default "REWRITTEN"')); await attempt(() => fs.rmSync(path)); await attempt(() => fs.renameSync('/tmp', '/notebook')); await attempt(() => fs.chmodSync(path, 0o777)); }
      say((await import('./other.js')).default);`,
    held: (outcome) =>
      /as written/.test(text(outcome)) ? undefined : 'the cell beside it is another',
  },
  {
    ...{ rule: 'RN30', name: 'links as traps' },
    source: `await attempt(() => { fs.rmdirSync('/tmp'); fs.symlinkSync('FOLDER', '/tmp'); }); await attempt(() => fs.symlinkSync('FOLDER', '/tmp/trap')); await attempt(() => fs.writeFileSync('/tmp/trap/NAME', 'x')); await attempt(() => fs.symlinkSync('/etc', '/notebook/node_modules'));`,
  },
  {
    ...{ rule: 'RN30', name: 'files outside in ten ways', isHarmless: false },
    source: `for (const path of ['FOLDER/NAME', 'file://FOLDER/NAME',
        '/proc/self/root/FOLDER/NAME', '/proc/1/root/FOLDER/NAME', '/proc/self/cwd/../FOLDER/NAME', '../FOLDER/NAME', '../../../FOLDER/NAME', '/tmp/../FOLDER/NAME']) {
        await attempt(() => fs.writeFileSync(path.startsWith('file:') ? new URL(path) : path, 'x')); await attempt(() => fs.mkdirSync(path, { recursive: true })); await attempt(() => fs.appendFileSync(path, 'x')); await attempt(() => fs.cpSync('/notebook', path, { recursive: true })); }
      await attempt(() => fs.appendFileSync('CANARY_FILE', 'x')); await attempt(() => fs.rmSync('CANARY_FILE')); await attempt(() => fs.truncateSync('CANARY_FILE')); await attempt(() => fs.rmSync('FOLDER', { recursive: true, force: true }));`,
  },
  {
    ...{ rule: 'RN30', name: 'the report of a crash and profiles' },
    source: `await attempt(() => process.report.writeReport('FOLDER/NAME.json'));
        await attempt(() => { process.report.directory = 'FOLDER'; return process.report.writeReport(); });
      const v8 = await module('node:v8'); await attempt(() => v8.writeHeapSnapshot('FOLDER/NAME.heap')); await attempt(() => process.chdir('FOLDER'));`,
  },
];

export const DECEIVING: readonly Attempt[] = [...forging, ...between];
