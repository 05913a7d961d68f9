/** What the server and the process of a run tell each other. */

import type { RunLimits } from '../run-limits.ts';

export interface WorkerOrder {
  /** Each module by its name. */
  readonly modules: readonly (readonly [name: string, code: string])[];
  /** Every name by which a module can be imported, with the module it means. */
  readonly names: readonly (readonly [name: string, module: string])[];
  readonly entry: string;
  readonly limits: RunLimits;
  readonly wasm: Uint8Array;
  readonly extensions: readonly (readonly [name: string, wasm: Uint8Array])[];
}

export type WorkerMessage =
  | { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
  | WorkerEnd;

export interface WorkerEnd {
  readonly kind: 'end';
  readonly reason: 'ok' | 'exit' | 'time' | 'output';
  readonly peakBytes: number;
  /** The version of the engine. */
  readonly version: string;
}
