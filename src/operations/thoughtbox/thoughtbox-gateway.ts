/**
 * `thoughtbox_gateway`: the one tool of the thought ledger, and the way to every other tool.
 *
 * It does nothing itself: a call goes to the route it names. What is declared here is what callers
 * are told: the parameters of all routes in one flat list, the commonest of them in the listing.
 */

import * as z from 'zod';
import { defineOperation, type Example, type ExampleCall } from '../define-operation.ts';
import { budget, unlisted, workspace } from '../fields.ts';
import { thought } from './routes/thought.ts';
import { OPERATIONS, ROUTES, routeCall, routeLines } from './routes.ts';

const acme = { workspace: 'acme' };

const call = (operation: string, args: object = {}): ExampleCall => ({
  tool: 'thoughtbox_gateway',
  args: { ...acme, operation, ...args },
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

/** Of the routes' parameters, the ones that go without a word of help. */
const LISTED = [
  'thought',
  'nextThoughtNeeded',
  'thoughtNumber',
  'totalThoughts',
  'isRevision',
  'revisesThought',
  'branchFromThought',
  'branchId',
  'critique',
  'sessionId',
];

function parameters(): z.ZodRawShape {
  const shape: Record<string, z.ZodType> = {};
  for (const route of [thought, ...ROUTES.filter(({ told }) => told === undefined)]) {
    for (const [name, field] of Object.entries(route.shape) as [string, z.ZodType][]) {
      shape[name] ??= LISTED.includes(name) ? field.optional() : unlisted(field.optional());
    }
  }
  return shape;
}

export const thoughtboxGateway = defineOperation({
  name: 'thoughtbox_gateway',
  title: 'Thought ledger, and every other tool',
  description:
    'Reasoning ledger: start_new {sessionTitle}, cipher, then thought; sessions, mental models, ' +
    'patterns. help {tool} tells what each operation takes. ' +
    '{operation: "call", tool, args} reaches every tool.',
  family: 'thoughtbox',
  effect: 'write',
  plain: true,
  input: {
    operation: z.enum(OPERATIONS),
    subOperation: z.string().optional(),
    ...parameters(),
    tool: z.string().optional(),
    args: z.record(z.string(), z.json()).optional(),
    workspace,
    ...Object.fromEntries(
      Object.entries(budget).map(([name, field]) => [name, unlisted(field)] as const),
    ),
  },
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
  examples: [
    example('Begin', [], call('start_new', { sessionTitle: 'Slow pages', domain: 'debugging' })),
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
  route: routeCall,
  routes: routeLines(),
  async run() {
    throw new Error('every call of the gateway is routed before it runs');
  },
});
