/** Arguments for every view of the Observatory that fit what a workspace has. */

import type { JsonObject } from '../../src/kernel/json.ts';
import type { Shown } from './task-world.ts';

type Rows = (view: string, args?: JsonObject) => Promise<readonly Shown[]>;

/** Things of each kind that are followed at most. */
const FEW = 2;

type Finder = (rows: Rows, head: number) => Promise<readonly JsonObject[]>;

const each =
  (
    list: string,
    args: (row: { readonly [field: string]: never }) => readonly JsonObject[],
  ): Finder =>
  async (rows) =>
    (await rows(list)).slice(-FEW).flatMap(args);

/** Those behind another list: the last rows of each. */
const inEach =
  (outer: Finder, list: string, args: (of: JsonObject, row: JsonObject) => JsonObject): Finder =>
  async (rows, head) => {
    const found: JsonObject[] = [];
    for (const of of await outer(rows, head)) {
      for (const row of (await rows(list, of)).slice(-FEW)) found.push(args(of, row));
    }
    return found;
  };

const sessions = each('sessions', ({ id }) => [{ session: id }]);
const projects = each('projects', ({ key }) => [{ project: key }]);
const branches = each('branches', ({ id }) => [{ branch: id }]);
const notebooks = each('notebooks', ({ id }) => [{ notebook: id }]);
const tasks = each('tasks', ({ key }) => [{ task: key }]);
const seqs: Finder = async (_rows, head) => [{ seq: 1 }, { seq: head }];

const steps: Finder = async (rows, head) => {
  const found: JsonObject[] = [];
  for (const { task } of await tasks(rows, head)) {
    const parts = await rows('task', { id: task ?? '' });
    for (const { key } of parts.slice(1, 1 + FEW)) found.push({ task: task ?? '', step: key });
  }
  return found;
};

/** Views without a line here are followed without arguments. */
const FINDERS: Readonly<Record<string, Finder>> = {
  thoughts: sessions,
  'session-text': sessions,
  thought: inEach(sessions, 'thoughts', (of, { key }) => ({ ...of, place: key ?? '' })),
  work: each('projects', ({ key }) => [{ project: key }, { project: key, lens: 'all' }]),
  ready: projects,
  claims: projects,
  node: inEach(projects, 'work', (_of, { key }) => ({ id: key ?? '' })),
  documents: branches,
  notes: inEach(branches, 'documents', (of, { doc, key }) => ({ ...of, doc: doc ?? key ?? '' })),
  cards: branches,
  card: inEach(branches, 'cards', (of, { id }) => ({ ...of, id: id ?? '' })),
  conflicts: async () => [{ status: 'open' }, { status: 'resolved' }],
  conflict: each('conflicts', ({ id }) => [{ id }]),
  pattern: each('patterns', ({ id, kind }) => [{ id, kind }]),
  notebook: each('notebooks', ({ id }) => [{ id }]),
  cells: notebooks,
  cell: inEach(notebooks, 'cells', (of, { id }) => ({ ...of, cell: id ?? '' })),
  task: each('tasks', ({ key }) => [{ id: key }]),
  step: steps,
  evidence: async (rows, head) => [...(await tasks(rows, head)), ...(await steps(rows, head))],
  entry: seqs,
  event: seqs,
  history: async () => [{}, { agent: 'ada' }, { type: 'note_committed' }],
  place: async (rows, head) => [
    ...(await each('tasks', ({ key }) => [{ id: key }])(rows, head)),
    ...(await each('sessions', ({ id }) => [{ id }])(rows, head)),
    ...(await each('questions', ({ id }) => [{ id }])(rows, head)),
    { id: 'RULE-001' },
    { id: 'nothing' },
  ],
};

export async function viewArguments(
  view: string,
  rows: Rows,
  head: number,
): Promise<readonly JsonObject[]> {
  return (await FINDERS[view]?.(rows, head)) ?? [{}];
}
