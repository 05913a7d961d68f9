/** A project with some work, for examples that need one. Ids follow from the place in the journal. */

import { workId } from '../../domain/work/work-id.ts';
import type { ExampleCall } from '../define-operation.ts';

const acme = { workspace: 'acme' };

export const OPEN_SCENE: readonly ExampleCall[] = [
  { tool: 'graph_open', args: { ...acme, project: 'parser', goal: 'Read all of JSON' } },
];

/** The workspace is the first event, the project the second, its node in the graph the third. */
export const ROOT = workId(2, 0);
const PLAN_SEQ = 4;

/** Of a project that is opened second, before anything else. */
export const SECOND_ROOT = workId(4, 0);

export const [LEXER, NUMBERS, STRINGS] = [0, 1, 2].map((index) => workId(PLAN_SEQ, index)) as [
  string,
  string,
  string,
];

export const PLAN_ARGS = {
  ...acme,
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
