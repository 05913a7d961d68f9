/** Evidence: what says something is kept, and makes its checkpoints required. */

import { aimed } from './aim.ts';
import type { Tool } from './call.ts';
import { findStep } from './find-part.ts';
import { invalid } from './refused.ts';
import { revise } from './revise.ts';
import { receiptsIn, saysSomething } from './text-rules.ts';
import type { StepPlace } from './tree.ts';
import { CHECKPOINTS, type Fields, listOf, type Target, type World } from './world.ts';

const TEXTS = ['command', 'stdout', 'stderr', 'diff', 'content', 'url', 'external_uri'];

export interface Capture {
  items: Fields[];
  checks: string[];
  attachments: string[];
  checkpoints: string[];
  ignored: number;
}

export function captureIn(given: Fields): Capture {
  const items = [...((given.items ?? []) as Fields[]), ...((given.artifacts ?? []) as Fields[])];
  const [checks, attachments] = [given.checks ?? [], given.attachments ?? []] as string[][];
  const all = items.length + (checks?.length ?? 0) + (attachments?.length ?? 0);
  if (all === 0) invalid('nothing to capture');
  if (items.length > Number(given.max_items ?? 20)) invalid('too many');
  const wanted = [given.checkpoint ?? []].flat() as string[];
  const kept = {
    items: items.filter((item) => TEXTS.some((name) => saysSomething(item[name]))),
    checks: (checks ?? []).filter(saysSomething),
    attachments: (attachments ?? []).filter(saysSomething),
    checkpoints: CHECKPOINTS.filter((kind) => wanted.includes(kind)),
  };
  return { ...kept, ignored: all - sizeOf(kept) };
}

function sizeOf({ items, checks, attachments }: Omit<Capture, 'ignored'>): number {
  return items.length + checks.length + attachments.length;
}

/** Gives the event as it is shown, or null where nothing was evidence. */
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
  const target = aimed(world, args, 'either');
  const isStep = args.step_id !== undefined || args.path !== undefined;
  const place = isStep ? findStep(target, args) : undefined;
  const given = captureIn(args);
  const event = capture(world, target, place, given);
  if (given.ignored > 0) world.warnings.push('PROOF_PLACEHOLDER');
  const step = place ? { step_id: place.step.id, path: place.path } : null;
  return { task: target.id, revision: target.revision, step, event };
};

/** Proof as it is pasted into a macro: for the tests, unless it says otherwise. */
export function proofIn(proof: Fields[string]): Capture {
  if (typeof proof === 'object' && proof !== null && !Array.isArray(proof)) {
    return captureIn({ ...proof, checkpoint: proof.checkpoint ?? 'tests' });
  }
  const lines = ([proof].flat() as string[]).flatMap((text) => text.split('\n'));
  const ignored = lines.filter((line) => receiptsIn([line]).length === 0).length;
  const checks = receiptsIn(lines);
  return { items: [], checks, attachments: [], checkpoints: ['tests'], ignored };
}

/** What was run and where it is seen: a proof that lacks one of them is weak. */
export function isWeak({ checks, items, attachments, ignored }: Capture): boolean {
  if (checks.length === 0 && ignored === 0 && items.length + attachments.length > 0) return false;
  return ['CMD:', 'LINK:'].some((tag) => !checks.some((check) => check.startsWith(tag)));
}

export const evidenceTools: Record<string, Tool> = { tasks_evidence_capture: captureTool };
