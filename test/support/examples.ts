/** The examples of all tools, which only the tests and the reference use. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOGUE } from '../../src/operations/catalogue.ts';
import type { Operation } from '../../src/operations/declaration/define-operation.ts';
import {
  examplesOf,
  inWorkspace,
  type ToolExamples,
} from '../../src/operations/declaration/examples.ts';

const ROOM = join(import.meta.dirname, '../../src/operations');

interface ExampleModule {
  readonly examples: ToolExamples | readonly ToolExamples[];
}

const files = readdirSync(ROOM, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.examples.ts'))
  .sort();

const collected = await Promise.all(
  files.map(async (file) => ((await import(join(ROOM, file))) as ExampleModule).examples),
);

const byTool = new Map(collected.flat().map((each) => [each.operation.name, each]));

/** The names of the tools that have a file of examples. */
export const EXEMPLIFIED: readonly string[] = [...byTool.keys()];

/** The examples of a tool, in a workspace; for a tool that a test defines, what it declares. */
export function examplesFor(
  operation: Operation,
  workspace = 'acme',
  catalogue: readonly Operation[] = CATALOGUE,
): ToolExamples {
  const known = byTool.get(operation.name) ?? examplesOf(operation);
  return inWorkspace(workspace, { ...known, operation }, catalogue);
}
