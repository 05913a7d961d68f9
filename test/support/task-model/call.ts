/** A call as both sides get it, and what a tool of the model is. */

import type { Fields, World } from './world.ts';

export interface Call {
  readonly tool: string;
  readonly args: Fields;
  /** Something in it is not even a call of this tool. */
  readonly malformed?: true;
  /** The calls of a batch, whose arguments repeat them. */
  readonly parts?: readonly Call[];
}

/** Changes the world, or refuses; gives what the answer must at least say. */
export type Tool = (world: World, call: Call) => Fields;
