/** Examples of `thoughtbox_gateway`. */

import { type Example, type ExampleCall, examplesOf } from '../declaration/examples.ts';
import { thoughtboxGateway } from './thoughtbox-gateway.ts';

const call = (operation: string, args: object = {}): ExampleCall => ({
  tool: 'thoughtbox_gateway',
  args: { operation, ...args },
});

/** From nothing to the first thought. */
const READY: readonly ExampleCall[] = [
  call('start_new', { sessionTitle: 'Slow pages' }),
  call('cipher'),
];

const said = (text: string, args: object = {}) =>
  call('thought', { thought: text, nextThoughtNeeded: true, ...args });

const CHAIN: readonly ExampleCall[] = [
  ...READY,
  said('S1|O|Users report slow page loads\nS2|H|S1|Database queries cause the latency'),
  said('S3|E|S2|Query logs show 2 s on average'),
];

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
    example('Where do I stand?', [call('start_new')], call('get_state')),
    example('The notation', [call('start_new')], call('cipher')),
    example('A thought', READY, said('S1|O|Users report slow page loads', { totalThoughts: 5 })),
    example(
      'A branch, from thought 1',
      CHAIN,
      said('Perhaps it is the network', { branchId: 'network', branchFromThought: 1 }),
    ),
    example(
      'A revision',
      CHAIN,
      said('S4|R|^S2|It is one query, not all of them', { revisesThought: 1 }),
    ),
    example('Read back', CHAIN, call('session', { subOperation: 'get', sessionId: 'current' })),
    example('Go on another day', CHAIN, call('load_context', { sessionId: 'latest' })),
    example(
      'How it went',
      CHAIN,
      call('session', { subOperation: 'analyze', sessionId: 'current' }),
    ),
    example(
      'A way of thinking',
      READY,
      call('mental_models', { subOperation: 'list_models', tag: 'debugging' }),
    ),
    example('Keep what was learnt', READY, {
      ...call('knowledge', {
        subOperation: 'create',
        title: 'Look at the slow query log',
        description: 'Before guessing about caches.',
        content: 'The slow query log names the table and the plan.',
        tags: ['debugging'],
      }),
    }),
    example(
      'Any other tool',
      [],
      call('call', { tool: 'tasks_create', args: { title: 'Add the index' } }),
    ),
  ],
  refusals: {
    INVALID_OPERATION: example('A word it does not know', READY, call('think')),
    STAGE_REQUIREMENT_NOT_MET: example('Too early', [], said('It is the cache.')),
    SESSION_NOT_FOUND: example(
      'A session nobody began',
      READY,
      call('session', { subOperation: 'get', sessionId: '00000000-0000-7000-8000-000000000000' }),
    ),
    THOUGHT_NOT_FOUND: example(
      'A revision of nothing',
      CHAIN,
      said('It is the network.', { revisesThought: 9 }),
    ),
    UNKNOWN_TOOL: example(
      'A tool there is not',
      [],
      call('call', { tool: 'tasks_crate', args: {} }),
    ),
    UNKNOWN_ID: example(
      'A pattern nobody saved',
      READY,
      call('knowledge', { subOperation: 'get', id: 'no-such-pattern' }),
    ),
  },
});
