/** Projects sessions, their chains and the places of their thoughts, event by event. */

import { documentNames } from '../../../domain/documents/document.ts';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { nodesReferred, stepChanges } from '../../../domain/thoughts/cipher-cards.ts';
import { MAIN, sessionSeqOf } from '../../../domain/thoughts/session.ts';
import { isUntitled, titleFrom } from '../../../domain/thoughts/session-title.ts';
import type { ThoughtEventType } from '../../../domain/thoughts/thought-events.ts';
import type { TextChanges } from '../../../recall/index/text-changes.ts';
import { type SessionWords, textOfSession } from '../../../recall/terms/artifact-texts.ts';
import { numberAt } from '../../../recall/terms/postings.ts';
import type { Sql } from '../engine.ts';
import { currentNodes, recordVersions } from '../graph/projection.ts';
import { prepared } from '../prepared.ts';
import type { Projection } from '../projection.ts';
import type { SessionRow, Tables } from '../tables.ts';
import { taggedAs } from './rows.ts';

type ThoughtEvent<Type extends ThoughtEventType> = JournalEvent<Type>;

async function onStarted(
  sql: Sql,
  workspace: string,
  event: ThoughtEvent<'session_started'>,
  texts: TextChanges,
): Promise<void> {
  const { id, project, title, description, tags, at = event.tsMs } = event.payload;
  const row: SessionRow = {
    workspace,
    seq: event.seq,
    id,
    project,
    title,
    description: description ?? null,
    tags: JSON.stringify(tags),
    tagged: taggedAs(tags),
    complete: 0,
    graph_branch: null,
    thoughts: 0,
    branches: 0,
    revisions: 0,
    branch_thoughts: 0,
    critiques: 0,
    created_ms: at,
    updated_ms: at,
    accessed_ms: at,
    first_ms: null,
    last_ms: null,
  };
  await sql.insertInto('sessions').values(row).execute();
  texts.put(event, 0, textOfSession({ seq: event.seq, title, description, tags }));
}

async function onChanged(
  sql: Sql,
  workspace: string,
  event: ThoughtEvent<'session_changed'>,
  texts: TextChanges,
): Promise<void> {
  const seq = sessionSeqOf(event.entity);
  const { title, tags, at = event.tsMs } = event.payload;
  const [known] = await namedAs(sql, { workspace, seq });
  if (!known) throw new Error(`event ${event.seq} changes no session`);
  const all = tags ?? (JSON.parse(known.tags) as string[]);
  await sql
    .updateTable('sessions')
    .set({
      title: title ?? known.title,
      tags: JSON.stringify(all),
      tagged: taggedAs(all),
      updated_ms: at,
    })
    .where('workspace', '=', workspace)
    .where('seq', '=', seq)
    .execute();
  const words = { seq, title: title ?? known.title, tags: all };
  texts.put(event, 0, textOfSession({ ...words, description: known.description ?? undefined }));
}

const chainRow = prepared((sql: Sql, args: { workspace: string; session: number; chain: string }) =>
  sql
    .selectFrom('thought_chains')
    .selectAll()
    .where('workspace', '=', args.workspace)
    .where('session', '=', args.session)
    .where('chain', '=', args.chain),
);

const saveChain = prepared((sql: Sql, row: Tables['thought_chains']) =>
  sql
    .insertInto('thought_chains')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['workspace', 'session', 'chain']).doUpdateSet({
        count: row.count,
        last: row.last,
        highest: row.highest,
        total: row.total,
        complete: row.complete,
        last_seq: row.last_seq,
      }),
    ),
);

const insertThought = prepared((sql: Sql, row: Omit<Tables['thoughts'], 'critique_seq'>) =>
  sql.insertInto('thoughts').values(row),
);

type ThoughtKey = Pick<Tables['thoughts'], 'workspace' | 'session' | 'chain' | 'number'>;

const linkForward = prepared((sql: Sql, args: ThoughtKey & { following: number }) =>
  sql
    .updateTable('thoughts')
    .set({ following: args.following })
    .where('workspace', '=', args.workspace)
    .where('session', '=', args.session)
    .where('chain', '=', args.chain)
    .where('number', '=', args.number),
);

