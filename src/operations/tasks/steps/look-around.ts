/** Reads what the views of a plan or task need beyond the target itself, and no more. */

import type { Branch } from '../../../domain/branches/branch.ts';
import type { EffectiveView } from '../../../domain/branches/effective-view.ts';
import { type DocumentNames, documentNames } from '../../../domain/documents/document.ts';
import { isPlan, type Target } from '../../../domain/tasks/target.ts';
import type { Neighbour, Surroundings } from '../../../domain/tasks/views/surroundings.ts';
import { ALONE } from '../../../domain/tasks/views/surroundings.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import type { Reading, TargetSummary } from '../../../store/port.ts';
import type { FocusMove, ServerFacts } from '../../declaration/define-operation.ts';
import { viewOf } from '../../steps/branch-ref.ts';
import { canonicalBranch } from './commit-moves.ts';

/** What a view needs of its call. */
export interface ViewCall {
  readonly tx: Reading;
  readonly workspace: string;
  readonly agent: string;
  readonly present: ReadonlySet<string> | undefined;
  readonly focus: FocusMove;
  readonly server: ServerFacts;
}

const NEIGHBOURS = 10;

/** How many of a plan's open and finished tasks are wanted by name. */
export interface LookedFor {
  readonly open?: number;
  readonly done?: number;
}

export async function lookAround(
  tx: Reading,
  target: Target,
  { open = NEIGHBOURS, done = 0 }: LookedFor = {},
): Promise<Surroundings> {
  const { id, depends_on: dependsOn } = target.root;
  const waits = dependsOn.length === 0 ? [] : await tx.targets.waitingFor(id);
  if (!isPlan(target)) return { ...ALONE, waits };
  const counts = (await tx.targets.summary(id))?.tasks ?? { total: 0, done: 0 };
  const ofPlan = async (status: TargetSummary['status'], limit: number) =>
    limit === 0
      ? []
      : (await tx.targets.list({ kind: 'task', parent: id, status }, { limit })).map(neighbour);
  const hasOpen = counts.done < counts.total;
  const active = await ofPlan('ACTIVE', hasOpen ? open : 0);
  const todo = await ofPlan('TODO', hasOpen ? open - active.length : 0);
  return {
    waits,
    tasks: {
      ...counts,
      firstOpen: [...active, ...todo],
      lastDone: counts.done > 0 && done > 0 ? await finished(tx, id, done) : [],
    },
  };
}

async function finished(tx: Reading, plan: string, limit: number) {
  const filter = { kind: 'task', parent: plan, status: 'DONE' } as const;
  return (await tx.targets.latest(filter, limit)).map(neighbour);
}

function neighbour({ id, title, status }: TargetSummary): Neighbour {
  return { id, title, status };
}

/** Where the reasoning of a plan or task lies. */
export interface ReasoningPlace {
  readonly branch: Branch;
  readonly view: EffectiveView;
  readonly docs: DocumentNames;
}

export async function reasoningPlace(tx: Reading, id: string): Promise<ReasoningPlace> {
  const branch = await canonicalBranch(tx, id);
  return { branch, view: await viewOf(tx, branch), docs: documentNames(id) };
}

export function reasoningRef({ branch, docs }: Pick<ReasoningPlace, 'branch' | 'docs'>) {
  return {
    branch: branch.name,
    notes_doc: docs.notes,
    graph_doc: docs.graph,
    trace_doc: docs.trace,
  };
}

/** What the caller means when it names none: its own, or the newest that it looks on. */
export async function focusOf({ tx, agent }: Pick<ViewCall, 'tx' | 'agent'>) {
  return (await tx.agents.focus(agent)).target;
}

/** Told only where the call moved it. */
export function focusMoved({ restored, previous }: FocusMove): JsonObject {
  return restored ? { focus_restored: true, focus_previous: previous } : {};
}
