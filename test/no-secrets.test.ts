/** No kind of secret, in no field of no tool, comes back by any output: rule RD35. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../src/cli/program.ts';
import type { Json, JsonObject } from '../src/kernel/json.ts';
import { rowsText } from '../src/observatory/rows/row-feed.ts';
import { VIEWS } from '../src/observatory/views/all-views.ts';
import { CATALOGUE } from '../src/operations/catalogue.ts';
import type { Operation } from '../src/operations/declaration/define-operation.ts';
import { wholeSchema } from '../src/operations/declaration/describe-operation.ts';
import { ROUTES } from '../src/operations/thoughtbox/router/routes.ts';
import { examplesFor } from './support/examples.ts';
import { filled } from './support/filled.ts';
import { openTestObservatory, type TestObservatory } from './support/observatory.ts';
import { QUIET } from './support/outside.ts';
import { type SecretText, secretsByFormat, secretsInTexts } from './support/secret-corpus.ts';
import { placements } from './support/secret-placements.ts';
import { TESTER } from './support/surface.ts';
import { viewArguments } from './support/view-arguments.ts';
import { rowsOf } from './support/view-rows.ts';

const KINDS = [...secretsByFormat(), ...secretsInTexts()];

/** A text whose end is missing is replaced to its end, and with it the secrets behind it. */
const ALONE = KINDS.filter(({ text }) => text.includes('BEGIN '));
const LINES = KINDS.filter(({ text }) => !text.includes('\n') && text.length <= 120);
const JOINED = KINDS.filter((each) => !ALONE.includes(each));
const AT_ONCE = 8;

/** Thousands of calls, on a machine that may be busy. */
const PATIENT = 600_000;

/** Hands out the kinds in turn, so that each is used in many fields. */
class Secrets {
  readonly used = new Set<string>();
  #line = 0;
  #text = 0;

  constructor(readonly search: Pieces) {}

  line(): string {
    return this.#taken(LINES[this.#line++ % LINES.length] as SecretText);
  }

  text(): string {
    if (this.#text % 10 === 9) {
      const at = Math.floor(this.#text++ / 10);
      return this.#taken(ALONE[at % ALONE.length] as SecretText);
    }
    const from = this.#text++ * AT_ONCE;
    const some = Array.from({ length: AT_ONCE }, (_, at) => JOINED[(from + at) % JOINED.length]);
    return some.map((each) => this.#taken(each as SecretText)).join('\n');
  }

  #taken(secret: SecretText): string {
    this.used.add(secret.what);
    this.search.add(secret.hidden);
    return secret.text;
  }
}

const PIECE = 8;
/** A shorter part could be any word. */
const MIN_TOLD = 6;

/** Finds pieces of secrets in outputs, in whichever case. */
class Pieces {
  outputs = 0;
  readonly found: string[] = [];
  readonly #pieces = new Set<string>();
  readonly #short = new Set<string>();

  add(hidden: readonly string[]): void {
    for (const part of hidden) {
      const folded = part.toLowerCase();
      if (folded.length < PIECE && folded.length >= MIN_TOLD) this.#short.add(folded);
      for (let at = 0; at + PIECE <= folded.length; at++) {
        this.#pieces.add(folded.slice(at, at + PIECE));
      }
    }
  }

