/** Reads a resume of a plan or task: its state, its notes and cards, and the capsule. */

import { isPlan, type Target } from '../../../domain/tasks/target.ts';
import {
  type Capsule,
  type CapsuleParts,
  capsuleOf,
  type NextAction,
  outlookOf,
} from '../../../domain/tasks/views/capsule.ts';
import type { Radar } from '../../../domain/tasks/views/radar.ts';
import { stepsSummary } from '../../../domain/tasks/views/steps-summary.ts';
import type { Surroundings } from '../../../domain/tasks/views/surroundings.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Reading } from '../../../store/port.ts';
import type { Portal, Warning } from '../../declaration/define-operation.ts';
import { reachable } from '../../reach.ts';
import {
  type DiffRequest,
  diffHead,
  diffTargetGraph,
  type GraphDiff,
} from './diff-target-graph.ts';
import type { ReasoningPlace } from './find-reasoning-place.ts';
import { clampWarnings, fitPartBudget } from './fit-part-budget.ts';
import { focusLines } from './focus-lines.ts';
import { nextAction } from './next-action.ts';
import { otherAgentOn, withFreeTask, withOwnTask } from './other-agent.ts';
import { readRadarHeader } from './read-header.ts';
import {
  type MemoryRequest,
  type MemoryView,
  readMemory,
  readSignals,
  type Signals,
} from './read-memory.ts';
import { readSurroundings } from './read-surroundings.ts';
import { readTimeline, type Timeline, type TimelineRequest } from './read-timeline.ts';
import { RESUME_TRIMS } from './resume-trims.ts';
import type { ViewCall } from './view-call.ts';

export { RESUME_TRIMS } from './resume-trims.ts';

type EntryCursor = number | null | undefined;

/** The arguments of the resume tools, by their names on the wire. */
export interface ResumeOptions {
  readonly events_limit?: number | undefined;
  readonly decisions_limit?: number | undefined;
  readonly evidence_limit?: number | undefined;
  readonly blockers_limit?: number | undefined;
  readonly notes_limit?: number | undefined;
  readonly trace_limit?: number | undefined;
  readonly cards_limit?: number | undefined;
  readonly events_cursor?: EntryCursor;
  readonly notes_cursor?: EntryCursor;
  readonly trace_cursor?: EntryCursor;
  readonly cards_cursor?: EntryCursor;
  readonly graph_diff?: boolean | undefined;
  readonly graph_diff_cursor?: DiffRequest['cursor'];
  readonly graph_diff_limit?: number | undefined;
}

export const RESUME_LIMITS = {
  events: 20,
  decisions: 5,
  evidence: 5,
  blockers: 5,
  notes: 10,
  trace: 20,
  cards: 20,
  graphDiff: 50,
} as const;

const LAST_EVENT = { limit: 1 };

export function eventsRequest(options: ResumeOptions): TimelineRequest {
  const { events_limit: limit = RESUME_LIMITS.events, events_cursor: cursor } = options;
  return { limit, cursor };
}

export interface ResumeView extends JsonObject {
  readonly workspace: string;
  readonly focus: string | null;
  readonly target: JsonObject;
  readonly radar: Radar;
  readonly timeline: Timeline;
  readonly signals: Signals;
  readonly memory: MemoryView;
  readonly capsule: Capsule;
}

export interface Resume {
  readonly view: ResumeView;
  readonly warnings: readonly Warning[];
}

export async function readResume(
  call: ViewCall,
  target: Target,
  options: ResumeOptions = {},
): Promise<Resume> {
  const { tx, workspace } = call;
  const { id } = target.root;
  const { header, place, around, progress } = await readRadarHeader(call, target, CAPSULE_NAMES);
  const timeline = await readTimeline(tx, id, eventsRequest(options));
  // An older page of the timeline does not end with the last event.
  const latest = options.events_cursor == null ? timeline : await readTimeline(tx, id, LAST_EVENT);
  const { memory, signals } = await readContext(tx, { ...place, id }, options);
  const diff = options.graph_diff
    ? await diffTargetGraph(tx, place, {
        cursor: options.graph_diff_cursor,
        limit: options.graph_diff_limit ?? RESUME_LIMITS.graphDiff,
      })
    : undefined;
  return {
    view: {
      ...header,
      ...progress,
      timeline,
      signals,
      memory,
      ...(diff ? { graph_diff: diff } : {}),
      degradation: {
        signals: await findEmptiness(tx, place, memory),
        truncated_fields: [],
        minimal: false,
      },
      capsule: capsuleOf({
        workspace,
        focus: header.focus,
        target,
        around,
        reasoningRef: header.reasoning_ref,
        counts: countsOf(target, around, timeline, memory, signals),
        lastEvent: lastEventOf(latest),
        graphDiff: diff && diffHead(diff),
        next: await nextFor(call, target, around),
        lists: call.server.lists,
        reach: reachOf(call),
      }),
      truncated: false,
    },
    warnings: diff ? unavailable(diff) : [],
  };
}

