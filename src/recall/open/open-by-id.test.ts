/** Every id that a broad scene prints is opened again; docs/spec/recall.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { filled } from '../../../test/support/filled.ts';
import { playScene } from '../../../test/support/frozen-scene.ts';
import { openTestSurface, TESTER, type TestSurface } from '../../../test/support/surface.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import type { Suggestion } from '../../kernel/suggestion.ts';
import { CATALOGUE } from '../../operations/catalogue.ts';

const WORKSPACES = ['notes', 'tasks', 'work', 'thoughts', 'notebooks'];

/** Fields that hold an id: of the thing itself, or of one that it refers to. */
const ID_FIELD = new RegExp(
  '^(id|ids|seq|node|root|parent|into|doc|source_event_id|prev|branch|base_branch|from|to)$' +
    '|(_id|_ids|Id)$',
);

/** A branch is known by its last name: the one before a renaming is forgotten. */
const FORGOTTEN = ['idea/none'];

/** What is an id only together with something else that stands beside it, or names no thing. */
const PARTIAL = /^(branchId|call_id|agent_id|session_holder)$/;

/** Ids that stand in lines and texts. */
const IN_TEXT = /\b(?:(?:PLAN|TASK|RULE|CARD)-[0-9]+|(?:STEP|NODE)-[0-9A-F]{8}|evt_[0-9]{16})\b/g;

function idsIn(value: Json | undefined, field: string, found: Set<string>): void {
  if (typeof value === 'string') {
    for (const [id] of value.matchAll(IN_TEXT)) found.add(id);
    if (ID_FIELD.test(field) && !PARTIAL.test(field) && value !== '') found.add(value);
  } else if (typeof value === 'number') {
    if (field === 'seq') found.add(String(value));
  } else if (Array.isArray(value)) {
    for (const each of value) idsIn(each, field, found);
  } else if (value !== undefined && isJsonObject(value)) {
    for (const [name, each] of Object.entries(value)) idsIn(each, name, found);
  }
}

/** Remembers every id that is answered, by workspace. */
function listening(server: TestSurface, heard: Map<string, Set<string>>): TestSurface {
  return {
    ...server,
    async call(tool, args, caller) {
      const reply = await server.call(tool, args, caller);
      const { workspace = '' } = args as { workspace?: string };
      const found = heard.get(workspace) ?? new Set();
      heard.set(workspace, found);
      if (!reply.isError) idsIn(reply.structured, '', found);
      idsIn(reply.text.startsWith('{') ? '' : reply.text, '', found);
      return reply;
    },
  };
}

/** Calls of the gateway that only show. */
const SHOWN: readonly JsonObject[] = [
  { operation: 'list_sessions' },
  { operation: 'session', subOperation: 'get', sessionId: 'latest' },
  { operation: 'session', subOperation: 'export', sessionId: 'latest' },
  { operation: 'knowledge', subOperation: 'list' },
  { operation: 'knowledge', subOperation: 'list_notes' },
  { operation: 'mental_models', subOperation: 'list_models' },
  { operation: 'notebook', subOperation: 'list' },
  { operation: 'notebook', subOperation: 'get', notebookId: 'latest' },
];

interface Budget {
  readonly truncated: boolean;
}

const ADA = { agent: 'ada', role: 'write' } as const;

async function lookAround(server: TestSurface, workspace: string): Promise<void> {
  const lookers = CATALOGUE.filter(({ effect, name }) => effect === 'read' && name !== 'recall');
  for (const { name } of lookers) {
    const reply = await server.call(name, { workspace });
    if (reply.isError) await server.call(name, { workspace, project: 'parser' });
  }
  for (const target of ['PLAN-001', 'TASK-001']) {
    for (const tool of ['tasks_resume', 'tasks_history', 'tasks_handoff', 'graph_query', 'show']) {
      await server.call(tool, { workspace, target });
    }
  }
  for (const args of SHOWN) await server.call('thoughtbox_gateway', { workspace, ...args }, ADA);
}

