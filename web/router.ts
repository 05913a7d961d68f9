/** The address of what is shown: `/w/WORKSPACE/VIEW/…?panel=KIND:ID`, as a signal. */

import { computed, signal } from '@preact/signals';

export const VIEW_NAMES = [
  'now',
  'thinking',
  'work',
  'tasks',
  'memory',
  'notebooks',
  'history',
] as const;

export type ViewName = (typeof VIEW_NAMES)[number];

export interface Route {
  /** Undefined before a workspace is known. */
  readonly workspace: string | undefined;
  readonly view: ViewName;
  /** What follows the view, decoded. */
  readonly rest: readonly string[];
  readonly query: Readonly<Record<string, string>>;
  /** Set for `/go/ID`, whose place the server knows. */
  readonly go?: string;
}

export function parseRoute(path: string, search: string): Route {
  const parts = path
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  const query = Object.fromEntries(new URLSearchParams(search));
  if (parts[0] === 'go' && parts.length > 1) {
    return { workspace: query.w, view: 'now', rest: [], query, go: parts.slice(1).join('/') };
  }
  if (parts[0] !== 'w') return { workspace: undefined, view: 'now', rest: [], query };
  const [, workspace, named, ...rest] = parts;
  const view = VIEW_NAMES.find((each) => each === named) ?? 'now';
  return { workspace, view, rest, query };
}

/** A segment that is not properly encoded is taken as it stands. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function pathOf(
  workspace: string,
  view: ViewName,
  rest: readonly string[] = [],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const path = ['w', workspace, view, ...rest].map(encodeURIComponent).join('/');
  const kept = Object.entries(query).filter((each): each is [string, string] => Boolean(each[1]));
  const search = new URLSearchParams(kept).toString();
  return `/${path}${search === '' ? '' : `?${search}`}`;
}

const here = () => parseRoute(location.pathname, location.search);

const current = signal<Route>(typeof location === 'undefined' ? parseRoute('/', '') : here());

export const route = computed(() => current.value);

/** `replaces`: the way back does not stop here, as for a selection within a view. */
export function navigate(path: string, { replaces = false } = {}): void {
  if (replaces) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  current.value = here();
}

/** The same address with another query; an undefined value removes its key. */
export function changeQuery(
  changes: Readonly<Record<string, string | undefined>>,
  { replaces = true } = {},
): void {
  const { workspace, view, rest, query } = current.value;
  if (workspace === undefined) return;
  navigate(pathOf(workspace, view, rest, { ...query, ...changes }), { replaces });
}

/** Opens the address of this view with other segments, keeping nothing else. */
export function openIn(view: ViewName, ...rest: readonly string[]): void {
  const { workspace } = current.value;
  if (workspace !== undefined) navigate(pathOf(workspace, view, rest));
}

/** Follows the buttons of the browser, and links within the page without loading it again. */
export function followAddress(): void {
  addEventListener('popstate', () => {
    current.value = here();
  });
  addEventListener('click', (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
    const link = (event.target as Element | null)?.closest?.('a[href]');
    if (!isPlain || event.defaultPrevented || !(link instanceof HTMLAnchorElement)) return;
    if (link.origin !== location.origin || link.target !== '') return;
    event.preventDefault();
    navigate(link.pathname + link.search);
  });
}
