/** `tasks_context`: lists plans and tasks. */

import * as z from 'zod';
import { canonicalTags } from '../../domain/graph/graph-names.ts';
import { PRIORITIES, STATUSES } from '../../domain/tasks/target.ts';
import { barePage, dropItems } from '../../kernel/cuts/list-cuts.ts';
import { squeezeItems } from '../../kernel/cuts/squeeze.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal } from '../../kernel/refusal.ts';
import { cuts, mapSection, type Section } from '../../kernel/sections.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { omit, pagedAs } from '../../kernel/trims.ts';
import type { Reading, TargetFilter, TargetSummary } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads } from '../declaration/facets.ts';
import { limit, line, names, targetId } from '../declaration/fields.ts';
import { checkParent } from './steps/check-parent.ts';
import { summaryView } from './steps/summary-view.ts';

const after = z.int().min(0).nullable().optional().describe('next_cursor of the previous page');

const SECTIONS = (['tasks', 'plans'] as const).map((name): Section => {
  const plan = { from: 'back', paged: 'id' } as const;
  const section: Section = {
    items: [dropItems(name, { ...plan, keep: 1 })],
    texts: [squeezeItems(name, ['updated_at_ms', 'revision', 'priority'])],
    gone: [barePage(name, plan)],
  };
  return mapSection(section, (trims) => pagedAs(`${name}_pagination`, trims));
});

export const tasksContext = defineOperation({
  name: 'tasks_context',
  title: 'List plans and tasks',
  description:
    'Lists plans and tasks that match all filters, in order of their numbers and in pages, with the number of matches in total and by status.',
  toolset: 'tasks',
  does: reads([
    ...cuts('items', ...SECTIONS),
    { ...omit('workspace', 'by_status'), minimal: false },
    ...cuts('texts', ...SECTIONS),
    omit('plans', 'plans_pagination'),
    ...cuts('gone', ...SECTIONS),
  ]),
  input: {
    status: z.enum(STATUSES).optional(),
    priority: z.enum(PRIORITIES).optional(),
    tags: names.optional().describe('Must have all of them'),
    domain: line(1_000).optional().describe('Tasks only'),
    plan: targetId.optional().describe('This plan and its tasks'),
    text: z.string().max(1_000).optional().describe('Words to find in its texts'),
    plans_limit: limit(50, 200),
    tasks_limit: limit(50, 200),
    plans_cursor: after,
    tasks_cursor: after,
  },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'All plans and tasks', args: {} },
  async run(input, { tx, workspace: id }) {
    const filter = await filterFor(tx, input);
    if (isRefusal(filter)) return filter;
    const ofPlans = { ...filter, kind: 'plan' } as const;
    const ofTasks = { ...filter, kind: 'task', parent: input.plan } as const;
    const plans =
      input.plan === undefined
        ? await section(tx, ofPlans, input.plans_cursor, input.plans_limit)
        : await onePlan(tx, ofPlans, input.plan, input.plans_limit);
    const tasks = await section(tx, ofTasks, input.tasks_cursor, input.tasks_limit);
    const isEmpty = plans.total + tasks.total === 0;
    return answer(
      {
        workspace: id,
        counts: { plans: plans.total, tasks: tasks.total },
        by_status: { plans: plans.byStatus, tasks: tasks.byStatus },
        plans: plans.rows,
        plans_pagination: plans.pagination,
        tasks: tasks.rows,
        tasks_pagination: tasks.pagination,
        truncated: false,
      },
      isEmpty && (await hasNoPlan(tx)) ? { suggestions: [START] } : {},
    );
  },
});

const START = suggestCall('tasks_macro_start', { task_title: 'First task' }, 'Start a first task');

async function hasNoPlan(tx: Reading): Promise<boolean> {
  return (await tx.targets.list({ kind: 'plan' }, { limit: 1 })).length === 0;
}

interface ContextRequest {
  readonly status?: TargetSummary['status'] | undefined;
  readonly priority?: TargetSummary['priority'] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly domain?: string | undefined;
  readonly plan?: string | undefined;
  readonly text?: string | undefined;
}

async function filterFor(
  tx: Reading,
  request: ContextRequest,
): Promise<Omit<TargetFilter, 'kind'> | Refusal> {
  const unknown = await checkParent(tx, request.plan, 'plan');
  if (unknown) return unknown;
  const tags = request.tags && canonicalTags(request.tags, 'tags');
  if (isRefusal(tags)) return tags;
  const { status, priority, domain, text } = request;
  return { status, priority, tags, domain, text };
}

interface Listed {
  readonly byStatus: { readonly [Each in TargetSummary['status']]: number };
  readonly total: number;
  readonly rows: readonly JsonObject[];
  readonly pagination: JsonObject;
}

async function section(
  tx: Reading,
  filter: TargetFilter,
  cursor: number | null | undefined,
  most: number,
): Promise<Listed> {
  const counted = await tx.targets.countByStatus(filter);
  const total = STATUSES.reduce((sum, status) => sum + (counted[status] ?? 0), 0);
  const page = { after: cursor ?? undefined, limit: most + 1 };
  const found = total === 0 ? [] : await tx.targets.list(filter, page);
  return sectionOf(found, counted, { cursor: cursor ?? null, limit: most, total });
}

/** The plan that the request names, if it matches the other filters too. */
async function onePlan(
  tx: Reading,
  filter: TargetFilter,
  id: string,
  most: number,
): Promise<Listed> {
  const before = Number(id.slice('PLAN-'.length)) - 1;
  const found = await tx.targets.list(filter, { after: before, limit: 1 });
  const own = found.filter((plan) => plan.id === id);
  const counted = Object.fromEntries(own.map((plan) => [plan.status, 1]));
  return sectionOf(own, counted, { cursor: null, limit: most, total: own.length });
}

function sectionOf(
  found: readonly TargetSummary[],
  counted: { readonly [Each in TargetSummary['status']]?: number },
  { cursor, limit: most, total }: { cursor: number | null; limit: number; total: number },
): Listed {
  const shown = found.slice(0, most);
  const hasMore = found.length > most;
  return {
    byStatus: {
      TODO: counted.TODO ?? 0,
      ACTIVE: counted.ACTIVE ?? 0,
      DONE: counted.DONE ?? 0,
    },
    total,
    rows: shown.map(summaryView),
    pagination: {
      cursor,
      ...(hasMore ? { next_cursor: shown.at(-1)?.number } : {}),
      has_more: hasMore,
      limit: most,
      count: shown.length,
      total,
    },
  };
}
