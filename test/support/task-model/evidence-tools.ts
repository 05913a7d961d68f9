/** Evidence: entries that are not empty are stored, and make their checkpoints required. */

import type { Tool } from './call.ts';
import { findStep } from './find-part.ts';
import { findTarget } from './find-target.ts';
import { invalid } from './refuse.ts';
import { revise } from './revise.ts';
import { isFilled, receiptsIn } from './text-rules.ts';
import type { StepPlace } from './tree.ts';
import { CHECKPOINTS, type Fields, listOf, type Target, type World } from './world.ts';

const TEXTS = ['command', 'stdout', 'stderr', 'diff', 'content', 'url', 'external_uri'];

export interface Capture {
  items: Fields[];
  checks: string[];
  attachments: string[];
  checkpoints: string[];
  ignored: number;
  dropped?: number;
}

export function captureIn(given: Fields): Capture {
  const items = [...((given.items ?? []) as Fields[]), ...((given.artifacts ?? []) as Fields[])];
  const [checks, attachments] = [given.checks ?? [], given.attachments ?? []] as string[][];
  const all = items.length + (checks?.length ?? 0) + (attachments?.length ?? 0);
  if (all === 0) invalid('nothing to capture');
  const wanted = [given.checkpoint ?? []].flat() as string[];
  const isSaid = (item: Fields) => TEXTS.some((name) => isFilled(item[name]));
  const most = Number(given.max_items ?? items.length);
  const dropped = Math.max(0, items.length - most);
  const kept = {
    items: items.slice(0, most).filter(isSaid),
    checks: (checks ?? []).filter(isFilled),
    attachments: (attachments ?? []).filter(isFilled),
    checkpoints: CHECKPOINTS.filter((kind) => wanted.includes(kind)),
  };
  const ignored = all - sizeOf({ ...kept, items: items.filter(isSaid) });
  return { ...kept, ignored, dropped };
}

function sizeOf({ items, checks, attachments }: Omit<Capture, 'ignored'>): number {
  return items.length + checks.length + attachments.length;
}

/** Returns the event as it is shown, or null if nothing was evidence. */
export function capture(
  world: World,
  target: Target,
  place: StepPlace | undefined,
  given: Capture,
): Fields | null {
  if (sizeOf(given) === 0) return null;
  const { items, checks, attachments, checkpoints } = given;
  if (place) {
    const evidenced = [...listOf(place.step, 'evidenced'), ...checkpoints];
    place.step.fields.evidenced = CHECKPOINTS.filter((kind) => evidenced.includes(kind));
    place.step.shown.checks.push(...checks);
    place.step.shown.pieces += items.length + attachments.length;
  }
  const path = place?.path ?? null;
  revise(world, target, path, 'evidence_captured');
  const lines = [
    ...(checkpoints.length > 0 ? [`For ${checkpoints.join(', ')}.`] : []),
    ...checks,
    ...items.map(({ kind, command, url }) => `${kind} ${command ?? url ?? ''}`.trim()),
    ...attachments,
  ];
  world.notes.push({ target: target.id, content: lines.join('\n') });
  world.captured.push({
    target: target.id,
    step: place?.step.id ?? null,
    evidence: { items, checks, attachments, checkpoints },
  });
  const counts = {
    artifacts: items.length,
    checks: checks.length,
    attachments: attachments.length,
    checkpoints,
  };
  return { type: 'evidence_captured', task_id: target.id, path, payload: counts };
}

const captureTool: Tool = (world, { args }) => {
  const target = findTarget(world, args, 'either');
  const isStep = args.step_id !== undefined || args.path !== undefined;
  const place = isStep ? findStep(target, args) : undefined;
  const given = captureIn(args);
  const event = capture(world, target, place, given);
  if (given.ignored > 0) world.warnings.push('PROOF_WEAK');
  if (given.dropped) world.warnings.push('EVIDENCE_BOUNDED');
  const step = place ? { step_id: place.step.id, path: place.path } : null;
  return { task: target.id, revision: target.revision, step, event };
};

/** Proof as agents paste it into a macro. It counts for the tests unless it names a checkpoint. */
export function proofIn(proof: Fields[string]): Capture {
  if (typeof proof === 'object' && proof !== null && !Array.isArray(proof)) {
    return captureIn({ ...proof, checkpoint: proof.checkpoint ?? 'tests' });
  }
  const lines = ([proof].flat() as string[]).flatMap((text) => text.split('\n'));
  const ignored = lines.filter((line) => receiptsIn([line]).length === 0).length;
  const checks = receiptsIn(lines);
  return { items: [], checks, attachments: [], checkpoints: ['tests'], ignored };
}

export function isWeak({ checks, items, attachments, ignored }: Capture): boolean {
  return isWeakIn(checks, items.length + attachments.length, ignored);
}

/** Proof is weak if it lacks a CMD or a LINK receipt. */
export function isWeakIn(checks: readonly string[], pieces: number, ignored: number): boolean {
  if (checks.length === 0 && ignored === 0 && pieces > 0) return false;
  return ['CMD:', 'LINK:'].some((tag) => !checks.some((check) => check.startsWith(tag)));
}

export const evidenceTools: Record<string, Tool> = { tasks_evidence_capture: captureTool };
