/** Where an id belongs on the page: the view and the address below it. */

import { z } from 'zod';
import { defineView, type Look, type ViewRow } from '../view.ts';
import { readSession } from './thinking/read-session.ts';

export interface PlaceRow extends ViewRow {
  readonly view: string;
  /** The segments behind the view. */
  readonly rest: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

type Place = Omit<PlaceRow, 'key'>;

type Finder = (look: Look, id: string) => Promise<Place | undefined>;

const at = (view: string, rest: readonly string[], query: Place['query'] = {}): Place => ({
  view,
  rest,
  query,
});

/** Each knows one kind of id; the first that finds something decides. */
const FINDERS: readonly Finder[] = [
  async ({ tx }, id) => {
    const summary = await tx.targets.summary(id.toUpperCase());
    return summary && at('tasks', [summary.id]);
  },
  async ({ tx }, id) => {
    const conflict = /^CONFLICT-/i.test(id) ? await tx.conflicts.byId(id) : undefined;
    return conflict && at('memory', ['conflicts', id]);
  },
  async ({ tx }, id) => {
    const [node] = await tx.work.nodes([id]);
    return node && at('work', [node.project, id], { panel: `node:${id}` });
  },
  async (look, id) => {
    const [, session = '', place] = /^([^:]+)(?::(.+))?$/.exec(id) ?? [];
    if (!(await readSession(look, session))) return undefined;
    return at('thinking', place === undefined ? [session] : [session, place]);
  },
  async ({ tx }, id) => {
    const [notebook = '', cell] = id.split(':', 2);
    if (!(await tx.notebooks.outline(notebook))) return undefined;
    return at('notebooks', cell === undefined ? [notebook] : [notebook, cell]);
  },
  async ({ tx }, id) => {
    const branch = await tx.branches.byName(id);
    return branch && at('memory', [branch.name]);
  },
  async ({ tx }, id) => {
    const seq = /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0;
    const event = seq > 0 && seq <= tx.head ? await tx.journal.at(seq) : undefined;
    return event && at('history', [], { panel: `event:${seq}` });
  },
];

async function placeOf(look: Look, id: string): Promise<readonly PlaceRow[]> {
  for (const find of FINDERS) {
    const place = await find(look, id);
    if (place) return [{ key: id, ...place }];
  }
  return [];
}

export const PLACE_VIEW = defineView({
  name: 'place',
  args: z.object({ id: z.string().min(1).max(300) }),
  page: async (look, { id }) => ({ rows: await placeOf(look, id) }),
  touched: (_look, { id }) => [id],
  rows: (look, { id }) => placeOf(look, id),
});
