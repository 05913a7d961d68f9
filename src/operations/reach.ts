/**
 * How a client reaches a tool that its list lacks: many clients call only what is listed, so such a
 * call goes through the gateway, which calls any tool.
 */

import { GATEWAY } from '../domain/thoughts/gateway-state.ts';
import type { JsonObject } from '../kernel/json.ts';

/** The operation of the gateway that calls any other tool by its name. */
export const CALL = 'call';

interface Call {
  readonly tool: string;
  readonly args: JsonObject;
}

/**
 * The call as the client can make it. If not even the gateway is listed, the name is all there is:
 * clients that call unlisted tools can use it.
 */
export function reachable<Made extends Call>(made: Made, reaches: (tool: string) => boolean): Made {
  if (reaches(made.tool) || !reaches(GATEWAY)) return made;
  const { tool, args } = made;
  const given = Object.keys(args).length === 0 ? {} : { args };
  return { ...made, tool: GATEWAY, args: { operation: CALL, tool, ...given } };
}
