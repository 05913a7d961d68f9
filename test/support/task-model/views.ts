/** Compares the views of plans and tasks with the model. */

import { expect } from 'vitest';
import { filterWords, hasWords } from '../../../src/recall/terms/filter-words.ts';
import { isLacking, missingOf, missingProofOf, requiredOf } from './checkpoints.ts';
import { expectSameLint } from './lint.ts';
import { type Run, read } from './run.ts';
import { planProgress } from './target-answer.ts';
import {
  isOpen,
  type NodePlace,
  nodePlaces,
  openPlaces,
  type StepPlace,
  stepPlaces,
} from './tree.ts';
import { CHECKPOINTS, type Fields, listOf, type Target, type Value } from './world.ts';

/** A budget that cuts nothing; cuts have their own tests. */
const whole = { max_chars: 10_000_000 };

/** Views omit empty fields. */
function withoutEmpty(fields: Fields): Fields {
  const isEmpty = (value: Value | undefined) =>
    value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function stepView({ step, path }: StepPlace): Fields {
  const { confirmed, notes, proof, blocked, blocked_reason: reason, ...rest } = step.fields;
  const { title, success_criteria, tests, blockers, completed_at_ms, forced } = rest;
  const open = isOpen(step);
  return {
    step_id: step.id,
    path,
    title,
    completed: !open,
    ...withoutEmpty({ success_criteria, tests, blockers, confirmed, completed_at_ms }),
    required: requiredOf(step),
    ...withoutEmpty({ missing: missingOf(step), missing_proof: missingProofOf(step) }),
    ...(forced ? { forced } : {}),
    ...(Object.keys(proof as Fields).length > 0 ? { proof } : {}),
    ...(blocked ? { blocked, blocked_reason: reason } : {}),
    ...(Number(notes) > 0 ? { notes } : {}),
  };
}

function nodeView({ node, path }: NodePlace): Fields {
  const { title, status, blocked, status_manual: manual, ...rest } = node.fields;
  const flags = { ...(blocked ? { blocked } : {}), ...(manual ? { status_manual: manual } : {}) };
  return { node_id: node.id, path, title, status, ...flags, ...withoutEmpty(rest) };
}

function targetView(workspace: string, target: Target): Fields {
  const { id, kind, revision, parent, fields, createdMs, updatedMs } = target;
  const { title, status, description, contract, contract_data: data, ...rest } = fields;
  const { checklist: _1, step_floor: _2, ...details } = rest;
  const isPlan = kind === 'plan';
  const own = isPlan
    ? { contract, contract_data: data, plan_progress: planProgress(target) }
    : { parent };
  const head = { id, qualified_id: `${workspace}:${id}`, kind, revision, status, title };
  const times = { created_at_ms: createdMs, updated_at_ms: updatedMs };
  return { ...head, ...own, description, ...withoutEmpty(details), ...times };
}

const byPath = (a: Fields, b: Fields) => (String(a.path) < String(b.path) ? -1 : 1);

async function expectSameResume(run: Run, target: Target): Promise<void> {
  const { world } = run;
  const last = 1 + run.random.below(30);
  const args = { target: target.id, read_only: true, events_limit: last, ...whole };
  const shown = await read(run, 'tasks_resume', args);
  expect(shown.target).toEqual(targetView(world.workspace, target));
  expect(shown.focus).toBe(world.focus);
  const events = (shown.timeline as Fields).events as Fields[];
  const trace = run.traces.get(target.id) ?? [];
  expect(events.map(({ type, path }) => [type, path])).toEqual(
    trace.slice(-last).map(({ type, path }) => [type, path]),
  );
  if (target.kind === 'plan') {
    expect(shown.checklist).toEqual(target.fields.checklist);
    return;
  }
  const steps = (shown.steps as Fields[]).map(({ evidence: _, ...step }) => step);
  expect(steps, 'the steps').toEqual(stepPlaces(target).map(stepView));
  const nodes = nodePlaces(target).map(nodeView);
  expect([...(shown.nodes as Fields[])].sort(byPath)).toEqual(nodes.sort(byPath));
}

/** A step with everything below it, and its evidence, newest first. */
async function expectSameMirror(run: Run, target: Target): Promise<void> {
  if (target.kind === 'plan') {
    const shown = await read(run, 'tasks_mirror', { target: target.id, limit: 300, ...whole });
    const tasks = [...run.world.targets.values()].filter(({ parent }) => parent === target.id);
    expect((shown.tasks as Fields[]).map(({ id }) => id)).toEqual(tasks.map(({ id }) => id));
    return;
  }
  const places = stepPlaces(target);
  if (places.length === 0) return;
  const { path, step } = run.random.pick(places);
  const shown = await read(run, 'tasks_mirror', { target: target.id, path, limit: 300, ...whole });
  const below = places.filter((each) => each.path === path || each.path.startsWith(`${path}.`));
  expect(shown.steps).toEqual(below.map(stepView));
  const kept = run.captures.filter((each) => each.step === step.id).reverse();
  expect(
    (shown.evidence as Fields[]).map(({ items, checks, attachments, checkpoints }) =>
      withoutEmpty({ items, checks, attachments, checkpoints }),
    ),
  ).toEqual(kept.slice(0, 50).map(({ evidence }) => withoutEmpty(evidence)));
}

/** The counts of steps, the first open step, and the open dependencies. */
async function expectSameRadar(run: Run, target: Target): Promise<void> {
  const { radar, steps } = await read(run, 'tasks_radar', { target: target.id, ...whole });
  const places = stepPlaces(target);
  const open = openPlaces(target);
  const isDone = open.length === 0 && !places.some(({ step }) => isLacking(step));
  const tasks = [...run.world.targets.values()].filter(({ parent }) => parent === target.id);
  const isFinished =
    target.fields.status === 'DONE' &&
    isDone &&
    tasks.every(({ fields }) => fields.status === 'DONE');
  const waits = listOf(target, 'depends_on')
    .flatMap((id) => run.world.targets.get(id) ?? [])
    .filter(({ fields }) => fields.status !== 'DONE' && !isFinished);
  const blockers = (radar as Fields).blockers as string[];
  const waiting = blockers.filter((text) => text.startsWith('waits for '));
  expect(waiting.map((text) => text.split(' ')[2])).toEqual(
    waits
      .map(({ id }) => id)
      .sort()
      .slice(0, 10),
  );
  if (target.kind === 'plan') return;
  const missing = (kind: string) =>
    places.filter(({ step }) => missingOf(step).includes(kind)).length;
  const [first] = open;
  expect(steps).toMatchObject({
    total: places.length,
    open: open.length,
    completed: places.length - open.length,
    first_open: first ? { step_id: first.step.id, path: first.path } : null,
  });
  // What is zero is not printed.
  const counts = CHECKPOINTS.map((kind) => [`missing_${kind}`, missing(kind) || undefined]);
  const shown = CHECKPOINTS.map((kind) => [
    `missing_${kind}`,
    (steps as Fields)[`missing_${kind}`],
  ]);
  expect(shown).toEqual(counts);
}

/** Continues where the last comparison stopped: every event once, in order. */
async function expectSameDelta(run: Run): Promise<void> {
  const { delta, events } = run;
  for (;;) {
    const limit = 20 + run.random.below(180);
    const page = await read(run, 'tasks_delta', { since: delta.since, limit, ...whole });
    const shown = page.events as Fields[];
    expect(shown.map(({ task_id: target, type, path }) => ({ target, type, path }))).toEqual(
      events
        .slice(delta.count, delta.count + limit)
        .map(({ target, type, path }) => ({ target, type, path })),
    );
    delta.since = Number(page.next_since);
    delta.count += shown.length;
    if (page.has_more !== true) break;
  }
  expect(delta.count, 'all events').toBe(events.length);
}

function matches(target: Target, { status, priority, tags, text }: Fields): boolean {
  const { fields } = target;
  const { title, description, context, contract, domain } = fields;
  const words = [title, description, context, contract, domain, ...listOf(target, 'tags')];
  return (
    (status === undefined || fields.status === status) &&
    (priority === undefined || fields.priority === priority) &&
    ((tags ?? []) as string[]).every((tag) => listOf(target, 'tags').includes(tag)) &&
    (text === undefined || hasWords([target.id, ...words].join('\n'), filterWords(String(text))))
  );
}

/** The filtered lists, page by page. */
async function expectSameLists(run: Run): Promise<void> {
  const { random, world } = run;
  const filter = random.pick<Fields>([
    {},
    { status: 'DONE' },
    { priority: 'HIGH' },
    { tags: ['parser'] },
    { text: 'SAY "' },
    { text: '100%' },
    { status: 'DONE', text: 'why' },
  ]);
  for (const kind of ['plans', 'tasks'] as const) {
    const wanted = [...world.targets.values()]
      .filter((each) => `${each.kind}s` === kind && matches(each, filter))
      .map(({ id, fields, revision }) => ({ id, title: fields.title, revision }));
    const found: Fields[] = [];
    let cursor: number | null = null;
    do {
      const paging = { [`${kind}_limit`]: 1 + random.below(8), [`${kind}_cursor`]: cursor };
      const shown: Fields = await read(run, 'tasks_context', { ...filter, ...paging, ...whole });
      expect((shown.counts as Fields)[kind]).toBe(wanted.length);
      found.push(...(shown[kind] as Fields[]));
      const { next_cursor: next } = shown[`${kind}_pagination`] as { next_cursor?: number };
      cursor = next ?? null;
    } while (cursor !== null);
    expect(found.map(({ id, title, revision }) => ({ id, title, revision }))).toEqual(wanted);
  }
}

export async function expectSameViews(run: Run): Promise<void> {
  await expectSameDelta(run);
  await expectSameLists(run);
  for (const target of run.world.targets.values()) {
    await expectSameResume(run, target);
    await expectSameMirror(run, target);
    await expectSameRadar(run, target);
    await expectSameLint(run, target);
  }
}
