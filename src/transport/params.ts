/**
 * What requests of each method must hold. Our own schemas: the SDK's would strip `toolset`, speak
 * of wrong arguments in its words, and answer what does not fit as a fault of the server.
 */

import * as z from 'zod';

export const LIST_TOOLS = z.looseObject({ toolset: z.unknown().optional() });
export const CALL_TOOL = z.looseObject({ name: z.string(), arguments: z.unknown().optional() });
export const READ_RESOURCE = z.looseObject({ uri: z.string() });
export const GET_PROMPT = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.string()).optional(),
});
