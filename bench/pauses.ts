/**
 * The longest pause that hostile input causes, as a multiple of parsing and serialising the same
 * bytes as JSON. Time in SQL has rows of its own.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTILE_CALLS, type HostileCall } from '../test/support/hostile-calls.ts';
import { jsonMs, MAX_MULTIPLE } from '../test/support/json-multiple.ts';
import { type Spent, spentBy } from '../test/support/sql-time.ts';
import { openTestSurface, type TestSurface } from '../test/support/surface.ts';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { type Row, row } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const ms = (what: string, value: number) => ({ what, value, unit: 'ms' }) as const;

async function memoryAfter(before: HostileCall['before'] = []): Promise<TestSurface> {
  const server = await openTestSurface({ thoughts: { stages: false }, defaultWorkspace: 'acme' });
  for (const { tool, args } of [{ tool: 'init', args: {} }, ...before]) {
    await server.call(tool, args);
  }
  return server;
}

/** Shorter times of SQL are not listed. */
const LEAST_SQL_MS = 20;

function rowsOf(what: string, { outside, sql, longestStatement }: Spent, unit: number): Row[] {
  const json = ms('its JSON', unit);
  return [
    row(ms(what, outside), json, { atMost: MAX_MULTIPLE }),
    ...(sql < LEAST_SQL_MS
      ? []
      : [
          row(ms(`${what}, SQL`, sql), json),
          row(ms(`${what}, longest statement`, longestStatement), json),
        ]),
  ];
}

async function measureCall({ name, tool, args, before, reads }: HostileCall): Promise<Row[]> {
  const server = await memoryAfter(before);
  const spent = await spentBy(() => server.call(tool, args));
  await server.close();
  return rowsOf(name, spent, jsonMs(reads ?? args));
}

/** Nodes of the chain, and how many a plan has. */
const CHAIN = 2_400;
const BATCH = 480;

/** A dependency that would close a cycle through a long chain that is stored. */
async function measureChain(): Promise<Row[]> {
  const server = await memoryAfter();
  const chain: string[] = [];
  while (chain.length < CHAIN) {
    const nodes = Array.from({ length: BATCH }, (_, at) => {
      const before = at === 0 ? chain.at(-1) : `r${at - 1}`;
      return { ref: `r${at}`, summary: 'One', depends_on: before === undefined ? [] : [before] };
    });
    const { text } = await server.call('graph_plan', { project: 'p', goal: 'All', nodes });
    chain.push(...JSON.parse(text).created.map(({ id }: { id: string }) => id));
  }
  const edges = [{ from: chain[0], to: chain.at(-1), type: 'depends_on' }];
  const spent = await spentBy(() => server.call('graph_connect', { edges }));
  await server.close();
  return rowsOf(`a cycle of ${CHAIN} stored nodes`, spent, jsonMs(chain));
}

/** The longest time that a server takes to answer a ping while it works. */
async function longestPing(client: StdioClient, work: () => Promise<unknown>): Promise<number> {
  let [longest, isDone] = [0, false];
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const start = performance.now();
    await client.request('ping', {});
    longest = Math.max(longest, performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await done;
  return longest;
}

/** The lines take a compiler superlinear time. Another number makes another text. */
function nestedCell(number: number): string {
  const lines = Array.from({ length: 48 }, (_, at) => `let q${at} = ${'a<'.repeat(1_000)}b;`);
  return [...lines, `// ${number}`].join('\n');
}

async function measureServer(ground: Ground): Promise<Row[]> {
  const directory = ground.directory();
  const config = join(directory, 'waymark.config.yaml');
  writeFileSync(config, 'notebooks: quickjs\nstages: off\n');
  const client = await ground.waymark(directory, '--config', config).initialize();
  const ask = (subOperation: string, args: object) =>
    client.call('thoughtbox_gateway', {
      ...{ workspace: WORKSPACE, operation: 'notebook', subOperation, ...args },
    });
  const { notebookId } = JSON.parse(await ask('create', { name: 'Bench' }));
  const idle = await longestPing(client, () => ask('get', { notebookId }));
  const rows = [row(ms('ping, a small call', idle), ms('allowed', 1_000))];
  for (let turn = 0; turn < ground.times(3, 1); turn++) {
    const [content, filename] = [nestedCell(turn), `nested${turn}.ts`];
    await ask('add_cell', { notebookId, type: 'code', filename, content });
    const pause = await longestPing(client, () =>
      ask('run_cell', { notebookId, cellId: filename, timeoutMs: 1_000 }),
    );
    const json = ms('its JSON', jsonMs({ content }));
    rows.push(row(ms('ping, a cell of nested types', pause), json, { atMost: MAX_MULTIPLE }));
  }
  for (const { name, tool, args } of HOSTILE_CALLS.slice(0, 2)) {
    const call = () => client.request('tools/call', { name: tool, arguments: args });
    const pause = await longestPing(client, call);
    rows.push(row(ms(`ping, ${name}`, pause), ms('its JSON', jsonMs(args))));
  }
  await client.close();
  return rows;
}

export const pauses: Benchmark = {
  name: 'pauses',
  async run(ground) {
    const rows: Row[] = [];
    for (const call of HOSTILE_CALLS) rows.push(...(await measureCall(call)));
    rows.push(...(await measureChain()), ...(await measureServer(ground)));
    return rows;
  },
};
