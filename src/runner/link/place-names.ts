/** Puts the names of cells back into what Node prints: in its sandbox they have other paths. */

/** Where the cells are in the sandbox. */
export const NOTEBOOK = '/notebook';

/**
 * What Node runs as a module on every version, whatever the name of the cell ends in. No cell can
 * have a plus sign in its name, so no two files meet.
 */
export const MODULE_ENDING = '+.mjs';

const PATH = /(?:file:\/\/)?\/notebook\/([A-Za-z0-9][A-Za-z0-9._-]*)\+\.mjs/g;

export function placeNames(names: ReadonlySet<string>): (text: string) => string {
  return (text) => text.replaceAll(PATH, (path, name: string) => (names.has(name) ? name : path));
}
