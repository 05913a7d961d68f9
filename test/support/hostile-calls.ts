/**
 * Calls at the limits of their arguments, written to make the server slow: long texts, many values,
 * names that look alike, dense graphs, and reads of what such calls stored.
 */

import { fill } from './hostile-texts.ts';

interface Call {
  readonly tool: string;
  readonly args: object;
}

export interface HostileCall extends Call {
  readonly name: string;
  /** Calls that fill the memory first. */
  readonly before?: readonly Call[];
  /** What the call works on, if that is not its arguments. */
  readonly reads?: unknown;
  /** The refusal that the call gets; undefined if it succeeds. */
  readonly refused?: string;
}

const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** Words that never come again. */
export function manyWords(length: number, seed = 1): string {
  const words: string[] = [];
  for (let [state, size] = [seed, 0]; size < length; size += (words.at(-1)?.length ?? 0) + 1) {
    state = (state * 48_271) % 2_147_483_647;
    words.push(state.toString(36));
  }
  return words.join(' ').slice(0, length);
}

const note = (content: string): Call => ({ tool: 'notes_commit', args: { content } });
const meta = (value: object): Call => ({
  tool: 'notes_commit',
  args: { content: 'A note', meta: value },
});
const apply = (ops: readonly object[], more: object = {}): Call => ({
  tool: 'graph_apply',
  args: { ops, ...more },
});
const plan = (nodes: readonly object[]): Call => ({
  tool: 'graph_plan',
  args: { project: 'p', goal: 'All of it', nodes },
});
const gateway = (subOperation: string, args: object): Call => ({
  tool: 'thoughtbox_gateway',
  args: { operation: 'notebook', subOperation, args },
});

const NODES = range(1_000).map((at) => ({
  ...{ op: 'node_upsert', id: `n${at}`, type: 'note', title: `Node ${at}` },
  text: manyWords(600, at + 1),
}));
const BARE_NODES = NODES.map(({ text: _long, ...node }) => node);
const EDGES = range(1_000).map((at) => ({
  ...{ op: 'edge_upsert', from: `n${at}`, rel: 'next' },
  to: `n${(at * 7 + 1) % 1_000}`,
}));
/** All at one node. */
const STAR = range(999).map((at) => ({
  op: 'edge_upsert',
  from: 'n0',
  rel: 'at',
  to: `n${at + 1}`,
}));

/** Each node waits for the next 38; the last two wait for each other. */
const DENSE = range(480).map((at) => ({
  ref: `r${at}`,
  summary: 'One',
  depends_on: [
    ...range(38).flatMap((by) => (at + by + 1 < 480 ? [`r${at + by + 1}`] : [])),
    ...(at === 479 ? ['r478'] : []),
  ],
}));

/** A chain of 400 parents, and 80 nodes that wait for the deepest of them. */
const DEEP = range(480).map((at) => ({
  ref: `r${at}`,
  summary: 'One',
  ...(at > 0 && at < 400 ? { parent_ref: `r${at - 1}` } : {}),
  ...(at < 400 ? {} : { depends_on: range(90).map((by) => `r${300 + by}`) }),
}));

/** For a merge, whose page has 200 keys. */
const SOME_NODES = NODES.slice(0, 300);

const LONG_NOTES = range(4).map((at) => note(manyWords(250_000, at + 1)));
const LONG_CARDS = range(100).map((at) => ({
  ...{ op: 'node_upsert', id: `CARD-x${at}`, type: 'note', title: `${at}` },
  text: manyWords(7_900),
}));

const STEPS = { tool: 'tasks_decompose', args: { steps: range(150).map(stepOf) } };
const NESTED: readonly Call[] = [
  { tool: 'tasks_macro_start', args: { task_title: 'Deep' } },
  STEPS,
  ...range(6).map((at) => ({
    tool: 'tasks_decompose',
    args: { parent: pathOf(at + 1), steps: [stepOf(0)] },
  })),
];

function stepOf(at: number) {
  return { title: `Step ${at} ${'x'.repeat(300)}`, success_criteria: ['It works'] };
}

function pathOf(levels: number): string {
  return range(levels)
    .map(() => 's:0')
    .join('.');
}

function cellsOf(text: string): string {
  const head = '<!-- srcbook:{"language":"javascript"} -->\n\n# Notebook\n\n';
  return `${head}${text}`;
}

