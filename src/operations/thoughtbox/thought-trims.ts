/** Cuts for answers that show thoughts, on the main chain and by branch. */

import type { Trim } from '../../kernel/budget.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { dropItems, shortenText } from '../../kernel/trims.ts';

function eachThought(change: (thought: JsonObject) => JsonObject): Trim {
  const changed = (list: Json | undefined) =>
    Array.isArray(list)
      ? list.map((item: Json) => (isJsonObject(item) ? change(item) : item))
      : list;
  return {
    minimal: false,
    apply(view, fits) {
      if (fits.bytes?.(view)) return view;
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

/** A page that was cut no longer says where it goes on. */
function pointless(trim: Trim): Trim {
  return {
    ...trim,
    apply(view, fits) {
      const cut = trim.apply(view, fits);
      if (cut === view) return view;
      const { nextOffset: _skips, ...rest } = cut;
      return { ...rest, hasMore: true };
    },
  };
}

const withoutBranches: Trim = {
  minimal: true,
  apply: ({ branches: _left, ...view }) => view,
};

export const thoughtTrims: readonly Trim[] = [
  ...[50_000, 16_000, 4_000, 1_000, 400].map(shortened),
  withoutExtras,
  shortened(120),
  pointless(withoutBranches),
  pointless(dropItems('thoughts', { from: 'back', keep: 0 })),
];
