/**
 * What requests of each method must hold. These are our own schemas: the SDK's would strip
 * `toolset`, word the faults of arguments differently, and report bad input as an error of the
 * server.
 */

import * as z from 'zod';

export const LIST_TOOLS = z.looseObject({ toolset: z.unknown().optional() });
export const CALL_TOOL = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });
export const READ_RESOURCE = z.looseObject({ uri: z.string() });
export const GET_PROMPT = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.string()).optional(),
});
export const COMPLETE = z.looseObject({
  ref: z.looseObject({ type: z.string(), uri: z.string().optional() }),
  argument: z.looseObject({ name: z.string(), value: z.string() }),
  context: z.looseObject({ arguments: z.record(z.string(), z.string()).optional() }).optional(),
});
/** What a client answers: the SDK's schema would refuse all roots because of one. */
export const ANY_ROOTS = z.looseObject({ roots: z.array(z.unknown()) });