  look(where: string, output: string): void {
    this.outputs++;
    const folded = output.toLowerCase();
    for (let at = 0; at + PIECE <= folded.length; at++) {
      if (!this.#pieces.has(folded.slice(at, at + PIECE))) continue;
      this.found.push(`${where}: ${output.slice(Math.max(0, at - 60), at + 40)}`);
      break;
    }
    const short = [...this.#short].find((part) => folded.includes(part));
    if (short !== undefined) this.found.push(`${where}: ${short}`);
  }
}

/** Names of arguments that choose what a call does, not what it stores. */
const CHOOSING = new Set(['workspace', 'operation', 'subOperation', 'tool', 'format', 'call_id']);

/** Reading calls that show what a workspace holds, by every family. */
const READS: readonly (readonly [tool: string, args: JsonObject])[] = [
  ...['status', 'tasks_snapshot', 'tasks_resume_super', 'tasks_context', 'tasks_context_pack'],
  ...['tasks_radar', 'tasks_handoff', 'tasks_history', 'tasks_mirror', 'tasks_delta'],
  ...['graph_query', 'graph_validate', 'graph_onboard', 'graph_next', 'graph_conflicts'],
  ...['think_query', 'think_context', 'think_pack', 'think_frontier', 'think_pins'],
  ...['show', 'log', 'docs_list', 'tag_list', 'branch_list', 'reflog', 'export', 'context_pack'],
  ...['trace_hydrate', 'recall'],
].map((tool) => [tool, {}] as const);

let server: TestObservatory;
let root: string;
const pieces = new Pieces();
const secrets = new Secrets(pieces);
const counts = { fields: new Set<string>(), calls: 0, refused: 0 };

beforeAll(async () => {
  server = await openTestObservatory({ httpApi: true });
  root = mkdtempSync(join(tmpdir(), 'waymark-secrets-'));
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

async function call(tool: string, args: JsonObject, where: string, agent = TESTER.agent) {
  const reply = await server.call(tool, args, { ...TESTER, agent });
  pieces.look(where, reply.text);
  pieces.look(`${where} (structured)`, JSON.stringify(reply.structured));
  if (reply.ask) pieces.look(`${where} (question)`, JSON.stringify(reply.ask));
  return reply;
}

/** Calls the tool with a secret in each of its texts, as a line and as a longer text. */
async function tryFields(
  operation: Operation,
  schema: JsonObject,
  base: JsonObject,
  where: string,
): Promise<void> {
  const named = base.workspace === undefined ? {} : { workspace: base.workspace };
  const accepted = new Set<string>();
  for (const secret of [() => secrets.line(), () => secrets.text()]) {
    const isLonger = accepted.size > 0;
    for (const { field, args } of placements(schema, base, secret)) {
      if (CHOOSING.has(field) || (isLonger && !accepted.has(field))) continue;
      counts.fields.add(`${where} ${field}`);
      counts.calls++;
      const reply = await call(operation.name, { ...args, ...named }, `${where} ${field}`);
      if (reply.isError) counts.refused++;
      else accepted.add(field);
    }
    if (accepted.size === 0) return;
  }
}

async function readBack(workspace: string): Promise<void> {
  for (const [tool, args] of READS)
    await call(tool, { ...args, workspace }, `${tool}@${workspace}`);
  const query = { query: 'the token password secret key', workspace, limit: 50 };
  await call('recall', query, `recall words@${workspace}`);
}

async function readEvents(workspace: string): Promise<void> {
  const head = await server.surface.store.read(workspace, async (tx) => tx.head);
  for (let seq = head; seq > Math.max(0, head - 12); seq--) {
    await call('recall', { id: `evt_${String(seq).padStart(16, '0')}`, workspace }, `evt ${seq}`);
  }
}

async function readRows(workspace: string): Promise<void> {
  const rows = (name: string, args: JsonObject = {}) =>
    rowsOf(server, workspace, VIEWS.get(name) as never, args) as never;
  const head = await server.surface.store.read(workspace, async (tx) => tx.head);
  for (const [name, view] of VIEWS) {
    for (const args of await viewArguments(name, rows, head)) {
      const found = await rowsOf(server, workspace, view, args);
      pieces.look(`view ${name}@${workspace}`, rowsText(found));
    }
  }
}

const REST = ['tasks', 'agents', 'branches', 'notebooks', 'work', 'graph', 'sessions', 'events'];

async function readRest(workspace: string): Promise<void> {
  for (const path of [...REST, 'search?q=key', 'tasks/TASK-001']) {
    const mark = path.includes('?') ? '&' : '?';
    const url = new URL(`/api/${path}${mark}workspace=${workspace}`, server.url);
    pieces.look(`REST ${path}@${workspace}`, await (await fetch(url)).text());
  }
}

/** By every way that leads out of a workspace. */
async function readAll(workspace: string): Promise<void> {
  await readBack(workspace);
  await readEvents(workspace);
  await readRows(workspace);
  await readRest(workspace);
}

function workspaceOf(tool: string): string {
  return tool.replaceAll('_', '-');
}

describe('a secret in any field', () => {
  it('[RD35] is in no answer, list, row, page or refusal', { timeout: PATIENT }, async () => {
    for (const operation of CATALOGUE) {
      const workspace = workspaceOf(operation.name);
      const { examples } = examplesFor(operation, workspace);
      const schema = wholeSchema(operation);
      for (const [at, example] of examples.entries()) {
        for (const { tool, args, agent } of example.before ?? []) {
          await call(tool, args, `${tool} before ${operation.name}`, agent);
        }
        const base = filled(example.args);
        if (at === 0) await tryFields(operation, schema, base, operation.name);
        else await call(operation.name, base, operation.name);
      }
    }
    const stored = await server.surface.store.workspaces();
    const writing = CATALOGUE.filter(({ effect }) => effect === 'write');
    for (const { name } of writing) {
      const workspace = workspaceOf(name);
      if (stored.includes(workspace)) await readAll(workspace);
    }
    expect(pieces.found).toEqual([]);
  });

  it('[RD35] of the gateway is in none either', { timeout: PATIENT }, async () => {
    const workspace = 'gateway';
    const ask = (args: JsonObject) =>
      call('thoughtbox_gateway', { ...args, workspace }, `gateway ${args.operation}`);
    const gateway = CATALOGUE.find(({ name }) => name === 'thoughtbox_gateway') as Operation;
    await ask({ operation: 'start_new', sessionTitle: 'A session' });
    await ask({ operation: 'cipher' });
    await ask({ operation: 'thought', thought: 'S1|O|It is slow', nextThoughtNeeded: true });
    await ask({ operation: 'notebook', subOperation: 'create', name: 'A notebook' });
    for (const { operation, subOperation, runs } of ROUTES) {
      const sub = subOperation === undefined ? {} : { subOperation };
      const base = { ...known(filled(runs.minimal ?? {})), operation, ...sub, workspace };
      await tryFields(gateway, wholeSchema(runs), base, `gateway ${operation} ${subOperation}`);
    }
    await readAll(workspace);
    for (const subOperation of ['list', 'get', 'export', 'analyze', 'extract_learnings']) {
      await ask({ operation: 'session', subOperation, sessionId: 'current' });
    }
    expect(pieces.found).toEqual([]);
  });

  it('[RD35] is not printed by a command', { timeout: PATIENT }, async () => {
    const run = async (...words: readonly string[]) => {
      await runCommandLine(words, {
        ...QUIET,
        ...{ cwd: root, home: root, env: { WAYMARK_DATA_DIR: root, WAYMARK_WORKSPACE: 'acme' } },
        print: (text) => pieces.look(words.slice(0, 2).join(' '), text),
        log: (text) => pieces.look(words.slice(0, 2).join(' '), text),
      });
    };
    const many = Array.from({ length: Math.ceil(KINDS.length / AT_ONCE) }, () => secrets.text());
    await run('call', 'remember', JSON.stringify({ text: many }));
    await run('call', 'notes_commit', JSON.stringify({ content: many.join('\n\n') }));
    await run('call', 'show', '{"doc":"notes"}');
    await run('call', 'remember', JSON.stringify({ kind: 'rule', text: secrets.line() }));
    for (const words of [['status'], ['search', 'key'], ['search', '--json'], ['workspaces']]) {
      await run(...words);
    }
    await run('doctor');
    expect(pieces.found).toEqual([]);
  });

  it('[RD35] was tried in each kind, in hundreds of fields', () => {
    const missing = KINDS.filter(({ what }) => !secrets.used.has(what)).map(({ what }) => what);
    expect(missing).toEqual([]);
    expect(counts.fields.size).toBeGreaterThan(400);
    // Most of the calls that were refused name something that does not exist.
    expect(counts.calls - counts.refused).toBeGreaterThan(200);
    expect(pieces.outputs).toBeGreaterThan(4_000);
    if (process.env.WAYMARK_FIGURES) {
      const { fields, calls, refused } = counts;
      console.log({ kinds: KINDS.length, fields: fields.size, calls, refused, ...pieces });
    }
  });
});

/** Ids that mean what the workspace has. */
function known(args: JsonObject): JsonObject {
  const names: Readonly<Record<string, Json>> = { sessionId: 'current', notebookId: 'latest' };
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, names[name] ?? value ?? null]),
  );
}