interface Tally {
  readonly workspace: string;
  readonly seq: number;
  readonly branches: number;
  readonly revisions: number;
  readonly branch_thoughts: number;
  readonly critiques: number;
  readonly at: number;
}

const countThought = prepared((sql: Sql, args: Tally) =>
  sql
    .updateTable('sessions')
    .set((e) => ({
      thoughts: e('thoughts', '+', 1),
      branches: e('branches', '+', args.branches),
      revisions: e('revisions', '+', args.revisions),
      branch_thoughts: e('branch_thoughts', '+', args.branch_thoughts),
      critiques: e('critiques', '+', args.critiques),
      updated_ms: args.at,
      accessed_ms: args.at,
      last_ms: args.at,
    }))
    .where('workspace', '=', args.workspace)
    .where('seq', '=', args.seq),
);

const setFirst = prepared((sql: Sql, args: { workspace: string; seq: number; at: number }) =>
  sql
    .updateTable('sessions')
    .set({ first_ms: args.at })
    .where('workspace', '=', args.workspace)
    .where('seq', '=', args.seq)
    .where('first_ms', 'is', null),
);

/**
 * A session is complete when its main chain says so, and open again with the next thought there.
 */
const setComplete = prepared(
  (sql: Sql, args: { workspace: string; seq: number; complete: number }) =>
    sql
      .updateTable('sessions')
      .set({ complete: args.complete })
      .where('workspace', '=', args.workspace)
      .where('seq', '=', args.seq),
);

const namedAs = prepared((sql: Sql, args: { workspace: string; seq: number }) =>
  sql
    .selectFrom('sessions')
    .select(['title', 'description', 'tags'])
    .where('workspace', '=', args.workspace)
    .where('seq', '=', args.seq),
);

/** The first thought gives a title to a session that was started without one. */
export async function titleUntitled(
  sql: Sql,
  { workspace, seq }: { readonly workspace: string; readonly seq: number },
  firstThought: string,
): Promise<SessionWords | undefined> {
  const [known] = await namedAs(sql, { workspace, seq });
  const title = known && isUntitled(known) ? titleFrom(firstThought) : undefined;
  if (!known || title === undefined) return undefined;
  const tags = JSON.parse(known.tags) as string[];
  await sql
    .updateTable('sessions')
    .set({ title })
    .where('workspace', '=', workspace)
    .where('seq', '=', seq)
    .execute();
  return { seq, title, description: known.description ?? undefined, tags };
}

const insertStep = prepared((sql: Sql, row: Tables['thought_steps']) =>
  sql.insertInto('thought_steps').values(row),
);

async function onThought(
  sql: Sql,
  workspace: string,
  event: ThoughtEvent<'thought_recorded'>,
  texts: TextChanges,
): Promise<void> {
  const session = sessionSeqOf(event.entity);
  const { thought, number, total, more, branch, from, revises, steps } = event.payload;
  const { seq } = event;
  const at = event.payload.at ?? event.tsMs;
  const chain = branch ?? MAIN;
  const place = { workspace, session, chain };
  const [before] = await chainRow(sql, place);
  const complete = more ? 0 : 1;
  await saveChain(sql, {
    ...place,
    count: (before?.count ?? 0) + 1,
    first: number,
    last: number,
    highest: Math.max(before?.highest ?? 0, number),
    total,
    origin: from ?? null,
    complete,
    first_seq: seq,
    last_seq: seq,
  });
  const previous = before?.last ?? null;
  await insertThought(sql, { ...place, number, seq, previous, following: null });
  if (previous !== null) await linkForward(sql, { ...place, number: previous, following: number });
  const isBranch = branch !== undefined;
  await countThought(sql, {
    workspace,
    seq: session,
    branches: isBranch && !before ? 1 : 0,
    revisions: revises ? 1 : 0,
    branch_thoughts: isBranch ? 1 : 0,
    critiques: event.payload.criticise ? 1 : 0,
    at,
  });
  if (!before) await setFirst(sql, { workspace, seq: session, at });
  if (!before && !isBranch) {
    const words = await titleUntitled(sql, { workspace, seq: session }, thought);
    if (words) texts.put(event, 1, textOfSession(words));
  }
  if (revises) await markRevised(sql, { workspace, session, ...revises }, seq, texts);
  if (!isBranch && complete !== (before?.complete ?? 0)) {
    await setComplete(sql, { workspace, seq: session, complete });
  }
  for (const [position, { label, node }] of (steps ?? []).entries()) {
    await insertStep(sql, { ...place, label, seq, position, node });
  }
  if (steps && !event.payload.mirrored) await writeGraph(sql, workspace, session, event);
}