describe.each(MAIN_ENGINES)('recall by id on $name', (engine) => {
  const heard = new Map<string, Set<string>>();
  let server: TestSurface;
  beforeAll(async () => {
    server = await openTestSurface({ engine });
    const ears = listening(server, heard);
    await playScene(ears);
    for (const workspace of WORKSPACES) await lookAround(ears, workspace);
  });
  afterAll(() => server.close());

  const ask = async (workspace: string, id: string, more: object = {}) => {
    const reply = await server.call('recall', { workspace, id, ...more });
    return {
      reply,
      ...(JSON.parse(reply.text) as { result: JsonObject; suggestions: Suggestion[] }),
    };
  };
  /** Nothing is written meanwhile, and most things are neighbours of several. */
  const opened = new Map<string, ReturnType<typeof ask>>();
  const open = (workspace: string, id: string) => {
    const key = `${workspace} ${id}`;
    const known = opened.get(key) ?? ask(workspace, id);
    opened.set(key, known);
    return known;
  };

  it.each(WORKSPACES)('[RC61] opens every id that is printed in %s', async (workspace) => {
    const ids = [...(heard.get(workspace) ?? [])].filter((id) => !FORGOTTEN.includes(id));
    expect(ids.length).toBeGreaterThan(10);
    const refused: string[] = [];
    for (const id of ids) {
      const { reply, result } = await open(workspace, id);
      if (reply.isError) refused.push(id);
      else if (!('choices' in result)) expect(result, id).toMatchObject({ content: {} });
    }
    expect(refused).toEqual([]);
  });

  it.each(WORKSPACES)('[RC60] proposes calls that run, in %s', async (workspace) => {
    for (const id of heard.get(workspace) ?? []) {
      const { suggestions, result } = await open(workspace, id);
      expect(suggestions.length, id).toBe('choices' in result ? suggestions.length || 1 : 1);
      for (const { target, params } of suggestions) {
        const next = await server.call(target, filled(params), TESTER);
        expect(next.isError, `${id}: ${JSON.stringify(params)}: ${next.text}`).toBe(false);
      }
    }
  });

  it.each(WORKSPACES)(
    '[RC60] [RC70] names neighbours and choices that open, in %s',
    async (workspace) => {
      for (const id of heard.get(workspace) ?? []) {
        const { result } = await open(workspace, id);
        const { near = [], choices = [] } = result as Record<string, JsonObject[]>;
        for (const each of [...near, ...choices]) {
          const { reply, result: other } = await open(workspace, String(each.id));
          expect(reply.isError, `${id}: ${each.id}`).toBe(false);
          if (choices.includes(each)) expect(other, String(each.id)).not.toHaveProperty('choices');
        }
      }
    },
  );

  /** What is told of a thing first, under each budget the same. */
  const tellingOf = async (workspace: string, id: string) => {
    const { content = {} } = (await open(workspace, id)).result as { content?: JsonObject };
    return ['title', 'summary', 'thought', 'text'].find((name) => name in content);
  };

  // How an answer is cut has nothing to do with the engine.
  it.each(engine.name === 'postgres' ? [600] : [200, 600, 1_500])(
    '[RC73] keeps and uses a budget of %i, whatever is opened',
    async (most) => {
      for (const workspace of WORKSPACES) {
        for (const id of heard.get(workspace) ?? []) {
          const { reply, result } = await ask(workspace, id, { max_chars: most });
          expect(reply.isError, reply.text).toBe(false);
          const { budget, ...payload } = result as { budget: Budget } & JsonObject;
          const used = Buffer.byteLength(JSON.stringify(payload));
          expect(used, id).toBeLessThanOrEqual(most);
          if ('choices' in payload || !budget.truncated) continue;
          if (most > 200) expect(used, id).toBeGreaterThanOrEqual(0.7 * Math.min(most, 600));
          expect(payload, id).toMatchObject({ id: expect.any(String), kind: expect.any(String) });
          expect(payload, id).toHaveProperty('content');
          const telling = await tellingOf(workspace, id);
          if (telling) expect(payload.content, id).toHaveProperty(telling);
        }
      }
    },
  );
});
