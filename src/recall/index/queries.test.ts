/** The index of recall, and what is found by it, by rows that are read by their keys. */

import { describe, expect, it } from 'vitest';
import { NODES, plansOf, scans, sorts, walks } from '../../../test/support/query-plans.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { numberAt } from '../terms/postings.ts';
import type { TextChange } from './text-changes.ts';
import { writeTexts } from './write-texts.ts';

describe('a query of recall on a SQLite memory', () => {
  it('[RC10] [RC13] recall reads and writes its rows by their whole keys', async () => {
    const plans = await plansOf(async ({ recall, sql }) => {
      const [doc] = await recall.newest({ limit: 1 });
      if (!doc) throw new Error('there is nothing to recall');
      await recall.places(['b'], 10);
      await recall.placesIn('b', [doc.number]);
      await recall.numbered([doc.number]);
      await recall.named([doc.name ?? '', 'w/other']);
      await recall.around([doc], 2);
      await recall.linked([
        { ...doc, kind: 'work', name: 'w/n00000000004' },
        { ...doc, kind: 'card', group: 'b1/graph', name: 'b1/graph/h1' },
      ]);
      await recall.known(['b', 'c']);
      await recall.beginning('b', 2);
      const text = { kind: 'rule', name: 'RULE-001', group: '', text: 'b c' } as const;
      for (const seq of [1_000_000, 1_000_001, 1_000_100, 1_001_000]) {
        const progress = { before: seq - 1, head: 1_001_000 };
        const write = (change: TextChange) => writeTexts(sql, 'w', [change], progress);
        const number = numberAt(seq);
        await write({ put: { number, atMs: 1, text } });
        await write({ name: 'RULE-001', mark: { state: 'retired' } });
        await write({ kind: 'thought', number, mark: { state: 'revised' } });
        await write({ drop: 'RULE-001' });
      }
    });
    expect(scans(plans).filter((plan) => plan !== 'SCAN given')).toEqual([]);
    // All terms of a block move on together.
    expect(walks(plans).filter((plan) => !plan.includes(' recall_current '))).toEqual([]);
    expect(sorts(plans)).toEqual([]);
  });

  it('[RC72] a branch is known by a name that it had without a search', async () => {
    const plans = await plansOf(async ({ branches }) => {
      await branches.formerlyNamed('idea');
      await branches.formerNameOf(7);
    });
    expect([...scans(plans), ...walks(plans), ...sorts(plans)]).toEqual([]);
  });

  it('[RC70] the graphs that have a node are known by its name', async () => {
    const plans = await plansOf(async ({ graph }) => {
      await graph.places('h1');
    });
    expect([...scans(plans), ...walks(plans)]).toEqual([]);
    expect(plans.join()).toContain('graph_nodes_named (workspace=? AND key=?)');
  });

  it('[RC35] [TH39] [TV30] a filter by words starts from the index, whatever the order', async () => {
    const page = { sortBy: 'updatedAt', sortOrder: 'desc', limit: 3, offset: 0 } as const;
    const plans = await plansOf(async ({ thoughts, targets }) => {
      const found = await thoughts.sessions({ text: 'slow login', project: 'p' }, page);
      expect(found).toHaveLength(2);
      expect(await thoughts.countSessions({ text: 'scanned' })).toBe(2);
      expect(await thoughts.sessions({ tags: ['x'] }, page)).toHaveLength(2);
      expect(await thoughts.patterns({ tags: ['wool'] }, page)).toHaveLength(1);
      const seqs = found.map(({ seq }) => seq);
      expect((await thoughts.firstWith(seqs, 'the migration')).size).toBe(2);
      expect(await thoughts.patterns({ text: 'yaks' }, page)).toHaveLength(1);
      expect(await thoughts.notes({ text: 'shave' }, page)).toHaveLength(1);
      expect(await targets.list({ kind: 'task', text: 'yak' }, { limit: 5 })).toHaveLength(3);
      expect(await targets.countByStatus({ kind: 'task', text: 'yak' })).toEqual({ TODO: 3 });
    });
    expect(scans(plans)).toEqual([]);
    const listed = plans.filter((plan) => /\b(sessions|knowledge|t) USING/.test(plan));
    expect(listed).toHaveLength(8);
    // Each by its whole key: the rows of a list that was found.
    for (const plan of listed) expect(plan).toMatch(/\b(seq|id|number)=\?/);
    expect(walks(plans).filter((plan) => /SEARCH (recall_\w+|events) /.test(plan))).toEqual([]);
  });

  it('[RC35] [RC36] the text of a node starts from the index, on every branch', async () => {
    const doc = DEFAULTS.docs.graph;
    const view = [{ branch: 1, after: 0, upTo: Number.MAX_SAFE_INTEGER }];
    const plans = await plansOf(async ({ graph }) => {
      const filter = { text: 'quaternions read', types: ['work'] };
      expect(await graph.nodes(view, doc, filter, { limit: 9 })).toHaveLength(NODES / 50);
      const base = [{ branch: 1, after: 0, upTo: 9 }];
      expect(await graph.nodes(base, doc, { text: 'migration' }, { limit: 9 })).toEqual([]);
    });
    expect(scans(plans)).toEqual([]);
    const versions = plans.filter((plan) => /\b(graph_versions|v) USING/.test(plan));
    expect(versions.length).toBeGreaterThan(1);
    for (const plan of versions) expect(plan).toMatch(/kind=\? AND (key|seq)=\?/);
  });

  it('[RC18] cards are counted by their ids in one statement', async () => {
    const plans = await plansOf(async ({ recall }) => {
      expect(await recall.cardsCalled(['none'])).toEqual(
        new Map([['none', { live: 0, deleted: 0 }]]),
      );
    });
    expect(scans(plans)).toEqual([]);
    expect(plans.join('\n')).toMatch(/recall_docs_cards \(workspace=\? AND <expr>=\?/);
  });
});
