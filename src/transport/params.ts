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
