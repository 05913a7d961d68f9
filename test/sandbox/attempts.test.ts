/** Attempts to get out of the sandbox, each a real one, on both runtimes and as two accounts. */

import { spawn } from 'node:child_process';
import { openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CellFile, RunOutcome } from '../../src/runner/port.ts';
import { type Attempt, PRELUDE, text } from './attempts/attempt.ts';
import { DECEIVING } from './attempts/deceiving.ts';
import { EXHAUSTING } from './attempts/exhausting.ts';
import { REACHING } from './attempts/reaching.ts';
import { READING } from './attempts/reading.ts';
import type { Orders, Report } from './driver.ts';
import { ACCOUNTS, buildDriver, createWorld, drive, type World } from './world.ts';

const ATTEMPTS = [...READING, ...REACHING, ...EXHAUSTING, ...DECEIVING];
const SECRET = `canary-${process.pid}-7f3a9c`;

const GROUPS: Readonly<Record<string, string>> = {
  RN20: '[RN20] environment',
  RN21: '[RN21] files',
  RN22: '[RN22] kernel',
  RN23: '[RN23] network',
  RN24: '[RN24] processes',
  RN25: '[RN25] memory',
  RN26: '[RN26] disk and descriptors',
  RN27: '[RN27] time',
  RN28: '[RN28] output',
  RN29: '[RN29] forging',
  RN30: '[RN30] between runs',
};

let driver: string;
beforeAll(async () => {
  driver = await buildDriver();
});
afterAll(() => rmSync(driver, { recursive: true, force: true }));

function sourceOf({ source }: Attempt, index: number, world: World): string {
  return (PRELUDE + source)
    .replaceAll('CANARY_FILE', world.canaryFile)
    .replaceAll('FOLDER', world.folder)
    .replaceAll('SOCKET', world.socket)
    .replaceAll('VICTIM', String(world.victim.pid))
    .replaceAll('NAME', `attempt-${index}`)
    .replace(/\bTCP\b/g, String(world.tcp))
    .replace(/\bUDP\b/g, String(world.udp));
}

function orderFor(attempt: Attempt, index: number, kind: Orders['kind'], world: World) {
  const others = Object.entries(attempt.others ?? {});
  const all = [['a.js', sourceOf(attempt, index, world)], ...others];
  const files = all.map(([name = '', source = '']): CellFile => ({ name, source, language: 'js' }));
  const smaller = kind === 'quickjs' ? attempt.quickjsLimits : undefined;
  return { files, entry: 'a.js', limits: { ms: 10_000, ...attempt.limits, ...smaller } };
}

const LINES = [
  ...ACCOUNTS.map((line) => ({ ...line, kind: 'node' as const })),
  ...ACCOUNTS.slice(-1).map((line) => ({ ...line, kind: 'quickjs' as const })),
];

/** Most attempts wait for something. In QuickJS, all that run share the memory of the server. */
const AT_ONCE = { node: 4, quickjs: 2 };

describe.each(LINES)('on $kind as $who', ({ kind, account }) => {
  let world: World;
  let report: Report;
  beforeAll(async () => {
    world = await createWorld(SECRET, account);
    const runs = ATTEMPTS.map((attempt, index) => orderFor(attempt, index, kind, world));
    report = await drive(driver, { kind, atOnce: AT_ONCE[kind], runs }, account, world).report;
  });
  afterAll(() => world.close());

  it.each(
    ATTEMPTS.map((attempt, index) => ({ ...attempt, index, group: GROUPS[attempt.rule] ?? '' })),
  )('$group: $name', ({ index, held }) => {
    expect(report.explanation).toMatch(kind === 'node' ? /on Node/ : /on QuickJS/);
    const outcome = report.outcomes[index] as RunOutcome;
    expect(outcome.runtime.kind).toBe(kind);
    expect(outcome.reason, outcome.message).not.toBe('refused');
    expect(text(outcome)).not.toContain(SECRET);
    expect(outcome.message ?? '').not.toContain(SECRET);
    expect(held?.(outcome), text(outcome).slice(0, 2_000)).toBeUndefined();
  });

  it('[RN23] nothing was heard outside', () => {
    expect(world.heard).toEqual([]);
  });

  it('[RN24] the victim lives', () => {
    expect([world.victim.exitCode, world.victim.signalCode]).toEqual([null, null]);
  });

  it('[RN30] no file outside was written or changed', () => {
    expect(world.files()).toEqual({ 'canary.txt': SECRET });
  });

  it('[RN25] the server itself stays small', () => {
    expect(report.peakBytes / 2 ** 20).toBeLessThan(kind === 'node' ? 250 : 600);
  });

  it('[RN35] a descriptor that was left open does not reach a cell', () => {
    const index = ATTEMPTS.findIndex(({ name }) => name === 'descriptors that were left open');
    expect(text(report.outcomes[index] as RunOutcome)).not.toContain('canary');
  });
});

describe('plain Node', () => {
  const real = ATTEMPTS.map((attempt, index) => ({ ...attempt, index })).filter(
    ({ isHarmless }) => isHarmless,
  );

  it.each(real)('[RN31] $name gets out', async ({ index, held }) => {
    const world = await createWorld(SECRET, {});
    try {
      const attempt = ATTEMPTS[index] as Attempt;
      const file = join(world.folder, 'a.mjs');
      writeFileSync(file, sourceOf(attempt, index, world));
      const leaked = openSync(world.canaryFile, 'r');
      const { stdout, stderr } = await runPlainly(file, leaked);
      const said = { head: stdout, tail: '', omittedBytes: 0, bytes: 0 };
      const outcome = { stdout: said, stderr: { ...said, head: stderr } } as RunOutcome;
      const isOut =
        (stdout + stderr).includes(SECRET) ||
        world.heard.length > 0 ||
        held?.(outcome) !== undefined;
      expect(isOut, stdout + stderr).toBe(true);
    } finally {
      world.close();
    }
  });
});

/** Not synchronously: the listeners of the world are in this process. */
async function runPlainly(
  file: string,
  leaked: number,
): Promise<{ stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, WAYMARK_CANARY: SECRET },
    stdio: ['ignore', 'pipe', 'pipe', leaked],
    timeout: 20_000,
  });
  const words = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (bytes) => {
      words[name] += bytes;
    });
  }
  await new Promise((resolve) => child.once('close', resolve));
  return words;
}
