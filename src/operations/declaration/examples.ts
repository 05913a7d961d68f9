/**
 * Examples of tools: played by the law of the catalogue, shown in the reference. Those of a tool
 * are in a file beside it, `<tool>.examples.ts`; the program itself has none of them.
 */

import type { JsonObject } from '../../kernel/json.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { Operation, ServerFacts } from './define-operation.ts';

/** One call, as written by a caller, without the workspace: each example has one of its own. */
export interface ExampleCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** Who calls, where it is not the one whose example it is. */
  readonly agent?: string;
}

export interface Example {
  readonly title: string;
  /** Calls that set the scene. */
  readonly before?: readonly ExampleCall[];
  readonly args: JsonObject;
  /** A configuration other than the usual, where only that leads here. */
  readonly server?: Partial<ServerFacts>;
}

export interface ToolExamples {
  readonly operation: Operation;
  /** The one that the tool itself declares comes first. */
  readonly examples: readonly Example[];
  /** A call that reaches each refusal of the tool's own. */
  readonly refusals: { readonly [Code in RefusalCode]?: Example };
}

interface Told {
  /** What sets the scene of the example that the tool declares. */
  readonly before?: readonly ExampleCall[];
  readonly more?: readonly Example[];
  readonly refusals?: ToolExamples['refusals'];
}

export function examplesOf(
  operation: Operation,
  { before = [], more = [], refusals = {} }: Told = {},
): ToolExamples {
  return { operation, examples: [{ ...operation.example, before }, ...more], refusals };
}

/** The same examples, with every call in one workspace, for the tools that take one. */
export function inWorkspace(
  workspace: string,
  { operation, examples, refusals }: ToolExamples,
  catalogue: readonly Operation[],
): ToolExamples {
  const placed = (tool: string, args: JsonObject): JsonObject => {
    const known = catalogue.find((each) => each.name === tool) ?? operation;
    return known.workspace === 'none' ? args : { workspace, ...args };
  };
  const place = (example: Example): Example => ({
    ...example,
    before: (example.before ?? []).map((call) => ({ ...call, args: placed(call.tool, call.args) })),
    args: placed(operation.name, example.args),
  });
  return {
    operation,
    examples: examples.map(place),
    refusals: Object.fromEntries(
      Object.entries(refusals).map(([code, example]) => [code, place(example)]),
    ),
  };
}
