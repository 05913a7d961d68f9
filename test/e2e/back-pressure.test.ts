/**
 * A client over stdio that does not read its answers has to wait; its server's memory does not
 * fill.
 */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { contentsOf, journalAt } from '../support/journal.ts';
import { type Message, messageIn, WIRE_VERSION } from '../support/stdio-client.ts';
import { type Child, exitOf, startWaymark } from '../support/waymark-command.ts';

const [engine] = MAIN_ENGINES;
if (!engine) throw new Error('no engine to test on');

const WORKSPACE = 'pressed';
const CONTENT = 'x'.repeat(60_000);
/** Of this length that is 180 MB, if the server took all of it. */
const MAX_CALLS = 3_000;
/** After this long without being read the intake counts as stopped. */
const STOPPED_MS = 3_000;
const MAX_MEBIBYTES = 350;

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: WIRE_VERSION,
    capabilities: {},
    clientInfo: { name: 'deaf', version: '1' },
  },
};

const noteCall = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'notes_commit', arguments: { content: `${id} ${CONTENT}` } },
});

function residentMebibytes(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

/** Whether everything written was read before the time is over. */
async function isRead(child: Child): Promise<boolean> {
  const given = AbortSignal.timeout(STOPPED_MS);
  while (child.stdin.writableNeedDrain) {
    if (given.aborted) return false;
    await sleep(5);
  }
  return true;
}

/** Sends calls without reading until the server takes no more; returns the last id sent. */
async function push(child: Child, watch: () => void): Promise<number> {
  for (let id = 1; id <= MAX_CALLS; id++) {
    child.stdin.write(`${JSON.stringify(noteCall(id))}\n`);
    watch();
    if (!(await isRead(child))) return id;
  }
  throw new Error('a client that never reads was never made to wait');
}

describe('a client that does not read', () => {
  let place: TestPlace;
  beforeEach(async () => {
    place = await engine.place();
  });
  afterEach(() => place.remove());

  it('[TP45] is made to wait, and gets every answer in order when it reads', async () => {
    const child = startWaymark(['mcp', ...place.flags, '--workspace', WORKSPACE]);
    const exited = exitOf(child);
    try {
      child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
      // The handshake is done: from now on, waiting means that the server does not take what we
      // send.
      await new Promise((resolve) => child.stdout.once('readable', resolve));
      let peak = 0;
      const sent = await push(child, () => {
        if (process.platform !== 'linux') return;
        peak = Math.max(peak, residentMebibytes(child.pid ?? 0));
      });
      expect(peak).toBeLessThan(MAX_MEBIBYTES);

      const answers: (Message | undefined)[] = [];
      let rest = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        const lines = (rest + part).split('\n');
        rest = lines.pop() ?? '';
        answers.push(...lines.map(messageIn));
      });
      child.stdin.end();
      expect(await exited).toEqual({ code: 0, signal: null });
      expect(answers.map((answer) => answer?.id)).toEqual(
        Array.from({ length: sent + 1 }, (_, id) => id),
      );
      expect(answers.filter((answer) => answer?.error || answer?.result?.isError)).toEqual([]);
      expect(contentsOf(await journalAt(place, WORKSPACE))).toHaveLength(sent);
    } finally {
      child.kill('SIGKILL');
      await exited;
    }
  });
});
