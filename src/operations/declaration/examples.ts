/**
 * Examples of tools: a test runs them, and the reference shows them. The examples of a tool are in
 * `<tool>.examples.ts` beside it; the program does not import them.
 */

import type { JsonObject } from '../../kernel/json.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';
import type { Operation, ServerFacts } from './define-operation.ts';

/** One call, without the workspace: each example runs in its own. */
export interface ExampleCall {
  readonly tool: string;
  readonly args: JsonObject;
  /** The agent that calls, if it is not the one of the example. */
  readonly agent?: string;
}

export interface Example {
  readonly title: string;
  /** Calls that set the scene. */
  readonly before?: readonly ExampleCall[];
  readonly args: JsonObject;
  /** A configuration that the example needs, if it is not the default. */
  readonly server?: Partial<ServerFacts>;
}

export interface ToolExamples {
  readonly operation: Operation;
  /** The example of the declaration comes first. */
  readonly examples: readonly Example[];
  /** A call that reaches each refusal of the tool's own. */
  readonly refusals: { readonly [Code in RefusalCode]?: Example };
}

interface Given {
  /** Calls that set the scene of the example in the declaration. */
  readonly before?: readonly ExampleCall[];
  readonly more?: readonly Example[];
  readonly refusals?: ToolExamples['refusals'];
}

export function examplesOf(
  operation: Operation,
  { before = [], more = [], refusals = {} }: Given = {},
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
