/**
 * How good the ranking of `recall` is, asked as an agent asks it, on the half of LoCoMo and on
 * Cranfield; and what the full-text searches of SQLite and PostgreSQL make of the same texts.
 */

import { sessionEntity, sessionIdAt } from '../src/domain/thoughts/session.ts';
import { initializeWorkspace } from '../src/domain/workspace/workspace.ts';
import { eventId } from '../src/kernel/ids.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/port.ts';
import type { Benchmark, Ground } from './benchmark.ts';
import { mean } from './measure.ts';
import { fts5Search, PostgresTexts, type Search } from './native-search.ts';
import { inNewDatabase, onPostgres } from './postgres-database.ts';
import { allAt, anyAt, groupsOf, ndcgAt, recallAt, reciprocalRank } from './ranking-metrics.ts';
import { recallHits } from './recall-hits.ts';
import { type Row, reaching, row } from './row.ts';
import { noteDraft } from './seed.ts';
import type { StdioClient } from './stdio-client.ts';
import {
  type Conversation,
  type Cranfield,
  loadCranfield,
  loadLocomo,
  sessionOfTurn,
  type Text,
} from './test-collections.ts';

/** Sessions are ranked by their best turn among so many hits, and so is the first evidence. */
const MAX_HITS = 50;

/** The ids of the collection for the ids of the memory. */
type Names = Map<string, string>;

/** `filters`: further arguments of `recall`. */
function recallSearch(
  client: StdioClient,
  workspace: string,
  names: Names,
  filters: object = {},
): Search {
  return async (query, most) => {
    const ids = await recallHits(client, most, { workspace, query, ...filters });
    return ids.map((id) => names.get(id) ?? id);
  };
}

/** One workspace; each session of the conversation is a session of thoughts, each turn one. */
async function seedConversation(store: Store, conversation: Conversation): Promise<Names> {
  const names: Names = new Map();
  const writer = { workspace: workspaceOf(conversation), agent: 'bench' };
  const [first] = conversation.sessions;
  await store.write({ ...writer, nowMs: first?.startMs ?? 0 }, (tx) =>
    tx.append([initializeWorkspace()]),
  );
  for (const { date, startMs, turns } of conversation.sessions) {
    const id = sessionIdAt(startMs, '00000000-0000-4000-8000-000000000000');
    const session = sessionOfTurn(turns[0]?.id ?? '');
    names.set(id, session);
    for (const [at, turn] of turns.entries()) names.set(`${id}#${at + 1}`, turn.id);
    await store.write({ ...writer, nowMs: startMs }, async (tx) => {
      const entity = sessionEntity(tx.head + 1);
      const begun = { id, project: '_default', title: `Conversation of ${date}`, tags: [] };
      await tx.append([{ type: 'session_started', entity, payload: begun }]);
      await tx.append(
        turns.map(({ text }, at) => ({
          type: 'thought_recorded',
          entity,
          payload: { thought: text, number: at + 1, total: turns.length, more: true },
        })),
      );
    });
  }
  return names;
}

function workspaceOf({ name }: Conversation): string {
  return `locomo-${name.replace(/\..*$/, '')}`;
}

interface Metric {
  readonly what: string;
  of(ranked: readonly string[], evidence: ReadonlySet<string>): number;
  readonly least?: number;
}

const BY_TURN: readonly Metric[] = [
  { what: 'recall@10', of: (ranked, turns) => recallAt(10, ranked, turns), least: 0.72 },
  { what: `MRR of ${MAX_HITS}`, of: reciprocalRank, least: 0.52 },
  { what: 'hit@10', of: (ranked, turns) => anyAt(10, ranked, turns) },
];

const sessionsOf = (turns: ReadonlySet<string>) => new Set([...turns].map(sessionOfTurn));

const SESSION_METRICS: readonly Metric[] = [
  { what: 'any@5', of: (ranked, sessions) => anyAt(5, ranked, sessions) },
  { what: 'all@5', of: (ranked, sessions) => allAt(5, ranked, sessions) },
  { what: 'all@10', of: (ranked, sessions) => allAt(10, ranked, sessions), least: 0.9 },
];

