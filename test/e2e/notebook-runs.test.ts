/** Runs of cells in real servers that are cancelled, killed and asked by others. */

import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestPlace } from '../support/engines.ts';
import { describeAtOnce } from '../support/engines-at-once.ts';
import { callResult, StdioClient } from '../support/stdio-client.ts';
import type { Shown } from '../support/task-world.ts';
import { spoken } from '../support/thought-world.ts';

const LONG = "console.log('begun'); await new Promise((done) => setTimeout(done, 60_000));";

async function ask(client: StdioClient, what: string, args: object = {}): Promise<Shown> {
  const reply = await client.call('thoughtbox_gateway', { ...spoken(what), ...args });
  return JSON.parse(reply.text);
}

/** The processes of the machine whose command line has this word. */
function processesWith(word: string): string[] {
  const lines = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes(word) && !line.includes('ps -eo'));
}

describeAtOnce('runs of cells', (engine) => {
  let place: TestPlace;
  const started: StdioClient[] = [];

  beforeEach(async () => {
    place = await engine.migrated();
  });
  afterEach(async () => {
    for (const client of started.splice(0)) {
      client.kill();
      await client.exited;
    }
    await place.remove();
  });

  async function agent(name: string): Promise<StdioClient> {
    const more = ['--agent', name];
    const client = await StdioClient.start({ flags: place.flags, workspace: 'shared', more });
    started.push(client);
    await ask(client, 'start_new');
    await ask(client, 'cipher');
    return client;
  }

  /** A notebook with a cell that runs for a minute, begun by this client. */
  async function longRun(client: StdioClient, filename: string, timeoutMs = 50_000) {
    const { notebookId } = await ask(client, 'notebook create', { name: 'Long' });
    const cell = { notebookId, type: 'code', filename, content: LONG };
    await ask(client, 'notebook add_cell', cell);
    const run = { ...spoken('notebook run_cell'), notebookId, cellId: filename, timeoutMs };
    const _meta = { progressToken: 'p' };
    const progress = client.next(({ method }) => method === 'notifications/progress');
    const id = client.lastAsked + 1;
    const answer = client.request('tools/call', {
      name: 'thoughtbox_gateway',
      arguments: run,
      _meta,
    });
    answer.catch(() => {});
    expect(await progress).toMatchObject({ params: { progressToken: 'p', message: 'begun' } });
    return { notebookId, cellId: filename, answer, id };
  }

  it('[CA97] [CA99] [NB75] [NB77] another process sees the run, and cancels it', async () => {
    const [ada, ben] = [await agent('ada'), await agent('ben')];
    const { notebookId, cellId, answer } = await longRun(ada, 'long.js');
    const cell = { notebookId, cellId };
    for (const client of [ada, ben]) {
      expect(await ask(client, 'notebook get_cell', cell)).toMatchObject({ status: 'running' });
      const second = await ask(client, 'notebook run_cell', cell);
      expect(second.message).toMatch(/is running, for at most \d+ s more/);
    }
    expect(await ask(ben, 'notebook cancel', cell)).toEqual({ cancelled: true });
    const { text } = callResult((await answer).result ?? {});
    expect(JSON.parse(text)).toMatchObject({ reason: 'cancelled', output: 'begun\n' });
  });

  it('[NB88] a package that is not installed is named, with the call that installs it', async () => {
    const ada = await agent('ada');
    const { notebookId } = await ask(ada, 'notebook create', { name: 'Absent' });
    const content = `import fs from 'node:fs';
import _ from 'lodash/fp';
import { z } from 'zod';
console.log(fs, _, z);`;
    const cell = { notebookId, type: 'code', filename: 'a.ts', content };
    await ask(ada, 'notebook add_cell', cell);
    await ask(ada, 'notebook update_cell', {
      ...{ notebookId, cellId: 'package.json' },
      content: '{"dependencies": {"zod": "4.1.0"}}',
    });
    const run = () => ask(ada, 'notebook run_cell', { notebookId, cellId: 'a.ts' });
    expect((await run()).error).toBe(
      [
        'a.ts:2: The package lodash is not installed.',
        'a.ts:3: The package zod is not installed.',
        `Install with: thoughtbox_gateway {"operation":"notebook","subOperation":"install_deps","notebookId":"${notebookId}","packages":["lodash"]}`,
      ].join('\n'),
    );
    const caught = "await import('lodash').catch(() => console.log('without'));";
    await ask(ada, 'notebook update_cell', { notebookId, cellId: 'a.ts', content: caught });
    expect(await run()).toMatchObject({ status: 'completed', output: 'without\n' });
  });

  it('[CA96] [NB71] a cancelled request ends the run', async () => {
    const ada = await agent('ada');
    const { notebookId, cellId, id } = await longRun(ada, 'long.js');
    ada.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: id },
    });
    const cell = () => ask(ada, 'notebook get_cell', { notebookId, cellId });
    while ((await cell()).status === 'running') await sleep(50);
    expect(await cell()).toMatchObject({ status: 'failed', output: 'begun\n' });
  });

  it('[NB79] a server that is stopped ends its runs, and records that', async () => {
    const ada = await agent('ada');
    const { notebookId, cellId } = await longRun(ada, 'long.js');
    ada.kill('SIGTERM');
    await ada.exited;
    const ben = await agent('ben');
    const cell = await ask(ben, 'notebook get_cell', { notebookId, cellId });
    expect(cell).toMatchObject({ status: 'failed', output: 'begun\n' });
  });

  it('[NB76] a killed server leaves no process, and its run reads as failed after its lease', async ({
    expect,
  }) => {
    const [ada, ben] = [await agent('ada'), await agent('ben')];
    const file = `left-${ada.pid}.js`;
    const { notebookId, cellId } = await longRun(ada, file, 1_000);
    expect(processesWith(file)).not.toEqual([]);
    ada.kill('SIGKILL');
    await ada.exited;
    const cell = () => ask(ben, 'notebook get_cell', { notebookId, cellId });
    expect((await cell()).status).toMatch(/running|failed/);
    await expect.poll(() => processesWith(file)).toEqual([]);
    while ((await cell()).status === 'running') await sleep(250);
    expect(await cell()).toMatchObject({ status: 'failed' });
    const again = { notebookId, cellId, timeoutMs: 500 };
    expect(await ask(ben, 'notebook run_cell', again)).toMatchObject({ reason: 'time' });
  });

  it('[NB75] forty runs at once keep apart, and begin in order within their notebook', async () => {
    const ada = await agent('ada');
    const ended: string[] = [];
    const runs = await Promise.all(
      [0, 1, 2, 3].map(async (book) => {
        const { notebookId } = await ask(ada, 'notebook create', { name: `Book ${book}` });
        for (let cell = 0; cell < 10; cell++) {
          const content = `console.log('own ${book} ${cell}');`;
          const filename = `c${cell}.js`;
          await ask(ada, 'notebook add_cell', { notebookId, type: 'code', filename, content });
        }
        return { book, notebookId };
      }),
    );
    const outputs = await Promise.all(
      runs.flatMap(({ book, notebookId }) =>
        Array.from({ length: 10 }, async (_, cell) => {
          const ran = await ask(ada, 'notebook run_cell', { notebookId, cellId: `c${cell}.js` });
          ended.push(`${book} ${cell}`);
          return [`own ${book} ${cell}\n`, ran.output];
        }),
      ),
    );
    for (const [wanted, output] of outputs) expect(output).toBe(wanted);
    for (const { book } of runs) {
      const own = ended.filter((name) => name.startsWith(`${book} `));
      expect(own).toEqual(Array.from({ length: 10 }, (_, cell) => `${book} ${cell}`));
    }
  });
});
