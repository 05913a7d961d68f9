/** Examples of `thoughtbox_gateway`. */

import { type Example, type ExampleCall, examplesOf } from '../declaration/examples.ts';
import { thoughtboxGateway } from './thoughtbox-gateway.ts';

const call = (operation: string, args: object = {}): ExampleCall => ({
  tool: 'thoughtbox_gateway',
  args: { operation, ...args },
});

/** The calls that are needed before the first thought. */
const READY: readonly ExampleCall[] = [
  call('start_new', { sessionTitle: 'Slow pages' }),
  call('cipher'),
];

const think = (text: string, args: object = {}) =>
  call('thought', { thought: text, nextThoughtNeeded: true, ...args });

const CHAIN: readonly ExampleCall[] = [
  ...READY,
  think('S1|O|Users report slow page loads\nS2|H|S1|Database queries cause the latency'),
  think('S3|E|S2|Query logs show 2 s on average'),
];

const LATEST = { notebookId: 'latest' };

const notebook = (subOperation: string, args: object) =>
  call('notebook', { subOperation, ...args });

const ADD = notebook('add_cell', {
  ...LATEST,
  type: 'code',
  content: 'export const rate = 40 / 50;',
  filename: 'rate.js',
});

const NOTEBOOK: readonly ExampleCall[] = [...READY, notebook('create', { name: 'Hit rate' }), ADD];

const example = (
  title: string,
  before: readonly ExampleCall[],
  { args }: ExampleCall,
): Example => ({
  title,
  before,
  args,
});

export const examples = examplesOf(thoughtboxGateway, {
  more: [
    example('The state of the caller', [call('start_new')], call('get_state')),
    example('The notation', [call('start_new')], call('cipher')),
    example('A thought', READY, think('S1|O|Users report slow page loads', { totalThoughts: 5 })),
    example(
      'A branch, from thought 1',
      CHAIN,
      think('Perhaps it is the network', { branchId: 'network', branchFromThought: 1 }),
    ),
    example(
      'A revision',
      CHAIN,
      think('S4|R|^S2|It is one query, not all of them', { revisesThought: 1 }),
    ),
    example(
      'Read a session',
      CHAIN,
      call('session', { subOperation: 'get', sessionId: 'current' }),
    ),
    example('Continue the latest session', CHAIN, call('load_context', { sessionId: 'latest' })),
    example(
      'Analyse a session',
      CHAIN,
      call('session', { subOperation: 'analyze', sessionId: 'current' }),
    ),
    example(
      'List mental models',
      READY,
      call('mental_models', { subOperation: 'list_models', tag: 'debugging' }),
    ),
    example('Save a pattern', READY, {
      ...call('knowledge', {
        subOperation: 'create',
        title: 'Look at the slow query log',
        description: 'Before guessing about caches.',
        content: 'The slow query log names the table and the plan.',
        tags: ['debugging'],
      }),
    }),
    example('A notebook', READY, notebook('create', { name: 'Hit rate' })),
    example('A cell of a notebook', [...READY, notebook('create', { name: 'Hit rate' })], ADD),
    example('The cells of a notebook', NOTEBOOK, notebook('list_cells', LATEST)),
    example('A notebook as a file', NOTEBOOK, notebook('export', LATEST)),
    example(
      'Call another tool',
      [],
      call('call', { tool: 'tasks_create', args: { title: 'Add the index' } }),
    ),
  ],
  refusals: {
    CONFLICT: example(
      'A run to cancel that is not under way',
      NOTEBOOK,
      notebook('cancel', { ...LATEST, cellId: 'rate.js' }),
    ),
    INVALID_OPERATION: example('An unknown operation', READY, call('think')),
    REVISION_MISMATCH: example(
      'A cell that another call has changed since it was read',
      NOTEBOOK,
      notebook('update_cell', {
        ...LATEST,
        cellId: 'rate.js',
        content: 'export const rate = 41 / 50;',
        expected_revision: 4,
      }),
    ),
    STAGE_REQUIREMENT_NOT_MET: example(
      'A thought before the cipher',
      [],
      think('It is the cache.'),
    ),
    SESSION_NOT_FOUND: example(
      'An unknown session',
      READY,
      call('session', { subOperation: 'get', sessionId: '00000000-0000-7000-8000-000000000000' }),
    ),
    THOUGHT_NOT_FOUND: example(
      'A revision of an unknown thought',
      CHAIN,
      think('It is the network.', { revisesThought: 9 }),
    ),
    UNKNOWN_TOOL: example('An unknown tool', [], call('call', { tool: 'tasks_crate', args: {} })),
    UNKNOWN_ID: example(
      'An unknown pattern',
      READY,
      call('knowledge', { subOperation: 'get', id: 'no-such-pattern' }),
    ),
  },
});
