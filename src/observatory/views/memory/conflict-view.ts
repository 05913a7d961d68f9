/** One conflict: what the base and both branches say, field by field, and what rests on it. */

import { z } from 'zod';
import type { Conflict, Resolution } from '../../../domain/graph/conflict.ts';
import type { Json } from '../../../kernel/json.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import { branchNames, seqBefore, viewOfBranch } from './branch-of-view.ts';
import { type CardLink, changedNodes, linksAt } from './card-view.ts';
import { differs, fieldNames, fieldsOf, titleOf } from './conflicts-view.ts';

/** Types, because rows are JSON. */
export type ConflictField = {
  readonly name: string;
  readonly base?: Json;
  readonly theirs?: Json;
  readonly ours?: Json;
  /** Whether theirs and ours differ. */
  readonly differs: boolean;
};

/** How a side stands: it has the thing, it deleted it, or it never had it. */
export type ConflictSide = {
  readonly is: 'present' | 'deleted' | 'absent';
  readonly seq?: number;
};

export interface ConflictDetailRow extends ViewRow {
  readonly id: string;
  readonly kind: 'node' | 'edge';
  readonly about: string;
  readonly title?: string;
  /** The merged branch, and the destination. */
  readonly from: string;
  readonly into: string;
  readonly intoId: number;
  readonly doc: string;
  readonly status: 'open' | 'resolved';
  readonly fields: readonly ConflictField[];
  readonly base: ConflictSide;
  readonly theirs: ConflictSide;
  readonly ours: ConflictSide;
  /** The edges into the node, as the destination sees them. */
  readonly restsOnIt: readonly CardLink[];
  readonly createdMs: number;
  readonly foundBy?: string;
  readonly resolution?: Resolution;
  readonly resolvedMs?: number;
  readonly resolvedBy?: string;
}

type Side = Conflict['base'];

function sideOf(side: Side): ConflictSide {
  if (side === null) return { is: 'absent' };
  return { is: side.deleted ? 'deleted' : 'present', seq: side.seq };
}

function fieldsIn({ base, theirs, ours }: Conflict): readonly ConflictField[] {
  const [b, t, o] = [fieldsOf(base), fieldsOf(theirs), fieldsOf(ours)];
  return fieldNames(b, t, o).map((name) => ({
    name,
    ...(b?.[name] === undefined ? {} : { base: b[name] }),
    ...(t?.[name] === undefined ? {} : { theirs: t[name] }),
    ...(o?.[name] === undefined ? {} : { ours: o[name] }),
    differs: differs(t?.[name], o?.[name]),
  }));
}

const MAX_EVENTS = 2;

/** Who found and who resolved it: events of the conflict itself. */
async function madeBy({ tx }: Look, { id, seq }: Conflict) {
  const found = await tx.journal.at(seq);
  const [last] = await tx.journal.ofEntity(id, { limit: MAX_EVENTS });
  return {
    ...(found === undefined ? {} : { foundBy: found.agent }),
    ...(last?.type === 'graph_conflict_resolved'
      ? { resolution: last.payload.resolution, resolvedBy: last.agent }
      : {}),
  };
}

async function conflictRow(look: Look, id: string): Promise<readonly ConflictDetailRow[]> {
  const { tx } = look;
  const conflict = await tx.conflicts.byId(id);
  if (!conflict) return [];
  const { kind, key: about, from, into, doc, status, createdMs, resolvedMs } = conflict;
  const names = await branchNames(tx, [from, into]);
  const title = titleOf(conflict);
  const view = await viewOfBranch(tx, into);
  const { incoming } = kind === 'node' ? await linksAt(look, { view, doc, id: about }) : NO_LINKS;
  return [
    {
      ...{ key: id, id, kind, about, doc, status, createdMs, intoId: into },
      ...(title === undefined ? {} : { title }),
      from: names.get(from) ?? String(from),
      into: names.get(into) ?? String(into),
      fields: fieldsIn(conflict),
      base: sideOf(conflict.base),
      theirs: sideOf(conflict.theirs),
      ours: sideOf(conflict.ours),
      restsOnIt: incoming,
      ...(resolvedMs === undefined ? {} : { resolvedMs }),
      ...(await madeBy(look, conflict)),
    },
  ];
}

const NO_LINKS: { readonly incoming: readonly CardLink[] } = { incoming: [] };

const ITSELF = new Set([
  'graph_conflict_found',
  'graph_conflict_resolved',
  'branch_renamed',
  'branch_deleted',
]);

export const CONFLICT_VIEW = defineView({
  name: 'conflict',
  args: z.object({ id: z.string().min(1).max(64) }),
  page: async (look, { id }) => ({ rows: await conflictRow(look, id) }),
  async touched(look, { id }, events) {
    if (events.some(({ type }) => ITSELF.has(type))) return [id];
    const conflict = await look.tx.conflicts.byId(id);
    if (conflict?.kind !== 'node') return [];
    const { into, doc, key } = conflict;
    const view = await viewOfBranch(look.tx, into);
    const changed = await changedNodes(look, { view, doc }, seqBefore(events));
    if (changed === 'many' || changed.has(key)) return [id];
    if (changed.size === 0) return [];
    const { ends } = await linksAt(look, { view, doc, id: key });
    return ends.some((end) => changed.has(end)) ? [id] : [];
  },
  rows: async (look, { id }, keys) => (keys.length === 0 ? [] : conflictRow(look, id)),
});
