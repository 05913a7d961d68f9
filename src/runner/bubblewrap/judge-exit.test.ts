import { expect, it } from 'vitest';
import { boundedLimits } from '../run-limits.ts';
import { type Exit, judgeExit } from './judge-exit.ts';

const EXIT: Exit = {
  ...{ ended: undefined, code: 0, signal: null, usage: undefined, reservedBytes: 0 },
  limits: boundedLimits({}, 'node'),
};
const used = (dataBytes: number) => ({ usage: { cpuMs: 1, peakBytes: 1, dataBytes } });

it.each([
  ['code 0', {}, { status: 'completed', reason: 'ok', exitCode: 0 }],
  ['another code', { code: 3 }, { reason: 'exit', exitCode: 3 }],
  ['a signal', { code: 137 }, { reason: 'exit', signal: 'SIGKILL' }],
  ['a code that is no signal', { code: 255 }, { reason: 'exit', exitCode: 255 }],
  [
    'an abort with little memory',
    { code: 134, ...used(1e8) },
    { reason: 'exit', signal: 'SIGABRT' },
  ],
  ['an abort with much', { code: 134, ...used(4e8) }, { reason: 'memory', signal: 'SIGABRT' }],
  ['what was only reserved', { code: 134, ...used(6e8), reservedBytes: 57e7 }, { reason: 'exit' }],
  ['our own kill', { code: null, signal: 'SIGKILL', ended: 'time' }, { reason: 'time' }],
  ['a code after our kill', { code: 0, ended: 'output' }, { status: 'failed', reason: 'output' }],
] satisfies [string, Partial<Exit>, object][])('[RN5] %s', (_, exit, verdict) => {
  expect(judgeExit({ ...EXIT, ...exit })).toMatchObject(verdict);
});
