/** Random steps that write, query, compare and check graphs. */

import { expect } from 'vitest';
import { versionOf } from '../../../src/domain/graph/version.ts';
import type { JournalEvent } from '../../../src/domain/journal/event.ts';
import type { JsonObject } from '../../../src/kernel/json.ts';
import type { Random } from '../random.ts';
import {
  type ApplyRequest,
  graphApply,
  graphDiff,
  graphQuery,
  graphValidate,
  isNode,
  liveKeys,
  type Op,
  partsOf,
  type Write,
  writesOf,
} from './graph-model.ts';
import type { Graph } from './model.ts';
import { askPages, call, newEvents, perhaps, type Run, type Step, someBranch } from './run.ts';

/** Few keys and few states, so that branches often change the same key, differ, and agree again. */
const IDS = ['a', 'b', 'c', 'd', 'é', '🧭', 'f_', 'g%'];
const RELS = ['supports', 'blocks'];
const TAGS = ['x', 'y', 'ö'];

/** In the second document there may be notes instead, and then no graph. */
export const GRAPHS = ['graph', 'risks'];

export function someGraph(random: Random): string {
  return random.chance(0.8) ? 'graph' : 'risks';
}

/**
 * Mostly about existing keys; others are refused, unless an earlier operation of the batch created
 * them.
 */
function someOp(run: Run, graph: Graph): Op {
  const { random } = run;
  const live = liveKeys(graph);
  const pick = (keys: readonly string[], other: string) =>
    keys.length > 0 && random.chance(0.9) ? random.pick(keys) : other;
  const node = () => pick(live.filter(isNode), `node|${random.pick(IDS)}`).slice(5);
  const ends = { from: node(), rel: random.pick(RELS), to: node() };
  if (random.chance(0.45)) {
    const tags = random.chance(0.2) ? ['Ö', ' y', 'x', 'X'].slice(random.below(4)) : [];
    const type = random.chance(0.8) ? 'idea' : 'test';
    const title = perhaps(run, 0.9, { title: `T${random.below(3)}` });
    return { op: 'node_upsert', id: random.pick(IDS), type, ...title, tags };
  }
  if (random.chance(0.6)) {
    const weight = random.below(3);
    const meta = random.chance(0.5) ? { weight, why: 'ß' } : { why: 'ß', weight };
    return { op: 'edge_upsert', ...ends, ...perhaps(run, 0.4, { meta }) };
  }
  if (random.chance(0.5)) return { op: 'node_delete', id: node() };
  const edges = live.filter((key) => !isNode(key));
  return { op: 'edge_delete', ...partsOf(pick(edges, `edge|${Object.values(ends).join('|')}`)) };
}

export const applyOps: Step = async (run) => {
  const { memory, random } = run;
  const [named, doc] = [perhaps(run, 0.8, { branch: someBranch(run) }), someGraph(random)];
  const graph = memory.doc(memory.find(named.branch) ?? memory.first, doc).graph;
  const ops = Array.from({ length: 1 + random.below(4) }, () => someOp(run, graph));
  await applyBatch(run, { ...named, doc, ops });
};

export async function applyBatch(run: Run, args: ApplyRequest): Promise<void> {
  const { memory } = run;
  const batch = writesOf(memory, args);
  const answered = await call(run, 'graph_apply', args);
  if ('code' in batch || 'code' in answered) {
    expect(answered).toEqual(batch);
    return;
  }
  const writes = inOrder(batch, await newEvents(run));
  expect(answered).toEqual(graphApply(memory, args, writes));
}

/**
 * No rule orders the edges that are deleted with their node, so their order is taken from the
 * journal.
 */
function inOrder(batch: readonly Write[][], events: readonly JournalEvent[]): Write[] {
  const entered = events.map((event) => {
    const { kind, key } = versionOf(event);
    return `${kind}|${key}`;
  });
  return batch.flatMap((writes) => {
    const order = entered.splice(0, writes.length);
    expect([...order].sort()).toEqual(writes.map((write) => write.key).sort());
    return writes.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  });
}

export const queryGraph: Step = async (run) => {
  const { random } = run;
  const args = {
    ...perhaps(run, 0.9, { branch: someBranch(run) }),
    doc: someGraph(random),
    include_deleted: random.chance(0.4),
    ...perhaps(run, 0.2, { ids: IDS.slice(random.below(IDS.length)) }),
    ...perhaps(run, 0.2, { types: [random.pick(['idea', 'test'])] }),
    ...perhaps(run, 0.2, { tags_any: TAGS.slice(random.below(TAGS.length)) }),
    limit: 1 + random.below(9),
  };
  await askPages(run, 'graph_query', args, graphQuery);
};

export const compareGraphs: Step = async (run) => {
  const { random } = run;
  const args = {
    ...{ from: someBranch(run), to: someBranch(run) },
    doc: someGraph(random),
    limit: 5 + random.below(60),
  };
  await askPages(run, 'graph_diff', args, graphDiff);
};

export const validateGraph: Step = async (run) => {
  const { memory, random } = run;
  const args = { branch: someBranch(run), doc: someGraph(random) };
  const { errors = [], ...answered } = await call(run, 'graph_validate', {
    ...args,
    max_errors: 500,
  });
  const keys = (errors as readonly JsonObject[]).map((error) => String(error.key)).sort();
  expect('code' in answered ? answered : { ...answered, errors: keys }).toEqual(
    graphValidate(memory, args),
  );
  expect(keys, 'no call leaves an edge without its ends').toEqual([]);
};
