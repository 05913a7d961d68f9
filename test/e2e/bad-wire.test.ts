/** Whatever bytes come over stdio, each wrong line gets one error, and the server continues. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSAL_CODES } from '../../src/kernel/refusal.ts';
import { CATALOGUE } from '../../src/operations/catalogue.ts';
import { openStore } from '../../src/store/open-store.ts';
import { BAD_LINES, type BadLine } from '../support/bad-lines.ts';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { headsOf } from '../support/journal.ts';
import { malformedCalls } from '../support/malformed-calls.ts';
import { codeIn } from '../support/reply.ts';
import { callResult, type Message, messageIn, StdioClient } from '../support/stdio-client.ts';

const SEED = 20_261_115;
const WORKSPACE = 'wire';
const CALLS_EACH = 8;
/** A later call has been answered by then, so what is still missing will not come. */
const LAST_CHANCE_MS = 2_000;

const [engine] = MAIN_ENGINES;
if (!engine) throw new Error('no engine to test on');

function isErrorAnswer({ error, result }: Message): boolean {
  if (error) return Number.isInteger(error.code) && error.message !== '';
  if (!result) return false;
  const { isError, text } = callResult(result);
  return isError && (REFUSAL_CODES as readonly string[]).includes(codeIn(text));
}

async function within<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LAST_CHANCE_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

describe('bad input over the wire', () => {
  let place: TestPlace;
  let client: StdioClient;

  async function heads(): Promise<Record<string, number>> {
    const store = await openStore(place);
    try {
      return await headsOf(store);
    } finally {
      await store.close();
    }
  }

  async function expectAlive(): Promise<void> {
    expect(await client.request('ping')).toMatchObject({ result: {} });
    expect(await client.call('status')).toMatchObject({ isError: false });
  }

  /** What is wrong with the answer to one line; empty if it is one error and nothing else. */
  async function faultOf({ what, bytes, id }: BadLine): Promise<string[]> {
    const seen = client.lines.length;
    client.write(Buffer.concat([bytes, Buffer.from('\n')]));
    await client.call('status');
    const answer = await within(client.answerTo(id));
    if (!answer) return [`no answer to ${what}`];
    if (!isErrorAnswer(answer)) return [`no error for ${what}: ${JSON.stringify(answer)}`];
    // The error, and the answer to the status call after it.
    const lines = client.lines.length - seen;
    return lines === 2 ? [] : [`${lines - 1} answers to ${what}`];
  }

  beforeAll(async () => {
    place = await engine.place();
    client = await StdioClient.start({ flags: place.flags, workspace: WORKSPACE });
    await client.call('notes_commit', { content: 'the only note' });
  });
  afterAll(async () => {
    client.kill();
    await client.exited;
    await place.remove();
  });

  it(`[TP2] [TP3] answers ${BAD_LINES.length} wrong lines with an error each`, async () => {
    const before = await heads();
    const faults: string[] = [];
    for (const line of BAD_LINES) faults.push(...(await faultOf(line)));
    expect(faults).toEqual([]);
    await expectAlive();
    expect(await heads()).toEqual(before);
  });

  it(`refuses ${CALLS_EACH} malformed calls of each tool`, async () => {
    const before = await heads();
    for (const operation of CATALOGUE) {
      const calls = fc.sample(malformedCalls(operation), { seed: SEED, numRuns: CALLS_EACH });
      for (const { tool, fault, args } of calls) {
        const answer = await client.request('tools/call', { name: tool, arguments: args });
        const told = JSON.stringify(answer).slice(0, 1_000);
        expect(isErrorAnswer(answer), `${tool}: ${fault}: ${told}`).toBe(true);
      }
    }
    await expectAlive();
    expect(await heads()).toEqual(before);
  });

  it('does nothing for notifications', async () => {
    const before = await heads();
    const params = { name: 'notes_commit', arguments: { content: 'must not be written' } };
    client.send({ jsonrpc: '2.0', method: 'tools/call', params });
    client.send({ jsonrpc: '2.0', method: 'notifications/no_such' });
    client.send({ jsonrpc: '2.0', id: 'never-asked', result: {} });
    client.send({ jsonrpc: '2.0', id: 'never-asked', error: { code: 1, message: 'x' } });
    client.write('\n  \n\r\n\t\n');
    await expectAlive();
    expect(await heads()).toEqual(before);
  });

  it('[TP1] has written nothing but JSON-RPC, each message on a line', () => {
    expect(client.lines.filter((line) => messageIn(line) === undefined)).toEqual([]);
  });
});
