/** Finds the operation of a call: the one it names, or the one that a router leads it to. */

import { isJsonObject, type Json, type JsonObject } from '../kernel/json.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { Operation, Routed } from './declaration/define-operation.ts';
import { unknownTool } from './unknown-tool.ts';

export function findOperation(
  catalogue: readonly Operation[],
  { tool, args }: { readonly tool: string; readonly args: unknown },
): Routed | Refusal {
  const operation = catalogue.find((each) => each.name === tool);
  if (!operation) return unknownTool(catalogue, tool);
  // Arguments that are no object are refused by the schema of the router, as for any tool.
  if (!operation.router || !isJsonObject(args as Json)) return { operation, args };
  return operation.router.route(args as JsonObject, catalogue);
}
