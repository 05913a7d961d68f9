/** No cut of a text, wherever it falls, shows a part of a secret; docs/spec/redaction.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomFrom } from '../../test/support/random.ts';
import { shownOf } from '../../test/support/secret-corpus.ts';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import { viewArguments } from '../../test/support/view-arguments.ts';
import { rowsOf } from '../../test/support/view-rows.ts';
import { GATEWAY } from '../domain/thoughts/gateway-state.ts';
import type { JsonObject } from '../kernel/json.ts';
import { rowText } from '../observatory/rows/row-feed.ts';
import { VIEWS } from '../observatory/views/all-views.ts';
import type { Reply } from './render.ts';

/** Bodies of secrets: digits and letters by turns, so that no part of one reads like a word. */
const BODIES = Array.from({ length: 8 }, (_, at) => {
  const random = randomFrom(at);
  const pair = () => `${random.below(10)}${random.pick([...'bcdfghjkmnpqrstvwxyzBCDFGHJKMNPQRS'])}`;
  return Array.from({ length: 12 }, pair).join('');
});

const FORMS: readonly ((body: string) => string)[] = [
  (body) => `ghp_${body}`,
  (body) => `sk-proj-${body}`,
  (body) => `DB_PASSWORD=${body}`,
  (body) => `{"api_key":"${body}"}`,
  (body) => `postgres://ann:${body}@db`,
  (body) => `password: '${body}'`,
  (body) => `Bearer ${body}`,
  (body) => `doc-sk-${body}`,
];

/** Secrets one behind the other, so that a cut falls into one wherever it is. */
function crowd(shift: number, most: number): string {
  let text = 'x'.repeat(shift);
  for (let at = 0; ; at++) {
    const form = FORMS[at % FORMS.length] as (body: string) => string;
    const next = `${text} ${form(BODIES[at % BODIES.length] as string)}`;
    if (next.length > most) return text;
    text = next;
  }
}

let server: TestSurface;
beforeAll(async () => {
  server = await openTestSurface({ structured: true });
});
afterAll(() => server.close());

async function write(workspace: string, shift: number): Promise<JsonObject> {
  const [line, long] = [crowd(shift, 900), crowd(shift, 3_000)];
  const act = async (tool: string, args: JsonObject) => {
    const reply = await server.call(tool, { workspace, ...args });
    expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
    expect(shownOf(BODIES, sentIn(reply))).toEqual([]);
    return JSON.parse(reply.text.startsWith('{') ? reply.text : '{}') as JsonObject;
  };
  await act('remember', { text: line, kind: 'rule' });
  await act('remember', { text: long, kind: 'question' });
  await act('remember', { text: long, kind: 'decision' });
  await act('tasks_create', { kind: 'plan', title: line, description: long });
  const steps = [{ title: line, success_criteria: [line], tests: [line], blockers: [line] }];
  await act('tasks_create', { kind: 'task', parent: 'PLAN-001', title: line, steps });
  await act('tasks_note', { task: 'TASK-001', path: 's:0', note: long });
  await act('tasks_block', { task: 'TASK-001', path: 's:0', reason: line });
  await act('tasks_focus_set', { task: 'TASK-001' });
  await act('notes_commit', { content: long, title: line, meta: { [line]: long, note: long } });
  await act('think_card', { card: { type: 'hypothesis', title: line, text: long } });
  await act('trace_step', { step: long, message: line });
  await act('graph_open', { project: 'p', goal: line });
  const nodes = [{ summary: line, properties: { note: long } }];
  await act('graph_plan', { project: 'p', nodes });
  const gateway = (operation: string, args: JsonObject = {}) => act(GATEWAY, { operation, args });
  await gateway('start_new', { title: crowd(shift, 200) });
  await gateway('cipher');
  const thought = { nextThoughtNeeded: true, totalThoughts: 3 };
  await gateway('thought', { ...thought, thought: `S1|O|${long}`, thoughtNumber: 1 });
  await gateway('thought', { ...thought, thought: long, thoughtNumber: 2 });
  return { line, long };
}

const CAPS = [undefined, 300, 700, 1_500, 4_000];

