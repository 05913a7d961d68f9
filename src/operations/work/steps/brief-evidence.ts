/**
 * The evidence of a node that another one depended on, in brief: what was made and how it was
 * tested, before hints and notes.
 */

import type { Evidence } from '../../../domain/work/work-node.ts';
import { excerpt } from '../../../kernel/excerpt.ts';
import type { JsonObject } from '../../../kernel/json.ts';

/** The next agent needs the commit and the test first. */
const FIRST_TYPES = ['git', 'test'];

/** At most so many pieces; the others are counted, with the call that shows them. */
export function briefEvidence(
  id: string,
  evidence: readonly Evidence[],
  { most, bytes }: { readonly most: number; readonly bytes: number },
): JsonObject {
  const kept = firstOf(evidence, most);
  return {
    evidence: kept.map((each) => ({ ...each, ref: excerpt(each.ref, bytes) })),
    ...omittedEvidence(id, evidence.length - kept.length),
  };
}

/** `see` is the call that shows the whole evidence of the node, by a tool that agents have listed. */
export function omittedEvidence(id: string, count: number): JsonObject {
  if (count <= 0) return {};
  return { evidence_omitted: count, see: `recall ${JSON.stringify({ id })}` };
}

/** The newest of each type that comes first, then the newest of all; sorted in that order. */
function firstOf(evidence: readonly Evidence[], most: number): readonly Evidence[] {
  const newest = evidence.toReversed();
  const telling = FIRST_TYPES.flatMap((type) => newest.find((each) => each.type === type) ?? []);
  const chosen = new Set([...new Set([...telling, ...newest])].slice(0, most));
  const rank = ({ type }: Evidence) => FIRST_TYPES.indexOf(type) + 1 || FIRST_TYPES.length + 1;
  return evidence.filter((each) => chosen.has(each)).sort((a, b) => rank(a) - rank(b));
}
