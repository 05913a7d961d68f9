/** One transaction on one workspace, as operations see it. */

import { sql as raw } from 'kysely';
import type { EventDraft, JournalEvent } from '../../domain/journal/event.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { recallQueries } from '../../recall/index/queries.ts';
import type { Reading, Writer, Writing } from '../port.ts';
import { renamedTo } from './agents/bindings.ts';
import { tableRow, upsertPresence } from './agents/presences.ts';
import { agentQueries } from './agents/queries.ts';
import { findCall, insertCall, Traces } from './calls.ts';
import { branchQueries } from './documents/branches.ts';
import { documentQueries } from './documents/documents.ts';
import { refQueries } from './documents/refs.ts';
import type { Sql } from './engine.ts';
import { conflictQueries } from './graph/conflicts.ts';
import { graphQueries } from './graph/queries.ts';
import { insertEvents, journalQueries } from './journal.ts';
import { lineQueries } from './journal-lines.ts';
import { knownVersion, PROJECTED_SCHEMA, SCHEMA_VERSION, VERSION_KEY } from './migrate.ts';
import { notebookQueries } from './notebooks/queries.ts';
import { prepared } from './prepared.ts';
import { projectEvents } from './project-events.ts';
import { ruleQueries } from './rules/rules.ts';
import { targetQueries } from './targets/queries.ts';
import { thoughtQueries } from './thoughts/queries.ts';
import { workQueries } from './work/queries.ts';
import { workspaceState } from './workspace-state.ts';

/** Opens the workspace by its current name if it was renamed. */
export async function reading(sql: Sql, workspace: string, location: string): Promise<Reading> {
  const head = await headOf(sql, workspace, location);
  const now = head === 0 ? await renamedTo(sql, workspace) : undefined;
  return now === undefined ? readingAt(sql, workspace, head) : reading(sql, now, location);
}

/** A write used a former name of a workspace: nothing was done, and it has another name now. */
export class Renamed extends Error {
  readonly now: { readonly workspace: string };
  constructor(workspace: string) {
    super(`the workspace is called ${workspace} now`);
    this.now = { workspace };
  }
}

type Queries = Omit<Reading, 'head'>;

/** Of the workspace that each connection used last: SQLite has one connection for all calls. */
const lastQueries = new WeakMap<Sql, Queries>();

function queriesIn(sql: Sql, workspace: string): Queries {
  const last = lastQueries.get(sql);
  if (last?.workspace === workspace) return last;
  const queries: Queries = {
    workspace,
    state: () => workspaceState(sql, workspace),
    journal: journalQueries(sql, workspace),
    lines: lineQueries(sql, workspace),
    branches: branchQueries(sql, workspace),
    documents: documentQueries(sql, workspace),
    refs: refQueries(sql, workspace),
    graph: graphQueries(sql, workspace),
    conflicts: conflictQueries(sql, workspace),
    targets: targetQueries(sql, workspace),
    work: workQueries(sql, workspace),
    thoughts: thoughtQueries(sql, workspace),
    notebooks: notebookQueries(sql, workspace),
    rules: ruleQueries(sql, workspace),
    recall: recallQueries(sql, workspace),
    agents: agentQueries(sql, workspace),
  };
  lastQueries.set(sql, queries);
  return queries;
}

function readingAt(sql: Sql, workspace: string, head: number): Reading {
  return { ...queriesIn(sql, workspace), head };
}

/** One query for all of it: every call needs it, and on PostgreSQL each costs a round trip. */
const selectHead = prepared((sql: Sql, args: { workspace: string }) =>
  sql
    .selectFrom('waymark_meta')
    .leftJoin('workspaces', (join) => join.on('workspace', '=', args.workspace))
    .select(['value', 'last_seq', 'projected'])
    .where('key', '=', VERSION_KEY),
);

const upsertHead = prepared((sql: Sql, args: { workspace: string; head: number }) =>
  sql
    .insertInto('workspaces')
    .values({ workspace: args.workspace, last_seq: args.head, projected: SCHEMA_VERSION })
    .onConflict((conflict) => conflict.column('workspace').doUpdateSet({ last_seq: args.head })),
);

/** The projections of a workspace are older than the schema: nothing was done. */
export class Outdated extends Error {
  readonly workspace: string;
  constructor(workspace: string) {
    super(`the projections of ${workspace} must be rebuilt first`);
    this.workspace = workspace;
  }
}

/** Refuses if a newer program has changed the schema since this one opened it. */
async function headOf(sql: Sql, workspace: string, location: string): Promise<number> {
  const [row] = await selectHead(sql, { workspace });
  knownVersion(row?.value, location);
  if (row?.last_seq == null) return 0;
  if ((row.projected ?? 0) < PROJECTED_SCHEMA) throw new Outdated(workspace);
  return row.last_seq;
}

export interface OpenWriting {
  readonly tx: Writing;
  /** Whether anything was appended, so that no watcher is woken for nothing. */
  changed(): boolean;
  readonly traces: Traces;
}

export async function writing(sql: Sql, writer: Writer, location: string): Promise<OpenWriting> {
  const { workspace } = writer;
  const start = await headOf(sql, workspace, location);
  const now = start === 0 ? await renamedTo(sql, workspace) : undefined;
  if (now !== undefined) throw new Renamed(now);
  const traces = new Traces(workspace);
  let head = start;
  let savepoints = 0;
  const tx: Writing = {
    ...readingAt(sql, workspace, start),
    get head() {
      return head;
    },
    async append(drafts) {
      const entries: JournalEvent[] = [];
      const fresh: JournalEvent[] = [];
      for (const draft of drafts) {
        const known =
          draft.key === undefined ? undefined : await eventWithKey(tx, fresh, draft.key);
        const event = known ?? eventFromDraft(draft, writer, head + fresh.length + 1);
        if (!known) fresh.push(event);
        entries.push(event);
      }
      if (fresh.length === 0) return entries;
      await insertEvents(sql, workspace, fresh);
      head += fresh.length;
      await upsertHead(sql, { workspace, head });
      await projectEvents(sql, workspace, fresh);
      traces.appended.push(...fresh);
      return entries;
    },
    attend: (row) => upsertPresence(sql, tableRow(row)),
    calls: {
      async find(id) {
        const found = await findCall(sql, workspace, id);
        traces.isRepeat ||= found !== undefined;
        return found;
      },
      async keep(call) {
        await insertCall(sql, workspace, call, traces.appended, writer.nowMs);
        traces.kept = call;
      },
    },
    async attempt<Result>(part: () => Promise<Result | Refusal>) {
      const name = raw.raw(`attempt_${++savepoints}`);
      const headBefore = head;
      await raw`savepoint ${name}`.execute(sql);
      const result = await part();
      if (isRefusal(result)) {
        await raw`rollback to savepoint ${name}`.execute(sql);
        head = headBefore;
        traces.appended.length = head - start;
      }
      await raw`release savepoint ${name}`.execute(sql);
      return result;
    },
  };
  return { tx, changed: () => head > start, traces };
}

/** Looked up in the journal, or earlier in the same append. */
async function eventWithKey(
  tx: Reading,
  fresh: readonly JournalEvent[],
  key: string,
): Promise<JournalEvent | undefined> {
  return fresh.find((event) => event.key === key) ?? (await tx.journal.withKey(key));
}

function eventFromDraft(draft: EventDraft, writer: Writer, seq: number): JournalEvent {
  return { ...draft, seq, tsMs: writer.nowMs, agent: writer.agent };
}
