/** The conflicts of all merges in the workspace. */

import { z } from 'zod';
import type { Conflict, Snapshot } from '../../../domain/graph/conflict.ts';
import { canonicalJson, type Json } from '../../../kernel/json.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, MAX_PAGE, type ViewRow } from '../../view.ts';
import { branchNames } from './branch-of-view.ts';

export interface ConflictRow extends ViewRow {
  readonly id: string;
  readonly kind: 'node' | 'edge';
  /** The node or edge that both branches changed. */
  readonly about: string;
  readonly title?: string;
  readonly from: string;
  readonly into: string;
  readonly doc: string;
  readonly status: 'open' | 'resolved';
  /** The names of the fields that differ between the branches. */
  readonly differ: readonly string[];
  readonly seq: number;
  readonly createdMs: number;
  readonly resolvedMs?: number;
}

type Fields = { readonly [name: string]: Json | undefined };

/** What a side of a conflict says, field by field; undefined if it has no such node or edge. */
export function fieldsOf(side: Snapshot | null): Fields | undefined {
  if (side === null || side.deleted) return undefined;
  const { from: _from, to: _to, rel: _rel, id: _id, ...fields } = { ...side.node, ...side.edge };
  return fields as unknown as Fields;
}

const ORDER = ['type', 'title', 'text', 'status', 'tags', 'meta'];

/** The fields that any side has, in a fixed order. */
export function fieldNames(...sides: readonly (Fields | undefined)[]): readonly string[] {
  const names = new Set(sides.flatMap((side) => Object.keys(side ?? {})));
  return ORDER.filter((name) => names.has(name));
}

export function differs(a: Json | undefined, b: Json | undefined): boolean {
  return canonicalJson(a) !== canonicalJson(b);
}

function differingFields({ theirs, ours }: Conflict): readonly string[] {
  const [a, b] = [fieldsOf(theirs), fieldsOf(ours)];
  if (!a || !b) return ['existence'];
  return fieldNames(a, b).filter((name) => differs(a[name], b[name]));
}

export function titleOf({ ours, theirs, base }: Conflict): string | undefined {
  const node = [ours, theirs, base].find((side) => side?.node)?.node;
  return node?.title ?? node?.text;
}

async function rowsFrom({ tx }: Look, conflicts: readonly Conflict[]): Promise<ConflictRow[]> {
  const names = await branchNames(
    tx,
    conflicts.flatMap(({ from, into }) => [from, into]),
  );
  return conflicts.map((conflict) => {
    const { id, kind, key: about, from, into, doc, status, seq, createdMs, resolvedMs } = conflict;
    const title = titleOf(conflict);
    return {
      ...{ key: id, id, kind, about, doc, status, seq, createdMs },
      ...(title === undefined ? {} : { title: cutText(title).text }),
      from: names.get(from) ?? String(from),
      into: names.get(into) ?? String(into),
      differ: differingFields(conflict),
      ...(resolvedMs === undefined ? {} : { resolvedMs }),
    };
  });
}

export const CONFLICTS_VIEW = defineView({
  name: 'conflicts',
  args: z.object({ status: z.enum(['open', 'resolved']).default('open') }),
  async page(look, { status }, cursor) {
    const before = cursor === undefined ? undefined : Number(cursor);
    const found = await look.tx.conflicts.all(status, { before, limit: MAX_PAGE });
    const next = found.length < MAX_PAGE ? undefined : found.at(-1)?.seq;
    return { rows: await rowsFrom(look, found), next: next?.toString() };
  },
  touched(_look, _args, events) {
    const renames = events.some(
      ({ type }) => type === 'branch_renamed' || type === 'branch_deleted',
    );
    if (renames) return 'all';
    return events.flatMap((event) => {
      if (event.type === 'graph_conflict_found') return event.payload.conflict.id;
      return event.type === 'graph_conflict_resolved' ? event.payload.id : [];
    });
  },
  async rows(look, { status }, keys) {
    const found: Conflict[] = [];
    for (const id of keys) {
      const conflict = await look.tx.conflicts.byId(id);
      if (conflict?.status === status) found.push(conflict);
    }
    return rowsFrom(look, found);
  },
});
