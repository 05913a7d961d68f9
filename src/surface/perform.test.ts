/**
 * Calls of writing tools that only read, and refusals on the way, by the rules in
 * docs/spec/calls.md.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../test/support/engines.ts';
import { examplesFor } from '../../test/support/examples.ts';
import {
  onlyReads,
  openTestSurface,
  setScene,
  type TestSurface,
} from '../../test/support/surface.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import {
  answer,
  defineOperation,
  type Operation,
} from '../operations/declaration/define-operation.ts';
import { scoped, writesUnless } from '../operations/declaration/facets.ts';
import { branch } from '../operations/declaration/fields.ts';
import type { Caller } from './caller.ts';
import { dispatch } from './dispatch.ts';
import type { Reply } from './render.ts';

const READER: Caller = { agent: 'reader', role: 'read' };

const LOOKING = CATALOGUE.filter((each) => each.isReadOnly !== undefined);

/** Declares that it only reads, and writes all the same. */
const dishonest = defineOperation({
  name: 'dishonest',
  title: 'A tool of the test',
  description: 'It writes where it should look.',
  toolset: 'reasoning',
  does: writesUnless({}, () => true).and(scoped({ branch: branch.optional() })),
  input: {},
  example: { title: 'Call it', args: {} },
  async run(_input, { tx }) {
    await tx.append([]);
    return answer({});
  },
});

it('[CA80] the tools with calls that only read are these', () => {
  expect(LOOKING.map(({ name }) => name)).toEqual([
    'graph_merge',
    'graph_next',
    'graph_open',
    'merge',
    'tasks_close_task',
  ]);
});

describe.each(MAIN_ENGINES)('on $name', (engine) => {
  let server: TestSurface;

  beforeAll(async () => {
    server = await openTestSurface({ engine, catalogue: [...CATALOGUE, dishonest] });
    await server.call('init', { workspace: 'acme' });
  });
  afterAll(() => server.close());

  /** With a store that grants no write lock. */
  async function look(tool: string, args: object, caller?: Caller): Promise<Reply> {
    const { surface } = server;
    const write = () => {
      throw new Error(`${tool} asked for the write lock`);
    };
    const store = { ...surface.store, write };
    return dispatch({ ...surface, store }, { tool, args }, caller ?? { ...READER, role: 'write' });
  }

  it.each(LOOKING)('[CA80] [CA81] $name reads without the write lock', async (operation) => {
    const { examples } = examplesFor(operation, `looks-${operation.name}`);
    const example = examples.find(({ args }) => onlyReads(operation, args));
    if (!example) throw new Error('it has no example that only reads');
    await setScene(server, example);
    for (const caller of [undefined, READER]) {
      const reply = await look(operation.name, example.args, caller);
      expect(reply.isError, reply.text).toBe(false);
    }
  });

  it('[CA80] [CA81] graph_open reads if the project exists, and writes if it does not', async () => {
    const args = { workspace: 'acme', project: 'parser' };
    await expect(look('graph_open', args)).rejects.toThrow('write lock');
    expect((await look('graph_open', args, READER)).refusal).toBe('FORBIDDEN');
    await server.call('graph_open', args);
    expect((await look('graph_open', args)).isError).toBe(false);
    expect((await look('graph_open', args, READER)).isError).toBe(false);
  });

  it('[CA81] a write in a call that only reads is a bug', async () => {
    const call = server.call('dishonest', { workspace: 'acme' });
    await expect(call).rejects.toThrow('dishonest writes in a call that may only read');
  });

  it.each([
    ['the document', 'show', { branch: 'nowhere' }, 'UNKNOWN_ID'],
    ['the target', 'tasks_radar', { target: 'TASK-999' }, 'UNKNOWN_ID'],
    [
      'a guard',
      'tasks_done',
      { strict_targeting: true },
      'STRICT_TARGETING_REQUIRES_EXPECTED_TARGET_ID',
    ],
    ['the workspace', 'branch_list', { workspace: 'stranger' }, 'UNKNOWN_WORKSPACE'],
    ['the arguments', 'branch_list', { limit: -1 }, 'INVALID_INPUT'],
  ])('[CA83] a refusal of %s must be declared', async (_of, tool, given, code) => {
    const args = { workspace: 'acme', ...given };
    expect((await server.call(tool, args)).refusal).toBe(code);
    const known = CATALOGUE.find((each) => each.name === tool) as Operation;
    const refusals = known.refusals.filter((each) => each !== code);
    const silent = { ...known, refusals };
    const prepare = (sent: object) => {
      const prepared = known.prepare(sent);
      return 'issues' in prepared ? prepared : { ...prepared, operation: silent };
    };
    const surface = { ...server.surface, catalogue: [{ ...silent, prepare }] };
    await expect(dispatch(surface, { tool, args }, { ...READER, role: 'write' })).rejects.toThrow(
      `undeclared refusal ${code}`,
    );
  });
});
