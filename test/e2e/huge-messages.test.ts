/** A huge message is refused, and no other client has to wait noticeably. */

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { ask, type HttpServer, MCP_HEADERS, startHttpServer } from '../support/http-server.ts';
import { StdioClient } from '../support/stdio-client.ts';

const [engine] = MAIN_ENGINES;
if (!engine) throw new Error('no engine to test on');

const INVALID_REQUEST = -32_600;
/**
 * Refusing takes half of the processor time of reading as many bytes of plain text. Parsing and
 * checking all those values would take sixteen times as much.
 */
const PARSED_TIMES = 4;

const names = (count: number) => Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',');

function call(id: string, tool: string, args: string): string {
  const params = `{"name":"${tool}","arguments":${args}}`;
  return `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":${params}}`;
}

function hugeCalls(count: number): readonly (readonly [id: string, line: string])[] {
  const [open, close] = ['{"a":'.repeat(10_000), '}'.repeat(10_000)];
  return (
    [
      ['names', 'notes_commit', `{"content":"x",${names(count)}}`],
      ['gateway', 'thoughtbox_gateway', `{"operation":"thought",${names(count)}}`],
      ['inside', 'notes_commit', `{"content":"x","meta":{${names(count)}}}`],
      ['list', 'notes_commit', `{"content":"x","meta":{"a":[${'1,'.repeat(2 * count)}1]}}`],
      ['levels', 'notes_commit', `{"content":"x","meta":${open}1${close}}`],
    ] as const
  ).map(([id, tool, args]) => [id, call(id, tool, args)]);
}

describe('a huge message', () => {
  let place: TestPlace;
  beforeEach(async () => {
    place = await engine.place();
  });
  afterEach(() => place.remove());

  it('[TP40] is refused with its id over stdio', async () => {
    const client = await StdioClient.start({ flags: place.flags, workspace: 'w' });
    try {
      for (const [id, line] of hugeCalls(500_000)) {
        client.write(`${line}\n`);
        expect(await client.answerTo(id)).toMatchObject({ error: { code: INVALID_REQUEST } });
      }
      expect(await client.call('notes_commit', { content: 'alive' })).toMatchObject({
        isError: false,
      });
    } finally {
      client.kill();
      await client.exited;
    }
  });

  it.runIf(process.platform === 'linux')(
    '[TP40] keeps no other client waiting over HTTP',
    async () => {
      const server: HttpServer = await startHttpServer({ flags: place.flags, workspace: 'w' });
      const post = (body: string) =>
        ask(server.mcpUrl, { method: 'POST', headers: MCP_HEADERS, body });
      try {
        const health = new URL('/health', server.mcpUrl).href;
        const calls = hugeCalls(300_000);
        const refusing = await cpuTicks(server.pid, async () => {
          for (const [, body] of calls) {
            const [answer, other] = await Promise.all([post(body), ask(health)]);
            expect(other.status).toBe(200);
            expect(answer.status, answer.text).toBe(413);
            expect(JSON.parse(answer.text)).toMatchObject({
              error: { message: expect.stringContaining('at most') },
            });
          }
        });
        const reading = await cpuTicks(server.pid, async () => {
          for (const [id, { length }] of calls) {
            await post(call(id, 'notes_commit', `{"content":"${'x'.repeat(length)}"}`));
          }
        });
        expect(refusing).toBeLessThan(PARSED_TIMES * reading);
      } finally {
        await server.stop();
      }
    },
  );
});

/** The processor time of a server, in ticks of 10 ms: what else the machine does is not in it. */
async function cpuTicks(pid: number, meanwhile: () => Promise<void>): Promise<number> {
  const before = ticksOf(pid);
  await meanwhile();
  return ticksOf(pid) - before;
}

function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}
