/** A tool as it is listed for clients. */

import type { JsonObject } from '../kernel/json.ts';
import type { Operation } from '../operations/declaration/define-operation.ts';
import { inputSchema } from '../operations/declaration/describe-operation.ts';
import { SEARCH_WORDS } from '../operations/search-words.ts';
import { styleOf } from './render.ts';
import { areSmall, type Toolset } from './toolsets.ts';

export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly _meta?: JsonObject;
  readonly outputSchema?: JsonObject;
  readonly annotations: Annotations;
}

/** A hint that is left out has the value that the protocol gives it: see `PRESUMED`. */
interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint: false;
}

/** What clients presume of a tool that says nothing. */
const PRESUMED: Readonly<Record<string, boolean>> = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
};

/**
 * Every client gets them with each listing, so what goes without saying is not said. To repeat a
 * call matters only if it may write.
 */
function annotationsOf({ effect, destructive, idempotent }: Operation): Annotations {
  const readOnlyHint = effect === 'read' || effect === 'pure';
  const hints = {
    readOnlyHint,
    destructiveHint: destructive,
    ...(readOnlyHint ? {} : { idempotentHint: idempotent }),
  };
  const said = Object.entries(hints).filter(([hint, value]) => value !== PRESUMED[hint]);
  return { ...Object.fromEntries(said), openWorldHint: false };
}

const ENVELOPE_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    success: { type: 'boolean' },
    intent: { type: 'string' },
    result: { type: 'object' },
    warnings: { type: 'array' },
    suggestions: { type: 'array' },
    context: { type: 'object' },
    error: { type: ['object', 'null'] },
    timestamp: { type: 'string' },
  },
  required: [
    'success',
    'intent',
    'result',
    'warnings',
    'suggestions',
    'context',
    'error',
    'timestamp',
  ],
};

/** For clients that load a tool only once a search has found it. */
function searchHint({ name }: Operation): Pick<ListedTool, '_meta'> {
  const words = SEARCH_WORDS[name]?.hint;
  return words === undefined ? {} : { _meta: { 'anthropic/searchHint': words } };
}

export interface ListingRequest {
  readonly structured?: boolean | undefined;
  /** Whether the server has its own workspace, so that calls need not name one. */
  readonly workspaceIsKnown?: boolean | undefined;
  /** What is listed: the small sets leave out arguments that are rarely needed. */
  readonly toolsets?: readonly Toolset[] | undefined;
}

export function listedTool(
  operation: Operation,
  { structured, workspaceIsKnown, toolsets = ['daily'] }: ListingRequest = {},
): ListedTool {
  return {
    name: operation.name,
    title: operation.title,
    description: operation.description,
    inputSchema: inputSchema(operation, { workspaceIsKnown, rarelyNeeded: !areSmall(toolsets) }),
    ...searchHint(operation),
    ...(structured
      ? { outputSchema: styleOf(operation) === 'envelope' ? ENVELOPE_SCHEMA : { type: 'object' } }
      : {}),
    annotations: annotationsOf(operation),
  };
}
