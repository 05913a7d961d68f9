/** Trims for answers that show thoughts of the main chain and of branches. */

import { MAIN } from '../../../domain/thoughts/session.ts';
import type { Trim } from '../../../kernel/budget.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../kernel/json.ts';
import { goneOn, mostThatFits, shortenText } from '../../../kernel/trims.ts';

function eachThought(change: (thought: JsonObject) => JsonObject): Trim {
  const changed = (list: Json | undefined) =>
    Array.isArray(list)
      ? list.map((item: Json) => (isJsonObject(item) ? change(item) : item))
      : list;
  return {
    minimal: false,
    apply(view, fits) {
      if (fits.bytes(view)) return view;
      const { branches } = view;
      const byBranch = isJsonObject(branches as Json)
        ? Object.fromEntries(
            Object.entries(branches as JsonObject).map(([id, list]) => [id, changed(list)]),
          )
        : branches;
      return { ...view, thoughts: changed(view.thoughts), branches: byBranch } as JsonObject;
    },
  };
}

function shortened(bytes: number): Trim {
  return eachThought((thought) =>
    typeof thought.thought === 'string'
      ? { ...thought, thought: shortenText(thought.thought, bytes) }
      : thought,
  );
}

const withoutExtras = eachThought(
  ({ steps: _typed, critique: _said, timestamp: _when, ...thought }) => thought,
);

/** Texts are shortened before any thought is dropped. */
export const thoughtTrims: readonly Trim[] = [
  ...[50_000, 16_000, 4_000, 1_000, 400].map(shortened),
  withoutExtras,
  shortened(120),
];

export interface ThoughtPage {
  /** The chain of each thought on the page, in the order of recording. */
  readonly chains: readonly string[];
  /** Where the page begins; undefined for the last thoughts, of which the first are dropped. */
  readonly offset: number | undefined;
}

/** Drops thoughts from the end of the page; the answer says where the next page begins. */
export function cutThoughts(page: ThoughtPage): readonly Trim[] {
  return [1, 0].map((least) => ({
    minimal: least === 0,
    apply(view, fits) {
      if (page.chains.length <= least) return view;
      const cut = (count: number) => withThoughts(view, page, count);
      return cut(mostThatFits(least, page.chains.length, (count) => fits.whole(cut(count))));
    },
  }));
}

function withThoughts(view: JsonObject, { chains, offset }: ThoughtPage, count: number) {
  const kept = (list: Json | undefined, chain: string): readonly Json[] => {
    const stay =
      offset === undefined ? chains.slice(chains.length - count) : chains.slice(0, count);
    const most = stay.filter((each) => each === chain).length;
    const items = Array.isArray(list) ? (list as readonly Json[]) : [];
    return offset === undefined ? items.slice(items.length - most) : items.slice(0, most);
  };
  const branches = Object.entries((view.branches ?? {}) as JsonObject)
    .map(([name, list]) => [name, kept(list, name)] as const)
    .filter(([, list]) => list.length > 0);
  const cut = {
    ...view,
    thoughts: kept(view.thoughts, MAIN),
    branches: Object.fromEntries(branches),
  };
  return offset === undefined ? { ...cut, hasMore: true } : goneOn(cut, offset, count);
}
