/** Runs a call in the model: completely, or not at all. */

import type { Call, Tool } from './call.ts';
import { createTools } from './create-tools.ts';
import { deleteTools } from './delete-tool.ts';
import { evidenceTools } from './evidence-tools.ts';
import { trackGraphs } from './graph-shape.ts';
import { historyTools } from './history.ts';
import { macroTools } from './macro-tools.ts';
import { nodeTools } from './node-tools.ts';
import { otherTools } from './other-tools.ts';
import { patchTools } from './patch-tool.ts';
import { invalid, Refused } from './refuse.ts';
import { stepTools } from './step-tools.ts';
import { targetTools } from './target-tools.ts';
import { hasBlankList, isUnfilled } from './text-rules.ts';
import type { Fields, Value, World } from './world.ts';

/** Tools that can be undone, and so can be part of an atomic batch. */
const UNDOABLE = ['tasks_patch', 'tasks_task_define', 'tasks_progress', 'tasks_block'];

const BATCHED = [
  ...UNDOABLE,
  ...['tasks_create', 'tasks_decompose', 'tasks_define', 'tasks_note', 'tasks_verify'],
  ...['tasks_done', 'tasks_close_step', 'tasks_edit', 'tasks_delete', 'tasks_task_add'],
  ...['tasks_task_delete', 'tasks_evidence_capture', 'tasks_plan', 'tasks_contract'],
  ...['tasks_complete'],
];

const batch: Tool = (world, { args, parts = [] }) => {
  const isAtomic = args.atomic === true;
  for (const { tool } of parts) {
    if (!(isAtomic ? UNDOABLE : BATCHED).includes(tool)) invalid('not in a batch');
  }
  world.batches += 1;
  world.batch = world.batches;
  const operations: Fields[] = [];
  for (const [index, part] of parts.entries()) {
    const outcome = attempt(world, part);
    world.warnings = [];
    if (!('code' in outcome)) {
      const response = args.compact === true ? {} : { response: outcome.answer };
      operations.push({ index, tool: part.tool, success: true, ...response });
      continue;
    }
    if (isAtomic || index === 0) throw new Refused('BATCH_FAILED', outcome.code);
    world.batch = null;
    world.notable.push('batch stopped half way');
    const failed = { index, tool: part.tool, error: { code: outcome.code } };
    const left = parts.slice(index).map(({ tool }, at) => ({ index: index + at, tool }));
    return { operations, failed, not_done: left };
  }
  world.batch = null;
  return { operations };
};

const TOOLS: Record<string, Tool> = {
  ...createTools,
  ...stepTools,
  ...nodeTools,
  ...targetTools,
  ...patchTools,
  ...evidenceTools,
  ...macroTools,
  ...deleteTools,
  ...historyTools,
  ...otherTools,
  tasks_batch: batch,
};

export type Outcome = { code: string; why: string } | { answer: Fields };

/** Nothing but revisions and times, although events were recorded. */
function isVoid(before: World, after: World): boolean {
  const happened = after.happened.slice(before.happened.length);
  const isShift = happened.some(({ type }) => /^(undo|redo)_applied$/.test(type));
  if (happened.length === 0 || isShift) return false;
  const plain = ({ targets, notes, captured, cards }: World) => {
    const known = [...targets.values()].map((target) => ({ ...target, revision: 0, updatedMs: 0 }));
    return JSON.stringify([known, notes.length, captured.length, cards]);
  };
  return plain(before) === plain(after);
}

/** A call that changes nothing records nothing, and answers with the state as it was. */
function asBefore(before: World, after: World, answer: Fields): Fields {
  const [{ target = '' } = {}] = after.happened.slice(before.happened.length);
  const revision = before.targets.get(target)?.revision ?? 0;
  const { targets, operations, happened } = before;
  Object.assign(after, { targets, operations, happened });
  after.notable.push('nothing changed');
  return withRevision(answer, revision) as Fields;
}

function withRevision(value: Value | undefined, revision: number): Value | undefined {
  if (Array.isArray(value)) return value.map((each) => withRevision(each, revision) as Value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === 'revision') return [name, revision];
      if (name === 'event') return [name, null];
      return name === 'events' ? [name, []] : [name, withRevision(each, revision)];
    }),
  );
}

/** A refused call leaves the world unchanged. */
function attempt(world: World, call: Call): Outcome {
  const kept = structuredClone(world);
  try {
    if (call.malformed) invalid('malformed');
    if (isUnfilled(call.args)) invalid('placeholder');
    if (hasBlankList(call.args)) invalid('blank');
    const tool = TOOLS[call.tool];
    if (!tool) throw new Error(`the model has no ${call.tool}`);
    const answer = tool(world, call);
    trackGraphs(world);
    const isRepeat = call.tool !== 'tasks_batch' && isVoid(kept, world);
    return { answer: isRepeat ? asBefore(kept, world, answer) : answer };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    Object.assign(world, kept);
    return { code: error.code, why: error.why };
  }
}

export function isModelled(tool: string): boolean {
  return tool in TOOLS;
}

export function play(world: World, call: Call, nowMs: number): Outcome {
  Object.assign(world, { nowMs, happened: [], notes: [], captured: [], cards: 0 });
  Object.assign(world, { warnings: [], notable: [], keys: [] });
  return attempt(world, call);
}