const BY_SESSION = SESSION_METRICS.map(
  (metric): Metric => ({
    ...metric,
    what: `${metric.what} by session`,
    of: (ranked, turns) => metric.of(groupsOf(ranked, sessionOfTurn), sessionsOf(turns)),
  }),
);

interface Asked {
  readonly conversation: Conversation;
  readonly search: Search;
}

/** The mean of each metric over all questions. */
async function locomoFigures(
  asked: readonly Asked[],
  metrics: readonly Metric[],
  most: number,
): Promise<number[]> {
  const figures = metrics.map((): number[] => []);
  for (const { conversation, search } of asked) {
    for (const { text, evidence } of conversation.questions.slice(0, most)) {
      const ranked = await search(text, MAX_HITS);
      for (const [at, { of }] of metrics.entries()) figures[at]?.push(of(ranked, evidence));
    }
  }
  return figures.map(mean);
}

/** What a system reaches, one figure for each metric. */
interface Reached {
  readonly name: string;
  readonly figures: readonly number[];
}

function rowsOf(
  what: string,
  metrics: readonly { readonly what: string; readonly least?: number }[],
  own: readonly number[],
  others: readonly Reached[],
): Row[] {
  return metrics.flatMap((metric, at): Row[] => {
    const measured = quality(`${what} ${metric.what}`, own[at]);
    const compared = others.map(({ name, figures }) => row(measured, quality(name, figures[at])));
    return metric.least === undefined ? compared : [reaching(measured, metric.least), ...compared];
  });
}

function quality(what: string, value = Number.NaN) {
  return { what, value, unit: 'of 1' } as const;
}

const turnsOf = ({ sessions }: Conversation): readonly Text[] =>
  sessions.flatMap(({ turns }) => turns);

async function locomoRows(
  loaded: readonly Conversation[],
  ground: Ground,
  postgres?: PostgresTexts,
): Promise<Row[]> {
  const conversations = loaded.slice(0, ground.times(loaded.length, 1));
  const most = ground.times(Number.POSITIVE_INFINITY, 20);
  const dataDir = ground.directory();
  const store = await openStore({ dataDir });
  const named: { conversation: Conversation; names: Names }[] = [];
  for (const conversation of conversations) {
    named.push({ conversation, names: await seedConversation(store, conversation) });
  }
  await store.close();
  const client = await ground.waymark(dataDir).initialize();
  const recalling = (filters: object) =>
    named.map(({ conversation, names }) => ({
      conversation,
      search: recallSearch(client, workspaceOf(conversation), names, filters),
    }));
  const metrics = [...BY_TURN, ...BY_SESSION];
  const own = await locomoFigures(recalling({}), metrics, most);
  const sessions = await locomoFigures(recalling({ kinds: ['session'] }), BY_SESSION, most);
  await client.close();
  const others: Reached[] = [];
  const compare = async (name: string, open: (texts: readonly Text[]) => Promise<Search>) => {
    const asked: Asked[] = [];
    for (const conversation of conversations) {
      asked.push({ conversation, search: await open(turnsOf(conversation)) });
    }
    others.push({ name, figures: await locomoFigures(asked, metrics, most) });
  };
  await compare('FTS5', fts5Search);
  if (postgres) await compare('ts_rank', (texts) => postgres.search(texts));
  const bySession = others.map(({ name, figures }) => ({
    name,
    figures: figures.slice(BY_TURN.length),
  }));
  return [
    ...rowsOf('LoCoMo,', metrics, own, others),
    ...rowsOf('LoCoMo, kind session,', BY_SESSION, sessions, bySession),
  ];
}

/** A text that answers the question completely gains most. */
const GAIN_OF_BEST = 4;

const CRANFIELD_METRICS = [
  { what: 'nDCG@10, gains 4 to 1', gain: (grade: number) => GAIN_OF_BEST + 1 - grade, least: 0.37 },
  { what: 'nDCG@10, all gains 1', gain: () => 1 },
];

