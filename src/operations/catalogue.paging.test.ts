/** What says that there is more leads on: rule BU25, for every tool and route that reads. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadEnds } from '../../test/support/dead-ends.ts';
import { filled } from '../../test/support/filled.ts';
import { type LargeMemory, largeCall, openLargeMemory } from '../../test/support/large-memory.ts';
import type { Json, JsonObject } from '../kernel/json.ts';
import type { Reply } from '../surface/render.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Operation } from './declaration/define-operation.ts';
import { ROUTES } from './thoughtbox/router/routes.ts';

const READING = CATALOGUE.filter(({ effect, name }) => effect !== 'write' || name === 'graph_next');
const READING_ROUTES = ROUTES.filter(({ runs }) => runs.effect !== 'write');

const CAPS = [200, 260, 340, 450, 600, 800, 1_000, 1_300, 1_700, 2_400, 3_500, 5_000, 8_000];

let memory: LargeMemory;
const untried: string[] = [];

beforeAll(async () => {
  memory = await openLargeMemory();
  await thoughts();
});
afterAll(() => memory.server.close());

async function gateway(args: JsonObject): Promise<Reply> {
  const reply = await memory.server.call('thoughtbox_gateway', args);
  expect(reply.isError, reply.text).toBe(false);
  return reply;
}

async function thoughts(): Promise<void> {
  const words = 'Größe 界 🧭 "q"\n'.repeat(12);
  for (let n = 0; n < 5; n++) {
    await gateway({ operation: 'start_new', sessionTitle: `Session ${n}`, tags: ['a'] });
    const pattern = { title: `Pattern ${n}`, content: words, description: words };
    await gateway({ operation: 'knowledge', subOperation: 'create', ...pattern });
  }
  await gateway({ operation: 'cipher' });
  for (let n = 1; n <= 9; n++) {
    const thought = `S${n}|E|${words.replaceAll('\n', ' ')}`;
    await gateway({ operation: 'thought', thought, nextThoughtNeeded: true });
  }
  await gateway({ operation: 'notebook', subOperation: 'create', name: 'Notebook' });
  for (let n = 1; n <= 9; n++) {
    const cell = { cellType: 'markdown', content: `${n} ${words}` };
    await gateway({
      ...{ operation: 'notebook', subOperation: 'add_cell', notebookId: 'latest' },
      ...cell,
    });
  }
}

/** Every limit of the tool set to one, so that almost everything has more. */
function leastPage({ fields }: Operation): JsonObject {
  const names = Object.keys(fields).filter((name) => /(^|_)limit(_|$)|^last$/.test(name));
  return Object.fromEntries(names.map((name) => [name, 1]));
}

function viewOf({ text, structured }: Reply): Json {
  return text.startsWith('{') ? JSON.parse(text) : structured;
}

async function expectWays(tool: string, args: JsonObject, page: JsonObject): Promise<void> {
  for (const least of [{}, page]) {
    for (const max_chars of [...CAPS, undefined]) {
      const sent = { ...args, ...least, ...(max_chars === undefined ? {} : { max_chars }) };
      const reply = await memory.server.call(tool, sent);
      expect(reply.isError, `${JSON.stringify(sent)}: ${reply.text}`).toBe(false);
      expect(deadEnds(viewOf(reply)), `${JSON.stringify(sent)}: ${reply.text}`).toEqual([]);
    }
  }
}

describe('what says that there is more, leads on', () => {
  it.each(READING)('[BU25] in $name', async (operation) => {
    if (operation.router) return;
    const args =
      operation.name === 'graph_next' ? { project: 'Größe' } : largeCall(operation, memory);
    await expectWays(operation.name, args, leastPage(operation));
  });

  it('[BU25] in tasks_mirror and tasks_resume of a plan', async () => {
    for (const tool of ['tasks_mirror', 'tasks_resume', 'tasks_resume_super']) {
      const operation = CATALOGUE.find(({ name }) => name === tool) as Operation;
      await expectWays(tool, { target: 'PLAN-001' }, leastPage(operation));
    }
  });

  it.each(READING_ROUTES)('[BU25] in $operation $subOperation', async (route) => {
    const { operation, subOperation, runs } = route;
    const sub = subOperation === undefined ? {} : { subOperation };
    const known: JsonObject = {
      ...('sessionId' in runs.fields ? { sessionId: 'current' } : {}),
      ...('notebookId' in runs.fields ? { notebookId: 'latest' } : {}),
    };
    const args = { ...filled(runs.minimal ?? {}), ...known, operation, ...sub };
    const first = await memory.server.call('thoughtbox_gateway', args);
    if (first.isError) {
      untried.push(`${operation} ${subOperation}`);
      return;
    }
    await expectWays('thoughtbox_gateway', args, leastPage(runs));
  });

  it('[BU25] in every route but those that show one thing by its id', () => {
    expect(untried).toEqual(['notebook get_cell', 'knowledge get', 'knowledge get_note']);
  });
});