/** The capsule names this many finished tasks. */
const CAPSULE_NAMES = { done: 3 };

/** The next action, or a task of its own for the caller if another agent works on this target. */
async function nextFor(call: ViewCall, target: Target, around: Surroundings): Promise<NextAction> {
  const next = nextAction(target, await withFreeTask(call, around));
  const holder = await otherAgentOn(call, target.root.id);
  return holder === undefined || !next.call || next.isOver ? next : withOwnTask(holder, next);
}

/** How this client makes a call that it is shown. */
function reachOf({ server }: ViewCall): CapsuleParts['reach'] {
  return (made) => reachable(made, server.reaches);
}

export type PortalCall = ViewCall & { readonly wantsView: boolean };

/**
 * The resume at the end of a portal, about the task that it left in focus. Its lines show only the
 * state and the next call, so nothing else is read unless the caller wants the whole view.
 */
export async function readClosingResume(
  call: PortalCall,
  target: Target,
  most: number | undefined,
): Promise<ClosingResume> {
  const next = await nextFor(call, target, await readSurroundings(call.tx, target));
  const outlook = outlookOf({ focus: target.root.id, target, next, reach: reachOf(call) });
  const portal = () => focusLines(outlook, most, call.focus);
  const warnings = clampWarnings(most, 'resume_max_chars');
  if (!call.wantsView) return { view: { capsule: outlook }, warnings, portal };
  const { view } = await readResume(call, target);
  const fitted = fitPartBudget(view, most, RESUME_TRIMS, 'resume_max_chars');
  return { view: fitted.view, warnings, portal };
}

interface ClosingResume {
  readonly view: JsonObject;
  readonly warnings: readonly Warning[];
  /** Of the same state, whatever a budget left of the view. */
  readonly portal: () => Portal;
}

export function memoryRequest(options: ResumeOptions): MemoryRequest {
  return {
    notes: { cursor: options.notes_cursor, limit: options.notes_limit ?? RESUME_LIMITS.notes },
    trace: { cursor: options.trace_cursor, limit: options.trace_limit ?? RESUME_LIMITS.trace },
    cards: { cursor: options.cards_cursor, limit: options.cards_limit ?? RESUME_LIMITS.cards },
  };
}

async function readContext(
  tx: Reading,
  place: ReasoningPlace & { readonly id: string },
  options: ResumeOptions,
) {
  const { view: memory, nodes } = await readMemory(tx, place, memoryRequest(options));
  const limits = {
    blockers: options.blockers_limit ?? RESUME_LIMITS.blockers,
    decisions: options.decisions_limit ?? RESUME_LIMITS.decisions,
    evidence: options.evidence_limit ?? RESUME_LIMITS.evidence,
  };
  return { signals: await readSignals(tx, place, limits, nodes), memory };
}

/** Signals that no reasoning was recorded. Only the first page can tell. */
async function findEmptiness(
  tx: Reading,
  { view, docs }: ReasoningPlace,
  { notes, trace, cards, cards_pagination: page }: MemoryView,
): Promise<readonly string[]> {
  if (notes.pagination.cursor !== null || page.cursor !== null) return [];
  if (notes.entries.length > 0 || cards.length > 0) return [];
  const steps =
    trace.entries.some((entry) => entry.kind === 'note') ||
    (trace.pagination.has_more &&
      (await tx.journal.notesInView(view, docs.trace, { limit: 1 })).length > 0);
  return [steps ? 'trace_only' : 'context_empty'];
}

function countsOf(
  target: Target,
  { tasks }: Surroundings,
  timeline: Timeline,
  memory: MemoryView,
  signals: Signals,
): JsonObject {
  const counted = ({ limit: _limit, cursor: _cursor, ...page }: MemoryView['cards_pagination']) =>
    page;
  const { total, open } = stepsSummary(target);
  return {
    ...(isPlan(target)
      ? { tasks: { total: tasks.total, open: tasks.total - tasks.done } }
      : { steps: { total, open } }),
    timeline_events: timeline.count,
    notes: counted(memory.notes.pagination),
    trace: counted(memory.trace.pagination),
    cards: counted(memory.cards_pagination),
    signals: signals.stats,
  };
}

function lastEventOf({ events }: Timeline): JsonObject | null {
  const last = events.at(-1);
  if (!last) return null;
  const { event_id, ts, type, path } = last;
  return { event_id, ts, type, path };
}

function unavailable(diff: GraphDiff): readonly Warning[] {
  if (diff.available) return [];
  return [
    {
      code: 'GRAPH_DIFF_UNAVAILABLE',
      message: 'graph_diff: the branch of the target has no base and is checked out itself',
      recovery: 'Check out the branch to compare it with.',
    },
  ];
}
