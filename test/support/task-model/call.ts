/** A call that both the server and the model get, and the form of a tool of the model. */

import type { Fields, World } from './world.ts';

export interface Call {
  readonly tool: string;
  readonly args: Fields;
  /** The arguments do not match the schema of the tool. */
  readonly malformed?: true;
  /** The calls of a batch, whose arguments repeat them. */
  readonly parts?: readonly Call[];
}

/** Changes the world, or refuses. Returns what the answer must contain at least. */
export type Tool = (world: World, call: Call) => Fields;
