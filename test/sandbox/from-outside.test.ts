/** Runs as the machine sees them: their rights, many at once, and what a killed server leaves. */

import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runnerChooser } from '../../src/runner/choose-runner.ts';
import type { CellFile } from '../../src/runner/port.ts';
import { ACCOUNTS, buildDriver, createWorld, drive, processesWith, type World } from './world.ts';

let driver: string;
beforeAll(async () => {
  driver = await buildDriver();
});
afterAll(() => rmSync(driver, { recursive: true, force: true }));

/** Runs that should end by themselves have a limit that a busy machine never reaches. */
function cell(name: string, source: string, ms = 300_000) {
  const files: CellFile[] = [{ name, language: 'js', source }];
  return { files, entry: name, limits: { ms } };
}

async function until<Value>(find: () => Value, isIt: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = find();
    if (isIt(value)) return value;
    await sleep(50);
  }
}

const field = (status: string, name: string) =>
  new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? '';

const NAMESPACES = ['net', 'pid', 'user', 'mnt', 'ipc', 'uts'];

describe.each(ACCOUNTS)('as $who', ({ account }) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld('canary', account);
  });
  afterAll(() => world.close());

  it('[RN24] a cell has no privilege, and shares nothing with the machine', async () => {
    const name = `seen-${process.pid}.js`;
    const run = cell(name, 'setTimeout(() => {}, 60_000)');
    const { child, report } = drive(
      driver,
      { kind: 'node', atOnce: 1, runs: [run] },
      account,
      world,
    );
    report.catch(() => {});
    const isInside = (pid: number) => readlinkOf(pid, 'net') !== readlinkOf(process.pid, 'net');
    const inside = await until(
      () => processesWith(`/notebook/${name}`).filter(isInside),
      // A process that was just forked gets its filter with its next few instructions.
      (pids) =>
        pids.some((pid) => field(statusOf(pid), 'NSpid').endsWith('\t2')) &&
        pids.every((pid) => field(statusOf(pid), 'Seccomp') === '2'),
    );
    // The program, and the first process of the sandbox above it.
    expect(inside.length).toBeGreaterThanOrEqual(1);
    for (const pid of inside) {
      const status = statusOf(pid);
      for (const kind of ['Inh', 'Prm', 'Eff', 'Bnd', 'Amb']) {
        expect(field(status, `Cap${kind}`), `Cap${kind}`).toMatch(/^0+$/);
      }
      expect(field(status, 'NoNewPrivs')).toBe('1');
      expect(field(status, 'Seccomp')).toBe('2');
      expect(field(status, 'Uid').split('\t')).not.toContain('0');
      expect(field(status, 'Groups').trim().split(' ')).not.toContain('0');
      for (const kind of NAMESPACES) {
        expect(readlinkOf(pid, kind), kind).not.toBe(readlinkOf(process.pid, kind));
      }
    }
    child.kill('SIGKILL');
    expect(
      await until(
        () => processesWith(name),
        (pids) => pids.length === 0,
      ),
    ).toEqual([]);
  });

  // Early moments too: bubblewrap dies with its parent only from some moment of its start on.
  it.each([0, 10, 20, 30, 40, 60, 80, 120, 500])(
    '[RN32] nothing is left when the server is killed %i ms after runs began',
    async (ms) => {
      const name = `left-${process.pid}-${ms}.js`;
      const source =
        'import fs from "node:fs"; fs.writeFileSync("/tmp/x", "x"); setInterval(() => {}, 9);';
      const runs = Array.from({ length: 3 }, () => cell(name, source));
      const orders = { kind: 'node', atOnce: 3, runs } as const;
      const { child, report, scratch } = drive(driver, orders, account, world);
      report.catch(() => {});
      const begun = await until(
        () => processesWith(name),
        (pids) => pids.length > 0,
      );
      expect(begun.length).toBeGreaterThan(0);
      await sleep(ms);
      child.kill('SIGKILL');
      expect(
        await until(
          () => processesWith(name),
          (pids) => pids.length === 0,
        ),
      ).toEqual([]);
      expect(readdirSync(scratch)).toEqual([]);
    },
  );

  it.each(['node', 'quickjs'] as const)(
    '[RN33] forty runs at once on %s keep their outputs and limits apart',
    async (kind) => {
      const own = `apart-${process.pid}-`;
      const runs = Array.from({ length: 40 }, (_, index) => {
        const name = `${own}${index}.js`;
        if (index % 10 === 3) return cell(name, 'for (;;);', 400);
        if (index % 10 === 7) return cell(name, `throw new Error('own ${index}')`);
        return cell(name, `for (let n = 0; n < 50; n++) console.log('own ${index}')`);
      });
      const orders = { kind, atOnce: 40, cores: 2, runs };
      const { outcomes } = await drive(driver, orders, account, world).report;
      outcomes.forEach(({ reason, stdout, stderr }, index) => {
        const [wanted, text] =
          index % 10 === 3
            ? ['time', /^$/]
            : index % 10 === 7
              ? ['exit', new RegExp(`own ${index}\\b`)]
              : ['ok', new RegExp(`^(own ${index}\n){50}$`)];
        expect([index, reason]).toEqual([index, wanted]);
        if (wanted === 'exit') expect(stderr.head).toMatch(text);
        else expect(stdout.head).toMatch(text);
      });
      expect(processesWith(`/notebook/${own}`)).toEqual([]);
    },
  );
});

it('[RN32] nothing is left of runs that are cancelled while they start', async () => {
  const { runner } = await runnerChooser({ clock: () => performance.now() })('node');
  const name = `stopped-${process.pid}.js`;
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const abort = new AbortController();
      const run = cell(name, 'setInterval(() => {}, 9)');
      const timer = setTimeout(() => abort.abort(), index * 45 + (index % 8) * 7);
      const outcome = await runner?.run({ ...run, signal: abort.signal });
      clearTimeout(timer);
      expect(outcome?.reason).toBe('cancelled');
    }),
  );
  const left = await until(
    () => processesWith(name),
    (pids) => pids.length === 0,
  );
  expect(left).toEqual([]);
});

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

function readlinkOf(pid: number, kind: string): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/${kind}`);
  } catch {
    return '';
  }
}
