/** The journal as lines, newest first: the last ones live, and older ones page by page. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { eventWords } from '../../../domain/journal/event-words.ts';
import { RULE_ID } from '../../../domain/rules/rule.ts';
import type { JournalFilter, JournalLine } from '../../../store/port.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';

export interface HistoryRow extends ViewRow {
  readonly seq: number;
  readonly type: string;
  readonly entity: string;
  /** What it did, such as “closed step s:0 of TASK-003”. */
  readonly words: string;
  /** What the agent wrote. */
  readonly text?: string;
  readonly more?: true;
  readonly agent: string;
  readonly atMs: number;
  /**
   * Where the page shows it: the view and the segments behind it; `go` and an id for what is
   * searched for when it is opened.
   */
  readonly at?: readonly string[];
}

const args = z.object({
  agent: z.string().min(1).max(300).optional(),
  type: z.string().min(1).max(100).optional(),
  entity: z.string().min(1).max(1_000).optional(),
});

type Args = { readonly agent?: string; readonly type?: string; readonly entity?: string };

/** Lines that are kept live, and lines of one page. */
export const NEWEST = 200;

/** Events that the store looks at for a page with conditions. */
const MAX_LOOKED_AT = 2_000;

function filterOf({ agent, type, entity }: Args): JournalFilter {
  return { agent, type, entity };
}

const FIELDS = ['agent', 'type', 'entity'] as const;

/** A row follows from its event alone; only the summary of a node of work may change. */
export async function lineRows(
  look: Look,
  lines: readonly JournalLine[],
): Promise<readonly HistoryRow[]> {
  const sessions = await sessionIds(look, lines);
  const summaries = await summariesOf(look, lines);
  return lines.map((line) => {
    const { seq, type, entity, agent, tsMs } = line;
    const { words, text = summaries.get(entity) } = eventWords(line);
    const cut = text === undefined ? undefined : cutText(text);
    const at = placeOf(line, sessions);
    return {
      key: String(seq),
      seq,
      type,
      entity,
      words: cutText(words).text,
      ...cut,
      agent,
      atMs: tsMs,
      ...(at ? { at } : {}),
    };
  });
}

const SESSION = /^session:([0-9]+)$/;

/** The journal names a session by the event that started it, the page by its id. */
async function sessionIds(
  { tx }: Look,
  lines: readonly JournalLine[],
): Promise<ReadonlyMap<string, string>> {
  const seqs = new Set(lines.flatMap(({ entity }) => SESSION.exec(entity)?.[1] ?? []));
  const started = await tx.lines.at([...seqs].map(Number));
  return new Map(
    started.flatMap(({ seq, payload }) =>
      typeof payload?.id === 'string' ? [[`session:${seq}`, payload.id]] : [],
    ),
  );
}

const WORK = /^work:(.+)$/s;