export const HOSTILE_CALLS: readonly HostileCall[] = [
  {
    name: '15,000 placeholders below a long name',
    ...meta({ [fill('n', 400_000)]: range(15_000).map(() => '<fill: x>') }),
    refused: 'INVALID_INPUT',
  },
  {
    name: '15,000 texts below a long name',
    ...meta({ [fill('n', 900_000)]: range(15_000).map(() => 'a') }),
    refused: 'INVALID_INPUT',
  },
  {
    name: '1,700 names that are redacted alike',
    ...meta(Object.fromEntries(range(1_700).map((at) => [`sk-${fill('a', 24)}${at + 1_000}`, 1]))),
  },
  {
    name: '19,000 values of a wrong type',
    tool: 'graph_plan',
    args: { nodes: range(19_000).map(() => null) },
    refused: 'validation_error',
  },
  {
    name: '9,000 objects with unknown names',
    tool: 'graph_plan',
    args: { nodes: range(9_000).map((at) => ({ [`name${at}`]: 1 })) },
    refused: 'validation_error',
  },
  {
    name: '30 levels of long names',
    ...meta(range(28).reduce<object>((inner) => ({ [fill('d', 2_000)]: inner }), { a: 1 })),
  },
  {
    name: 'a filter of 1,700 properties',
    tool: 'graph_next',
    args: {
      project: 'p',
      filter: Object.fromEntries(range(1_700).map((at) => [`name${at}`, at])),
    },
    before: [plan([{ summary: 'One' }])],
    refused: 'validation_error',
  },
  { name: 'a note of new words', ...note(manyWords(256_000)) },
  { name: 'a note without spaces', ...note(fill('日本語', 256_000)) },
  { name: 'a note of begun secrets', ...note(fill('token: "\\', 256_000)) },
  {
    name: 'a megabyte of new words in four nodes',
    ...apply(
      range(4).map((at) => ({
        ...{ op: 'node_upsert', id: `n${at}`, type: 'note' },
        text: manyWords(250_000, at + 1),
      })),
    ),
  },
  { name: '1,000 nodes', ...apply(NODES) },
  {
    name: '1,000 nodes deleted with 2,000 edges',
    ...apply(range(1_000).map((at) => ({ op: 'node_delete', id: `n${at}` }))),
    before: [apply(BARE_NODES), apply(EDGES), apply(STAR)],
    reads: [BARE_NODES, EDGES, STAR],
  },
  {
    name: 'a merge of 200 nodes that differ',
    tool: 'graph_merge',
    args: { from: 'side', into: 'main', limit: 200 },
    before: [
      apply(SOME_NODES),
      { tool: 'branch_create', args: { name: 'side' } },
      apply(
        SOME_NODES.map((node) => ({ ...node, text: `${node.text} x` })),
        { branch: 'side' },
      ),
      apply(
        SOME_NODES.map((node) => ({ ...node, text: `${node.text} y` })),
        { branch: 'main' },
      ),
    ],
    reads: [SOME_NODES, SOME_NODES],
  },
  { name: 'a plan of 18,000 dependencies with a cycle', ...plan(DENSE), refused: 'cycle_detected' },
  { name: 'a plan of 400 levels', ...plan(DEEP), refused: 'validation_error' },
  {
    name: 'a batch of 50 changes of a long task',
    tool: 'tasks_batch',
    args: {
      operations: range(50).map((at) => ({
        tool: 'tasks_task_add',
        args: { parent_step: pathOf(6), title: `Node ${at}` },
      })),
    },
    before: NESTED,
    reads: range(50).map(() => STEPS),
  },
  {
    name: 'a page of notes of 250,000 characters',
    tool: 'show',
    args: { doc_kind: 'notes', limit: 50, max_chars: 2_000 },
    before: LONG_NOTES,
    reads: LONG_NOTES,
  },
  {
    name: 'a search in notes of 250,000 characters',
    tool: 'recall',
    args: { query: manyWords(900) },
    before: LONG_NOTES,
    reads: LONG_NOTES,
  },
  {
    name: 'a comparison of 100 long cards',
    tool: 'think_nominal_merge',
    args: { limit_candidates: 500 },
    before: [apply(LONG_CARDS)],
    reads: LONG_CARDS,
  },
  {
    name: 'a notebook of begun cells',
    ...gateway('load', { content: cellsOf(fill('###### a.js\n\n```js\n', 900_000)) }),
    refused: 'INVALID_PAYLOAD',
  },
  {
    name: 'a notebook of one long text',
    ...gateway('load', { content: cellsOf(fill('- a **b** `c` [d](e)\n', 99_000)) }),
  },
];