const seqOfThought = prepared((sql: Sql, args: ThoughtKey) =>
  sql
    .selectFrom('thoughts')
    .select('seq')
    .where('workspace', '=', args.workspace)
    .where('session', '=', args.session)
    .where('chain', '=', args.chain)
    .where('number', '=', args.number),
);

async function markRevised(
  sql: Sql,
  revised: ThoughtKey,
  by: number,
  texts: TextChanges,
): Promise<void> {
  const [row] = await seqOfThought(sql, revised);
  const successor = String(numberAt(by));
  if (row) texts.markEvent('thought', row.seq, { state: 'revised', successor });
}

const graphOfSession = prepared((sql: Sql, args: { workspace: string; seq: number }) =>
  sql
    .selectFrom('sessions')
    .select(['id', 'graph_branch'])
    .where('workspace', '=', args.workspace)
    .where('seq', '=', args.seq),
);

/** The branch exists: it was created before the thought was recorded. */
async function writeGraph(
  sql: Sql,
  workspace: string,
  session: number,
  event: ThoughtEvent<'thought_recorded'>,
): Promise<void> {
  const [row] = await graphOfSession(sql, { workspace, seq: session });
  if (!row || row.graph_branch === null) {
    throw new Error(`event ${event.seq} has steps, but its session has no graph`);
  }
  const at = { branch: row.graph_branch, doc: documentNames(undefined).graph };
  const known = await currentNodes(sql, workspace, at, nodesReferred(event.payload));
  await recordVersions(sql, workspace, event, at, stepChanges(event.payload, row.id, known));
}

async function onCritique(
  sql: Sql,
  workspace: string,
  event: ThoughtEvent<'critique_attached'>,
): Promise<void> {
  const session = sessionSeqOf(event.entity);
  const { chain, number } = event.payload.of;
  await sql
    .updateTable('thoughts')
    .set({ critique_seq: event.seq })
    .where('workspace', '=', workspace)
    .where('session', '=', session)
    .where('chain', '=', chain)
    .where('number', '=', number)
    .execute();
}

async function touch(
  sql: Sql,
  workspace: string,
  event: JournalEvent,
  change: Partial<SessionRow>,
): Promise<void> {
  await sql
    .updateTable('sessions')
    .set(change)
    .where('workspace', '=', workspace)
    .where('seq', '=', sessionSeqOf(event.entity))
    .execute();
}

export const thoughtsProjection: Projection = {
  name: 'thoughts',
  tables: [
    { name: 'sessions', key: ['workspace', 'seq'] },
    { name: 'thought_chains', key: ['workspace', 'session', 'chain'] },
    { name: 'thoughts', key: ['workspace', 'session', 'chain', 'number'] },
    {
      name: 'thought_steps',
      key: ['workspace', 'session', 'chain', 'label', 'seq', 'position'],
    },
    { name: 'gateway_states', key: ['workspace', 'agent'] },
  ],
  on: {
    session_started: onStarted,
    session_changed: onChanged,
    session_opened: (sql, workspace, event) =>
      touch(sql, workspace, event, { accessed_ms: event.tsMs }),
    session_graph_opened: (sql, workspace, event) =>
      touch(sql, workspace, event, { graph_branch: event.payload.branch }),
    thought_recorded: onThought,
    critique_attached: onCritique,
    async gateway_moved(sql, workspace, event) {
      const state = JSON.stringify(event.payload.state);
      await sql
        .insertInto('gateway_states')
        .values({ workspace, agent: event.agent, state })
        .onConflict((conflict) => conflict.columns(['workspace', 'agent']).doUpdateSet({ state }))
        .execute();
    },
  },
};
