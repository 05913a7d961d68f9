/** Finds the nodes of a graph that may have the words of a text, in whatever version. */

import { sql as raw } from 'kysely';
import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import type { NodeState } from '../../../domain/graph/graph-events.ts';
import { reservedPrefix } from '../../../domain/graph/graph-names.ts';
import { type FilterTerms, textsWith } from '../../../recall/index/find-texts.ts';
import { recallQueries } from '../../../recall/index/queries.ts';
import { reservedNodeOf } from '../../../recall/terms/artifact-texts.ts';
import {
  fitsFilter,
  hasLiterals,
  readFilter,
  type TextFilter,
} from '../../../recall/terms/filter-words.ts';
import { seqOf } from '../../../recall/terms/postings.ts';
import type { RecallKind } from '../../../recall/terms/recall-kinds.ts';
import { shownWhole, type TitledText, withTitle } from '../../../recall/terms/shown-text.ts';
import type { NodeFilter } from '../../port.ts';
import { chunksOf, listed, rowsOf } from '../chunks.ts';
import type { GraphDocument } from './version-rows.ts';

/** A version of a node has the words of its event: of its own one, or of the thought it is in. */
const OF_EVENTS: readonly RecallKind[] = ['card', 'question', 'thought'];
/** The nodes of tasks and work have the words of what they stand for. */
const OF_NOUNS: readonly RecallKind[] = ['plan', 'task', 'step', 'work'];

const SEQS_AT_ONCE = 5_000;

export async function keysWith(
  { sql, workspace, doc }: GraphDocument,
  view: EffectiveView,
  words: FilterTerms,
): Promise<readonly string[]> {
  const found = await textsWith(sql, workspace, words, [...OF_EVENTS, ...OF_NOUNS]);
  const docs = await recallQueries(sql, workspace).docs(
    found.filter(({ kind }) => OF_NOUNS.includes(kind)),
  );
  const keys = new Set(docs.flatMap(({ kind, name }) => reservedNodeOf(kind, name) ?? []));
  const seqs = found
    .filter(({ kind }) => OF_EVENTS.includes(kind))
    .map(({ number }) => seqOf(number));
  for (const { branch, after, upTo } of view) {
    const within = seqs.filter((seq) => seq > after && seq <= upTo);
    for (const some of chunksOf(within, SEQS_AT_ONCE)) {
      // SQLite does not reorder a cross join; and an index that has all that is asked for would be
      // preferred to the one of versions, so the type is asked for too.
      const { rows } = await raw<{ key: string }>`
        select v.key, v.type from ${rowsOf(sql, listed(some), 'bigint')} as w
        cross join graph_versions as v
        where v.workspace = ${workspace} and v.branch = ${branch} and v.doc = ${doc}
        and v.kind = 'node' and v.seq = w.value`.execute(sql);
      for (const { key } of rows) keys.add(key);
    }
  }
  return [...keys];
}

/** Whether a version, as it is stored, meets the whole filter. */
export function fitsNodeFilter(
  filter: NodeFilter & { readonly text: string },
): (state: string | null) => boolean {
  const asked = readFilter(filter.text);
  return (state) => {
    if (state === null) return false;
    const node = JSON.parse(state) as NodeState;
    return isAmong(node, filter) && fitsText({ ...node, text: node.text ?? '' }, asked);
  };
}

/** Redaction takes far longer than to compare, so it is only done for nodes that may be found. */
function fitsText(text: TitledText, asked: TextFilter): boolean {
  return hasLiterals(withTitle(text), asked.literals) && fitsFilter(shownWhole(text), asked);
}

function isAmong({ id, type, status, tags }: NodeState, filter: NodeFilter): boolean {
  return (
    (filter.ids?.includes(id) ?? true) &&
    (filter.types?.includes(type) ?? true) &&
    (filter.status === undefined || filter.status === status) &&
    (filter.tagsAll ?? []).every((tag) => tags.includes(tag)) &&
    (filter.tagsAny?.some((tag) => tags.includes(tag)) ?? true) &&
    (filter.withoutTag === undefined || !tags.includes(filter.withoutTag)) &&
    !filter.withoutStatuses?.includes(status?.toLowerCase() ?? '') &&
    !(filter.excludeReserved && reservedPrefix(id) !== undefined)
  );
}
