/** Nodes of a large graph by words; the rules are in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES, withStore } from '../../../../test/support/engines.ts';
import { FIRST_BRANCH } from '../../../domain/branches/branch.ts';
import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import { DEFAULTS, initializeWorkspace } from '../../../domain/workspace/workspace.ts';
import type { GraphQueries, Store } from '../../port.ts';

const CARDS = 2_600;
const EDITED = 300;
const place = { branch: FIRST_BRANCH, doc: DEFAULTS.docs.graph };

function textAt(at: number): string {
  return ['always', ...(at % 2 === 0 ? ['often'] : []), ...(at % 400 === 0 ? ['seldom'] : [])].join(
    ' ',
  );
}

/** All cards, and then the first of them again, in other words; returns the seq between. */
async function fill(store: Store): Promise<number> {
  const writer = { workspace: 'w', agent: 'a', nowMs: 1 };
  const card = (at: number, text: string) => ({
    ...{ type: 'graph_node_upserted' as const, entity: `c${at}`, ...place },
    payload: { node: { id: `c${at}`, type: at % 3 === 0 ? 'idea' : 'note', tags: [], text } },
  });
  await store.write(writer, (tx) => tx.append([initializeWorkspace()]));
  const texts = Array.from({ length: CARDS }, (_, at) => card(at, textAt(at)));
  await store.write(writer, (tx) => tx.append(texts));
  const between = await store.read('w', async (tx) => tx.head);
  const edited = Array.from({ length: EDITED }, (_, at) => card(at, 'rewritten'));
  await store.write(writer, (tx) => tx.append(edited));
  return between;
}

async function pagesOf(
  graph: GraphQueries,
  view: EffectiveView,
  filter: { text: string; types?: readonly string[] },
): Promise<readonly string[]> {
  const keys: string[] = [];
  let before: { seq: number; key: string } | undefined;
  for (;;) {
    const page = await graph.nodes(view, place.doc, filter, { before, limit: 200 });
    keys.push(...page.map(({ key }) => key));
    const last = page.at(-1);
    if (!last) return keys;
    before = { seq: last.seq, key: last.key };
  }
}

describe.each(MAIN_ENGINES)('nodes by words on $name', (engine) => {
  it('[RC35] [RC36] are all that have them, whether the words are common or rare', () =>
    withStore(engine, async (store) => {
      const between = await fill(store);
      const now = [{ branch: FIRST_BRANCH, after: 0, upTo: Number.MAX_SAFE_INTEGER }];
      const then = [{ branch: FIRST_BRANCH, after: 0, upTo: between }];
      const ids = Array.from({ length: CARDS }, (_, at) => at).toReversed();
      await store.read('w', async ({ graph }) => {
        for (const text of ['always', 'often always', 'seldom', 'seldom always', 'alw', 'never']) {
          const has = (at: number) =>
            text.split(' ').every((word) =>
              textAt(at)
                .split(' ')
                .some((w) => w.startsWith(word)),
            );
          const named = (some: readonly number[]) => some.filter(has).map((at) => `c${at}`);
          expect(await pagesOf(graph, then, { text }), text).toEqual(named(ids));
          const left = ids.filter((at) => at >= EDITED);
          expect(await pagesOf(graph, now, { text }), text).toEqual(named(left));
          const ideas = left.filter((at) => at % 3 === 0);
          expect(await pagesOf(graph, now, { text, types: ['idea', 'none'] }), text).toEqual(
            named(ideas),
          );
        }
        expect(await pagesOf(graph, now, { text: 'rewritt' })).toHaveLength(EDITED);
        expect(await pagesOf(graph, then, { text: 'rewritt' })).toEqual([]);
      });
      expect(await store.check()).toEqual([]);
    }));
});