/**
 * The collection has related texts side by side, which helps a ranking that looks at what stands
 * beside a text; in the second order they stand anywhere.
 */
const ORDERS = {
  cranfield: (texts: Cranfield['texts']) => texts,
  'cranfield-mixed': (texts: Cranfield['texts']) =>
    texts.toSorted((a, b) => mixed(a.id) - mixed(b.id)),
} as const;

/** Looks random: the fraction of a multiple of the golden ratio. */
function mixed(id: string): number {
  return (Number(id) * 7_919 * 0.618_033_988_749_895) % 1;
}

/** Two texts are missing from the collection; nobody asks for them. */
const EMPTY = '(empty)';

async function seedCranfield(
  store: Store,
  workspace: string,
  texts: Cranfield['texts'],
): Promise<Names> {
  const names: Names = new Map();
  const writer = { workspace, agent: 'bench', nowMs: Date.now() };
  await store.write(writer, (tx) => tx.append([initializeWorkspace()]));
  await store.write(writer, async (tx) => {
    for (const { id, title, text } of texts) {
      const [note] = await tx.append([noteDraft(text || EMPTY, title || undefined)]);
      names.set(eventId(note?.seq ?? 0), id);
    }
  });
  return names;
}

async function cranfieldFigures(
  { questions }: Cranfield,
  search: Search,
  most: number,
): Promise<number[]> {
  const figures = CRANFIELD_METRICS.map((): number[] => []);
  for (const { text, grades } of questions.slice(0, most)) {
    const ranked = await search(text, 10);
    for (const [at, { gain }] of CRANFIELD_METRICS.entries()) {
      const gains = new Map([...grades].map(([id, grade]) => [id, gain(grade)]));
      figures[at]?.push(ndcgAt(10, ranked, gains));
    }
  }
  return figures.map(mean);
}

async function cranfieldRows(
  cranfield: Cranfield,
  ground: Ground,
  postgres?: PostgresTexts,
): Promise<Row[]> {
  const most = ground.times(Number.POSITIVE_INFINITY, 20);
  const dataDir = ground.directory();
  const store = await openStore({ dataDir });
  const figuresOf = (search: Search) => cranfieldFigures(cranfield, search, most);
  const seeded: { workspace: string; names: Names }[] = [];
  for (const [workspace, order] of Object.entries(ORDERS)) {
    const names = await seedCranfield(store, workspace, order(cranfield.texts));
    seeded.push({ workspace, names });
  }
  await store.close();
  const client = await ground.waymark(dataDir).initialize();
  const own: { workspace: string; figures: number[] }[] = [];
  for (const { workspace, names } of seeded) {
    own.push({ workspace, figures: await figuresOf(recallSearch(client, workspace, names)) });
  }
  await client.close();
  const whole = cranfield.texts.map(({ id, title, text }) => ({ id, text: `${title} ${text}` }));
  const others = [{ name: 'FTS5', figures: await figuresOf(await fts5Search(whole)) }];
  if (postgres) {
    others.push({ name: 'ts_rank', figures: await figuresOf(await postgres.search(whole)) });
  }
  return own.flatMap(({ workspace, figures }) =>
    rowsOf(`${workspace},`, CRANFIELD_METRICS, figures, others),
  );
}

export const recallQuality: Benchmark = {
  name: 'recall-quality',
  async run(ground) {
    const [locomo, cranfield] = [loadLocomo(), loadCranfield()];
    if (!locomo && !cranfield) return [];
    const rows = async (postgres?: PostgresTexts) => [
      ...(locomo ? await locomoRows(locomo, ground, postgres) : []),
      ...(cranfield ? await cranfieldRows(cranfield, ground, postgres) : []),
    ];
    const compared = await onPostgres((server) =>
      inNewDatabase(server, async (url) => {
        const postgres = await PostgresTexts.open(url);
        try {
          return await rows(postgres);
        } finally {
          await postgres.close();
        }
      }),
    );
    return compared ?? rows();
  },
};
