/** Calls that do something long between two transactions. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { MAIN_ENGINES } from '../../test/support/engines.ts';
import { contentsOf, journalOf } from '../../test/support/journal.ts';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import { SerialQueue } from '../kernel/serial-queue.ts';
import {
  type Answer,
  answer,
  defineOperation,
  type JobReach,
} from '../operations/declaration/define-operation.ts';
import { writes } from '../operations/declaration/facets.ts';
import type { Writing } from '../store/port.ts';
import { dispatch } from './dispatch.ts';
import type { Along } from './do-jobs.ts';

const WORKSPACE = 'jobs';
const CALLER = { agent: 'a', role: 'write' } as const;

async function note(tx: Writing, content: string): Promise<void> {
  const place = { entity: 'branch:1', branch: 1, doc: 'notes' };
  await tx.append([{ type: 'note_committed', ...place, payload: { content } }]);
}

/** Writes a note, works, writes another one; `rounds` times. */
function longTool(work: (reach: JobReach, round: number) => Promise<string>) {
  const round = async (tx: Writing, at: number, rounds: number): Promise<Answer> => {
    await note(tx, `begin ${at}`);
    const job = async (reach: JobReach) => {
      const result = await work(reach, at);
      return async (call: { readonly tx: Writing; readonly nowMs: number }) => {
        await note(call.tx, `end ${at}: ${result}`);
        return at < rounds ? round(call.tx, at + 1, rounds) : answer({ result });
      };
    };
    return { ...answer({ result: 'not yet' }), job };
  };
  return defineOperation({
    name: 'long_tool',
    title: 'Long tool',
    description: 'Works outside its transaction.',
    toolset: 'reasoning',
    does: writes(),
    input: { rounds: z.int().default(1) },
    example: { title: 'Once', args: {} },
    run: ({ rounds }, { tx }) => round(tx, 1, rounds),
  });
}

describe.each(MAIN_ENGINES)('a job on $name', (engine) => {
  let test: TestSurface;

  beforeEach(async () => {
    test = await openTestSurface({ engine, defaultWorkspace: WORKSPACE });
    await test.call('init', { workspace: WORKSPACE });
  });
  afterEach(() => test.close());

  const notes = async () => contentsOf(await journalOf(test.surface.store, WORKSPACE));

  const call = (
    work: (reach: JobReach, round: number) => Promise<string>,
    args: object = {},
    along: Along = {},
  ) => {
    const catalogue = [...test.surface.catalogue, longTool(work)];
    const asked = { tool: 'long_tool', args };
    return dispatch({ ...test.surface, catalogue }, asked, CALLER, along);
  };

  it('[CA95] runs after the first commit, outside any transaction, and before the second', async () => {
    const reply = await call(async () => {
      // Would wait for ever if the transaction of the call were still open.
      await test.call('notes_commit', { content: 'meanwhile' });
      return 'done';
    });
    expect(reply.isError, reply.text).toBe(false);
    expect(JSON.parse(reply.text).result).toEqual({ result: 'done' });
    expect(await notes()).toEqual(['begin 1', 'meanwhile', 'end 1: done']);
  });

  it('[CA95] may be followed by another', async () => {
    const reply = await call(async (_, at) => `r${at}`, { rounds: 3 });
    expect(JSON.parse(reply.text).result).toEqual({ result: 'r3' });
    expect(await notes()).toHaveLength(6);
  });

  it('[CA96] that is cancelled is still ended', async () => {
    const cancel = new AbortController();
    const whenAborted = ({ signal }: JobReach) =>
      new Promise<string>((resolve) => {
        signal?.addEventListener('abort', () => resolve('cancelled'));
        cancel.abort();
      });
    await call(whenAborted, {}, { signal: cancel.signal });
    expect(await notes()).toEqual(['begin 1', 'end 1: cancelled']);
  });

  it('[CA97] lets other calls of the caller run', async () => {
    const queue = new SerialQueue();
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const long = queue.run(({ outside }) =>
      call(() => waiting.then(() => 'late'), {}, { outside }),
    );
    const short = queue.run(async () => test.call('notes_commit', { content: 'short' }));
    expect((await short).isError).toBe(false);
    release();
    expect(JSON.parse((await long).text).result).toEqual({ result: 'late' });
    expect(await notes()).toEqual(['begin 1', 'short', 'end 1: late']);
  });

  it('[CA98] is done once for a call with a key, which then has the answer of its end', async () => {
    let runs = 0;
    const work = async () => `run ${++runs}`;
    const first = await call(work, { call_id: 'k' });
    const again = await call(work, { call_id: 'k' });
    expect(runs).toBe(1);
    expect(JSON.parse(again.text).result).toEqual(JSON.parse(first.text).result);
    expect(JSON.parse(again.text).warnings).toMatchObject([{ code: 'ALREADY_DONE' }]);
  });

  it('[CA99] reports its progress without secrets', async () => {
    const lines: string[] = [];
    const work = async ({ report }: JobReach) => {
      report('password=hunter2hunter2 at 10 %');
      return 'ok';
    };
    await call(work, {}, { report: (line) => lines.push(line) });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('hunter2hunter2');
    expect(lines[0]).toContain('10 %');
  });
});
