/** Reads what every view of a plan or task starts with: workspace, focus and target. */

import { isPlan, type Target } from '../../../domain/tasks/target.ts';
import { type Radar, radarOf } from '../../../domain/tasks/views/radar.ts';
import { pointsSummary, stepsSummary } from '../../../domain/tasks/views/steps-summary.ts';
import type { Surroundings } from '../../../domain/tasks/views/surroundings.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { concernsOf, rulesField } from '../../steps/standing-rules.ts';
import { findReasoningPlace, type ReasoningPlace, reasoningRef } from './find-reasoning-place.ts';
import { type NeighbourLimits, readSurroundings } from './read-surroundings.ts';
import { targetView } from './target-view.ts';
import { focusMoved, readFocus, type ViewCall } from './view-call.ts';

/** `focus` is present only for views that can move it. */
export type HeaderCall = Pick<ViewCall, 'tx' | 'workspace' | 'agent'> &
  Partial<Pick<ViewCall, 'focus'>>;

export interface Header extends JsonObject {
  readonly workspace: string;
  readonly focus: string | null;
  readonly target: JsonObject;
  readonly reasoning_ref: JsonObject;
}

export interface HeadedView {
  readonly header: Header;
  readonly place: ReasoningPlace;
}

export async function readHeader(call: HeaderCall, target: Target): Promise<HeadedView> {
  const place = await findReasoningPlace(call.tx, target.root.id);
  return {
    header: {
      workspace: call.workspace,
      focus: await readFocus(call),
      ...(call.focus ? focusMoved(call.focus) : {}),
      ...(call.focus ? await rulesField(call.tx, concernsOf(target)) : {}),
      target: targetView(call.workspace, target),
      reasoning_ref: reasoningRef(place),
    },
    place,
  };
}

export interface RadarView extends HeadedView {
  readonly header: Header & { readonly radar: Radar };
  readonly around: Surroundings;
  /** Views put it after their own fields. */
  readonly progress: JsonObject;
}

export async function readRadarHeader(
  call: HeaderCall,
  target: Target,
  wanted?: NeighbourLimits,
): Promise<RadarView> {
  const around = await readSurroundings(call.tx, target, wanted);
  const { header, place } = await readHeader(call, target);
  return {
    header: { ...header, radar: radarOf(target, around) },
    place,
    around,
    progress: progressOf(target, around),
  };
}

/** The progress of a task by its steps, of a plan by the points of its checklist and its tasks. */
export function progressOf(target: Target, { tasks }: Surroundings): JsonObject {
  if (!isPlan(target)) return { steps: stepsSummary(target) };
  const { total, done, firstOpen } = tasks;
  return {
    steps: pointsSummary(target.root.checklist),
    tasks: { total, open: total - done, completed: done, first_open: firstOpen },
  };
}
