/** Loads what linking needs, once and only when a first cell is run. */

import { loadFindImports } from './find-imports.ts';
import type { LinkTools } from './link-cells.ts';
import { loadStripTypes } from './read-typescript.ts';

let tools: Promise<LinkTools> | undefined;

export function loadLinker(): Promise<LinkTools> {
  tools ??= Promise.all([loadStripTypes(), loadFindImports()]).then(
    ([stripTypes, findImports]) => ({ stripTypes, findImports }),
  );
  return tools;
}