const READS: readonly (readonly [string, JsonObject?])[] = [
  ['status'],
  ['tasks_snapshot'],
  ['tasks_radar', { task: 'TASK-001' }],
  ['tasks_handoff', { task: 'TASK-001' }],
  ['tasks_resume_super', { task: 'TASK-001' }],
  ['tasks_resume', { task: 'TASK-001' }],
  ['tasks_context'],
  ['tasks_mirror', { task: 'TASK-001' }],
  ['think_watch'],
  ['think_watch', { trace_statement_max_bytes: 77 }],
  ['think_frontier'],
  ['think_next'],
  ['trace_hydrate'],
  ['show', { doc: 'notes' }],
  ['log'],
  ['graph_onboard', { project: 'p' }],
  ['graph_next', { project: 'p' }],
  ['graph_history', { project: 'p' }],
  ['graph_query', {}],
  [GATEWAY, { operation: 'session', args: { operation: 'list' } }],
  [GATEWAY, { operation: 'session', args: { operation: 'get' } }],
  [GATEWAY, { operation: 'session', args: { operation: 'export', format: 'markdown' } }],
  [GATEWAY, { operation: 'session', args: { operation: 'export', format: 'cipher' } }],
  [GATEWAY, { operation: 'load_context' }],
  [GATEWAY, { operation: 'get_state' }],
];

/** The name of an unknown argument is repeated whole up to this length. */
const WHOLE_NAME = 200;

/** Calls that are refused, and repeat what was sent. */
function refused(text: string): readonly (readonly [string, JsonObject])[] {
  return [
    [text, {}],
    ['help', { tool: text }],
    ['show', { branch: text }],
    ...(text.length <= WHOLE_NAME ? [['show', { [text]: 1 }] as const] : []),
    ['show', { limit: text }],
    ['tasks_radar', { task: text }],
    ['tasks_create', { title: 'T', template: text }],
    ['tasks_batch', { operations: [{ tool: text, args: {} }] }],
    ['think_card', { card: { type: text, title: 'x' } }],
    ['think_pipeline', { status: { [text]: 'x' } }],
    ['graph_next', { project: text }],
    ['graph_update', { node_id: text, summary: 'x' }],
    ['graph_plan', { project: 'p', nodes: [{ ref: 'a', summary: 'x', depends_on: [text] }] }],
    ['graph_query', { cursor: text }],
    [GATEWAY, { operation: text }],
    [GATEWAY, { operation: 'session', args: { operation: text } }],
    [GATEWAY, { operation: 'session', args: { operation: 'get', sessionId: text } }],
    [GATEWAY, { operation: 'notebook', args: { operation: 'get', notebookId: text } }],
    [GATEWAY, { operation: 'knowledge', args: { operation: 'get', id: text } }],
  ];
}

describe('a secret wherever a cut falls', () => {
  it.each([0, 4, 9, 13, 17, 22, 26, 31, 35, 39])(
    '[RD24] is shown in no part by any reading tool, any row of a page or any error: %i on',
    async (shift) => {
      const workspace = `w${shift}`;
      await write(workspace, shift);
      const leaks: string[] = [];
      const look = (what: string, sent: string) => {
        const shown = shownOf(BODIES, sent);
        if (shown.length > 0) leaks.push(`${what}: ${shown.join(' ')} in ${sent}`);
      };
      for (const [tool, args = {}] of READS) {
        for (const max_chars of CAPS) {
          const cap = max_chars === undefined ? {} : { max_chars };
          const reply = await server.call(tool, { workspace, ...args, ...cap });
          look(`${tool} ${JSON.stringify(args)} ${max_chars}`, sentIn(reply));
        }
      }
      for (const text of [crowd(shift, 900), crowd(shift, 120), crowd(shift, 60)]) {
        for (const [tool, args] of refused(text)) {
          look(tool.slice(0, 20), sentIn(await server.call(tool, { workspace, ...args })));
        }
      }
      const rows = (view: string, args: JsonObject = {}) =>
        rowsOf<never>(server, workspace, VIEWS.get(view) as never, args);
      const head = await server.surface.store.read(workspace, async (tx) => tx.head);
      for (const view of VIEWS.keys()) {
        for (const args of await viewArguments(view, rows, head)) {
          look(`the view ${view}`, (await rows(view, args)).map(rowText).join());
        }
      }
      expect(leaks).toEqual([]);
    },
  );
});

function sentIn(reply: Reply): string {
  return `${reply.text}${JSON.stringify(reply.structured)}`;
}
