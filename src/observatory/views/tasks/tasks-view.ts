/** The plans and tasks of a workspace, each with its progress. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { TargetKind } from '../../../domain/targets/target-ref.ts';
import { isTaskEvent } from '../../../domain/tasks/task-events.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import type { TargetSummary } from '../../../store/port.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, MAX_PAGE, type ViewRow } from '../../view.ts';

export interface TaskListRow extends ViewRow {
  readonly id: string;
  readonly kind: TargetKind;
  readonly number: number;
  readonly parent: string | null;
  readonly title: string;
  readonly more?: true;
  readonly status: string;
  readonly priority: string;
  readonly steps: { readonly total: number; readonly done: number };
  readonly tasks: { readonly total: number; readonly done: number };
  readonly updatedMs: number;
  /** The last event of it. */
  readonly seq: number;
  /** The agents that have it in focus. */
  readonly focusedBy: readonly string[];
  /** Open steps and task nodes that are blocked. */
  readonly blocked: number;
  /** How many open plans and tasks it waits for. */
  readonly waitsFor: number;
}

const KINDS: readonly TargetKind[] = ['plan', 'task'];

/** Agents named in one row. */
const MAX_AGENTS = 5;

async function rowsOf(
  { tx }: Look,
  summaries: readonly TargetSummary[],
): Promise<readonly TaskListRow[]> {
  const faces = await tx.targets.board.faces(summaries.map(({ id }) => id));
  const rows: TaskListRow[] = [];
  for (const summary of summaries) {
    const { id, title, revision: _revision, ...rest } = summary;
    const face = faces.get(id);
    const { text, more } = cutText(title);
    rows.push({
      key: id,
      id,
      title: text,
      ...(more ? { more } : {}),
      ...rest,
      seq: face?.seq ?? 0,
      focusedBy: face?.focusedBy.slice(0, MAX_AGENTS) ?? [],
      blocked: face?.mayBeBlocked ? await blockedIn({ tx }, id) : 0,
      waitsFor: face?.waitsFor ?? 0,
    });
  }
  return rows;
}

async function blockedIn({ tx }: Pick<Look, 'tx'>, id: string): Promise<number> {
  const target = await tx.targets.byId(id);
  const steps = target?.steps.filter((each) => each.blocked && each.completed_at_ms === null);
  const nodes = target?.nodes.filter((each) => each.blocked && each.status !== 'DONE');
  return (steps?.length ?? 0) + (nodes?.length ?? 0);
}

/** The plan of a task, even of one that was deleted. */
async function parentOf({ tx }: Look, id: string): Promise<string | null> {
  const summary = await tx.targets.summary(id);
  if (summary) return summary.parent;
  const first = await tx.targets.board.first(id);
  const root = first?.payload.changes.find(({ part }) => part === 'root')?.after;
  return textOr(root?.parent);
}

function textOr(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** The plans and tasks whose rows these events may have changed. */
async function touchedTargets(
  look: Look,
  events: readonly JournalEvent[],
): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();
  for (const event of events) {
    if (event.type === 'focus_changed') {
      const { from, to } = event.payload;
      for (const id of [from, to]) if (id !== null) touched.add(id);
    } else if (isTaskEvent(event)) touched.add(event.entity);
  }
  for (const id of [...touched]) {
    const parent = await parentOf(look, id);
    if (parent !== null) touched.add(parent);
    for (const each of await look.tx.targets.dependents(id)) touched.add(each);
  }
  return touched;
}

/** Plans first, then tasks, each by number. */
function cursorFrom(cursor: string | undefined): { kind: TargetKind; after: number } {
  const [, kind = 'plan', after = '0'] = /^(plan|task):([0-9]+)$/.exec(cursor ?? '') ?? [];
  return { kind: kind as TargetKind, after: Number(after) };
}

async function page(look: Look, _args: JsonObject, cursor: string | undefined) {
  const { kind, after } = cursorFrom(cursor);
  const found: TargetSummary[] = [];
  for (const each of KINDS.slice(KINDS.indexOf(kind))) {
    const limit = MAX_PAGE - found.length;
    if (limit === 0) break;
    const from = each === kind ? after : 0;
    found.push(...(await look.tx.targets.list({ kind: each }, { after: from, limit })));
  }
  const last = found.at(-1);
  return {
    rows: await rowsOf(look, found),
    ...(found.length < MAX_PAGE || !last ? {} : { next: `${last.kind}:${last.number}` }),
  };
}

export const TASKS_VIEW = defineView({
  name: 'tasks',
  args: z.object({}),
  page,
  touched: async (look, _args, events) => [...(await touchedTargets(look, events))],
  async rows(look, _args, keys) {
    const summaries: TargetSummary[] = [];
    for (const key of keys) {
      const summary = await look.tx.targets.summary(key);
      if (summary) summaries.push(summary);
    }
    return rowsOf(look, summaries);
  },
});
