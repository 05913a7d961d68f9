/** Trims for answers that show thoughts of the main chain and of branches. */

import { MAIN } from '../../../domain/thoughts/session.ts';
import type { Trim } from '../../../kernel/budget.ts';
import {
  bareItem,
  type Cuttable,
  goneOn,
  keepMost,
  withLeftOut,
  withoutFrame,
} from '../../../kernel/cuts/list-cuts.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { itemsOf } from '../../../kernel/trims.ts';

const SPARE = ['steps', 'critique', 'timestamp'];

export interface ThoughtPage {
  /** The chain of each thought on the page, in the order of recording. */
  readonly chains: readonly string[];
  /** Where the page begins; undefined for the last thoughts, of which the first are dropped. */
  readonly offset: number | undefined;
}

/**
 * Keeps whole thoughts, from the beginning of a page or, if the last ones were asked for, from the
 * end; the answer says where the next page begins.
 */
export function cutThoughts({ chains, offset }: ThoughtPage): readonly Trim[] {
  const isFromEnd = offset === undefined;
  /** The view with the thoughts that matter most, which come first in `all`. */
  const showing = (view: JsonObject, all: readonly Said[], count: number, last?: Json) => {
    const kept = all.slice(0, count);
    const end = kept.at(-1);
    const shown = last === undefined || !end ? kept : kept.with(-1, { ...end, thought: last });
    const cut = { ...view, ...byChain(isFromEnd ? shown.toReversed() : shown) };
    if (count === all.length) return cut;
    return isFromEnd ? withLeftOut(cut, all.length - count) : goneOn(cut, offset, count);
  };
  return [
    {
      minimal: false,
      apply(view, fits) {
        const all = saidIn(view, chains);
        const most = isFromEnd ? all.toReversed() : all;
        const list: Cuttable = {
          items: most.map(({ thought }) => thought),
          leadsOn: !isFromEnd,
          spare: SPARE,
          with: (count, last) => showing(view, most, count, last),
        };
        return keepMost(list, view, fits);
      },
    },
    {
      minimal: true,
      apply(view, fits) {
        const all = saidIn(view, chains);
        const most = isFromEnd ? all.toReversed() : all;
        const [first] = most;
        if (!first) return view;
        const bare = showing(view, most, 1, bareItem(first.thought));
        return fits.whole(bare) ? bare : withoutFrame(bare, ['thoughts', 'branches']);
      },
    },
  ];
}

interface Said {
  readonly chain: string;
  readonly thought: Json;
}

/** The thoughts of all chains in the order of recording. */
function saidIn(view: JsonObject, chains: readonly string[]): readonly Said[] {
  const branches = (view.branches ?? {}) as JsonObject;
  const taken = new Map<string, number>();
  return chains.flatMap((chain) => {
    const at = taken.get(chain) ?? 0;
    taken.set(chain, at + 1);
    const list = chain === MAIN ? itemsOf(view, 'thoughts') : itemsOf(branches, chain);
    const thought = list[at];
    return thought === undefined ? [] : [{ chain, thought }];
  });
}

function byChain(said: readonly Said[]): {
  readonly thoughts: Json;
  readonly branches: JsonObject;
} {
  const of = (name: string) =>
    said.flatMap(({ chain, thought }) => (chain === name ? [thought] : []));
  const names = new Set(said.map(({ chain }) => chain));
  names.delete(MAIN);
  return {
    thoughts: of(MAIN),
    branches: Object.fromEntries([...names].map((name) => [name, of(name)])),
  };
}
