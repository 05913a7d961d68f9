/** A project of the work graph for examples, with ids that no real node can have. */

import type { ExampleCall } from '../../declaration/examples.ts';

/** The id in examples of the node that an event creates at this index; real ids are random. */
export function exampleWorkId(seq: number, index: number): string {
  return `<node-${seq}-${index}>`;
}

export const OPEN_SCENE: readonly ExampleCall[] = [
  { tool: 'graph_open', args: { project: 'parser', goal: 'Read all of JSON' } },
];

/** The workspace is the first event, the project the second. */
export const ROOT = exampleWorkId(2, 0);
const PLAN_SEQ = 3;

/** The root of a second project, opened directly after the first. */
export const SECOND_ROOT = exampleWorkId(3, 0);

export const [LEXER, NUMBERS, STRINGS] = [0, 1, 2].map((index) =>
  exampleWorkId(PLAN_SEQ, index),
) as [string, string, string];

const PLAN_ARGS = {
  nodes: [
    { ref: 'lexer', parent_ref: ROOT, summary: 'Write the lexer', properties: { area: 'lexer' } },
    {
      ref: 'numbers',
      parent_ref: 'lexer',
      summary: 'Read numbers',
      context_links: ['src/lexer.ts'],
      properties: { priority: 2 },
    },
    { ref: 'strings', parent_ref: 'lexer', summary: 'Read strings', depends_on: ['numbers'] },
  ],
};

export const WORK_SCENE: readonly ExampleCall[] = [
  ...OPEN_SCENE,
  { tool: 'graph_plan', args: PLAN_ARGS },
];

const claim = { tool: 'graph_next', args: { project: 'parser', claim: true } };

export const TAKEN_SCENE: readonly ExampleCall[] = [...WORK_SCENE, claim];

export const HELD_SCENE: readonly ExampleCall[] = [...WORK_SCENE, { ...claim, agent: 'ben' }];

/** Two parts: one of the first waits for the second, which is resolved and has open work again. */
const [FIRST, SECOND, BELOW] = [0, 1, 3].map((index) => exampleWorkId(PLAN_SEQ, index)) as [
  string,
  string,
  string,
];

export const RESOLVED_PART = SECOND;

export const KNOT_SCENE: readonly ExampleCall[] = [
  ...OPEN_SCENE,
  {
    tool: 'graph_plan',
    args: {
      project: 'parser',
      nodes: [
        { ref: 'lexer', summary: 'Write the lexer' },
        { ref: 'tests', summary: 'Write the tests' },
        { parent_ref: 'lexer', summary: 'Fix what fails', depends_on: ['tests'] },
        { parent_ref: 'tests', summary: 'Test the lexer' },
      ],
    },
  },
  { tool: 'graph_update', args: { node_id: SECOND, resolved: true } },
  {
    tool: 'graph_connect',
    args: { edges: [{ from: BELOW, to: FIRST, type: 'depends_on' }] },
  },
];
