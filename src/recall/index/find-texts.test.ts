/** The index against the texts themselves; the rules are in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES, withStore } from '../../../test/support/engines.ts';
import { type Random, randomFrom } from '../../../test/support/random.ts';
import { sessionEntity } from '../../domain/thoughts/session.ts';
import { initializeWorkspace } from '../../domain/workspace/workspace.ts';
import type { Store } from '../../store/port.ts';
import { fitsFilter, readFilter } from '../terms/filter-words.ts';

const SESSIONS = 30;
const THOUGHTS = 90;
const WORDS = [
  ...['index', 'indexes', 'migration', 'migrated', 'the', 'of', 'one', 'cache_layer', 'cacheHit'],
  ...['getUserById', 'TASK-007', 'src/port.ts', '100%', '7', '70', 'Größe', 'ЯБЛОКО', '数据库迁移'],
  ...['9fceb02d0ae598e9', "don't", 'indices', 'indexing', '🚀', 'x'],
];
/** Parts and other forms, too. */
const ASKED = [
  ...[...WORDS, 'ind', 'inde', 'migrati', 'cach', 'layer', 'user', 'userById', 'gröss', 'große'],
  ...['port', '数据', '迁', 'яблок', '9fceb02', 'zeppelin', 'always', 'alway'],
];

const PAGE = { sortBy: 'createdAt', sortOrder: 'asc', limit: 7, offset: 3 } as const;

/** Every text has one word, more of them than are read at first. */
function textFrom(random: Random, at: number): string {
  const words = Array.from({ length: random.below(6) }, () => random.pick(WORDS));
  const rare = at % 400 === 0 ? ['seldom'] : [];
  return ['always', ...words, ...rare, ...(at % 2 === 0 ? ['often'] : [])].join(' ');
}

interface Told {
  readonly session: number;
  readonly seq: number;
  readonly text: string;
}

async function fill(store: Store, random: Random): Promise<readonly Told[]> {
  const told: Told[] = [];
  const writer = { workspace: 'w', agent: 'a', nowMs: 1 };
  await store.write(writer, (tx) => tx.append([initializeWorkspace()]));
  for (let each = 0; each < SESSIONS; each++) {
    await store.write(writer, async (tx) => {
      const session = tx.head + 1;
      const entity = sessionEntity(session);
      const texts = Array.from({ length: THOUGHTS }, (_, at) =>
        textFrom(random, each * THOUGHTS + at),
      );
      const begun = { id: `s${each}`, project: 'p', title: `Nr ${each}`, tags: [] };
      const events = await tx.append([
        { type: 'session_started', entity, payload: begun },
        ...texts.map((thought, at) => ({
          ...({ type: 'thought_recorded', entity } as const),
          payload: { thought, number: at + 1, total: THOUGHTS, more: true },
        })),
      ]);
      for (const [at, { seq }] of events.slice(1).entries()) {
        told.push({ session, seq, text: texts[at] ?? '' });
      }
    });
  }
  return told;
}

describe.each(MAIN_ENGINES)('texts by words on $name', (engine) => {
  it('[RC30] [RC31] [RC32] [RC33] [RC34] [RC35] [RC121] [RC122] are those that have them, all of them', () =>
    withStore(engine, async (store) => {
      const random = randomFrom(20261117);
      const told = await fill(store, random);
      const queries = Array.from({ length: 90 }, () =>
        Array.from({ length: 1 + random.below(3) }, () => random.pick(ASKED)).join(' '),
      );
      const fixed = ['always', 'always often', 'always seldom', 'often seldom', 'seldom often x'];
      fixed.push('the', 'of the', '%', '100%', 'often 100%', '-', "don't");
      fixed.push('we can', '±', '7%', '0%');
      let [full, empty] = [0, 0];
      await store.read('w', async ({ thoughts }) => {
        const seqs = [...new Set(told.map(({ session }) => session))];
        for (const query of [...fixed, ...queries]) {
          const filter = readFilter(query);
          const first = new Map<number, number>();
          for (const { session, seq, text } of told) {
            if (first.has(session) || !fitsFilter(text, filter)) continue;
            first.set(session, seq);
          }
          const found = await thoughts.firstWith(seqs, query);
          const shown = [...found].map(([session, { seq }]) => [session, seq]);
          expect(shown.sort(), query).toEqual([...first].sort());
          expect(await thoughts.countSessions({ text: query }), query).toBe(first.size);
          const listed = await thoughts.sessions({ text: query }, PAGE);
          const page = [...first.keys()].sort((a, b) => a - b).slice(3, 10);
          expect(
            listed.map(({ seq }) => seq),
            query,
          ).toEqual(page);
          if (first.size === 0) empty += 1;
          else full += 1;
        }
      });
      expect(full).toBeGreaterThan(20);
      expect(empty).toBeGreaterThan(5);
    }));
});
