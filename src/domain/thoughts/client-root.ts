/** The directories that a client works in: which one a caller means, and the project it becomes. */

import { PROJECT_NAME } from '../../kernel/ids.ts';
import { withoutEnd } from '../../kernel/text.ts';
import { DEFAULT_PROJECT } from './session.ts';

/** A type, not an interface: only a type is assignable to JSON. */
export type Root = { readonly uri: string; readonly name: string };

interface GivenRoot {
  readonly uri: string;
  readonly name?: string | undefined;
}

export function namedRoot({ uri, name }: GivenRoot): Root {
  return { uri, name: name ?? partsOf(uri).at(-1) ?? uri };
}

/** The root that is named by its URI, its path or its name, if only one has it. */
export function rootMeant(wanted: string, roots: readonly Root[]): Root | undefined {
  const byUri = roots.find(({ uri }) => uri === wanted);
  if (byUri) return byUri;
  const path = pathOf(wanted);
  const byPath = roots.find(({ uri }) => pathOf(uri) === path);
  if (byPath) return byPath;
  const byName = roots.filter(({ name }) => name === wanted);
  return byName.length === 1 ? byName[0] : undefined;
}

/** The project of a root. Roots with the same name get those of their parents in front. */
export function projectOfRoot(root: Root, roots: readonly Root[]): string {
  const own = projectFrom(root.name);
  const same = roots.filter(({ name, uri }) => uri !== root.uri && projectFrom(name) === own);
  if (same.length === 0) return own;
  const parts = partsOf(root.uri);
  for (let depth = 2; depth <= parts.length; depth++) {
    const longer = (uri: string) => projectFrom(partsOf(uri).slice(-depth).join('-'));
    const name = longer(root.uri);
    if (same.every(({ uri }) => longer(uri) !== name)) return name;
  }
  return own;
}

function projectFrom(name: string): string {
  const cleaned = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9_]+/, '')
    .slice(-MAX_NAME)
    .replace(/^[^A-Za-z0-9_]+/, '');
  return PROJECT_NAME.test(cleaned) ? cleaned : DEFAULT_PROJECT;
}

/** The end of a long name distinguishes it from others. */
const MAX_NAME = 64;

function partsOf(uri: string): readonly string[] {
  return pathOf(uri)
    .split('/')
    .filter((part) => part !== '');
}

/** The path of a URI, or the path itself, in one spelling. */
function pathOf(text: string): string {
  const [, host = '', rest] = /^file:\/\/([^/]*)(.*)$/i.exec(text) ?? [];
  const plain = rest === undefined ? text : `${host === 'localhost' ? '' : host}${decoded(rest)}`;
  const path = plain
    .replaceAll('\\', '/')
    .replace(/^\/?([A-Za-z]):/, (_drive, letter: string) => `/${letter.toLowerCase()}:`);
  return withoutEnd(path, /\//);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