/** A node is known by its summary, not by its id. */
async function summariesOf(
  { tx }: Look,
  lines: readonly JournalLine[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(lines.flatMap(({ entity }) => WORK.exec(entity)?.[1] ?? []));
  const nodes = ids.size === 0 ? [] : await tx.work.nodes([...ids]);
  return new Map(nodes.map(({ id, summary }) => [`work:${id}`, summary]));
}

/** The lines of nodes whose summaries these events may have changed. */
async function renamedBy(
  { tx }: Look,
  events: readonly JournalEvent[],
): Promise<readonly number[]> {
  const ids = new Set<string>();
  for (const event of events) {
    if (event.type === 'work_updated' && event.payload.set.summary !== undefined) {
      ids.add(event.payload.id);
    }
    if (event.type !== 'work_merged') continue;
    for (const id of [event.payload.source, event.payload.target]) ids.add(id);
  }
  const seqs: number[] = [];
  for (const id of ids) {
    const { lines } = await tx.lines.page({ entity: `work:${id}` }, { limit: NEWEST });
    seqs.push(...lines.map(({ seq }) => seq));
  }
  return seqs;
}

function placeOf(
  { entity, type, payload }: JournalLine,
  sessions: ReadonlyMap<string, string>,
): readonly string[] | undefined {
  if (/^(PLAN|TASK)-/.test(entity)) {
    const path = (payload?.fields as { readonly path?: unknown } | undefined)?.path;
    return ['tasks', entity, ...(typeof path === 'string' ? [stepPath(path)] : [])];
  }
  if (RULE_ID.test(entity)) return ['go', entity];
  const session = sessions.get(entity);
  if (session !== undefined) {
    const { number, branch } = (type === 'thought_recorded' ? payload : undefined) ?? {};
    if (typeof number !== 'number') return ['thinking', session];
    return ['thinking', session, typeof branch === 'string' ? `${branch}:${number}` : `${number}`];
  }
  const [kind = '', id = ''] = entity.split(/:(.*)/s, 2);
  if (kind === 'work' && typeof payload?.project === 'string') {
    return ['work', payload.project, id];
  }
  if (kind === 'card') return ['go', id];
  return kind === 'notebook' ? ['notebooks', id] : undefined;
}

/** The step of a task node. */
function stepPath(path: string): string {
  return path.replace(/\.t:[0-9]+$/, '');
}

async function page(look: Look, asked: Args, cursor: string | undefined) {
  const before = cursor === undefined ? undefined : Number(cursor);
  const found = await look.tx.lines.page(filterOf(asked), { before, limit: NEWEST });
  const rows = await lineRows(look, found.lines);
  // Who follows it is sent the newest lines only; older ones are asked for by the seq of the last.
  if (cursor === undefined || found.next === undefined) return { rows };
  return { rows, next: String(found.next) };
}

/** New lines, and those that leave: as many of the oldest, and what is no longer looked at. */
async function touched(look: Look, asked: Args, events: readonly JournalEvent[]) {
  const given = FIELDS.filter((field) => asked[field] !== undefined);
  const fits = (event: JournalEvent) => given.every((field) => asked[field] === event[field]);
  const isOfEntity = asked.entity !== undefined;
  const near = isOfEntity ? events.filter(({ entity }) => entity === asked.entity) : events;
  const [first] = near;
  const renamed = await renamedBy(look, events);
  if (!first) return renamed.map(String);
  // Which events of an entity are looked at depends on those that do not fit, too.
  if (isOfEntity && given.length > 1) return 'all' as const;
  const fresh = events.filter(fits).map(({ seq }) => seq);
  // The memory may be further than these events: what came after them has pushed lines out, too.
  const since = look.tx.head - first.seq + 1;
  if (since > NEWEST) return 'all' as const;
  const pushed = (await look.tx.lines.newest(filterOf(asked), NEWEST + since)).slice(NEWEST);
  const passed = given.length === 0 || isOfEntity ? [] : passedBy(first.seq, look.tx.head);
  return [...fresh, ...pushed, ...passed, ...renamed].map(String);
}

/** The seqs that were looked at before the event `first`, and are not now. */
function passedBy(first: number, head: number): readonly number[] {
  const from = Math.max(1, first - MAX_LOOKED_AT);
  const count = Math.min(MAX_LOOKED_AT, Math.max(0, head - MAX_LOOKED_AT - from + 1));
  return Array.from({ length: count }, (_, at) => from + at);
}

async function rows(look: Look, asked: Args, keys: readonly string[]) {
  const wanted = new Set(keys);
  const newest = await look.tx.lines.newest(filterOf(asked), NEWEST);
  const lines = await look.tx.lines.at(newest.filter((seq) => wanted.has(String(seq))));
  return lineRows(look, lines);
}

export const HISTORY_VIEW = defineView<Args, HistoryRow>({
  name: 'history',
  args: args as unknown as z.ZodType<Args>,
  page,
  touched,
  rows,
});
