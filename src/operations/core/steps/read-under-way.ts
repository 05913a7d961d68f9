/** Reads what else is under way in a workspace, of every family, a line each. */

import type { Target } from '../../../domain/tasks/target.ts';
import { type ClaimRule, isHeld } from '../../../domain/work/claim.ts';
import { ageOf } from '../../../kernel/ago.ts';
import { lineExcerpt } from '../../../kernel/excerpt.ts';
import { fill } from '../../../kernel/placeholder.ts';
import { counted } from '../../../kernel/text.ts';
import type { Reading, TargetSummary, WorkHolding } from '../../../store/port.ts';
import { otherAgentOn } from '../../tasks/steps/other-agent.ts';
import { type Claimant, claimRule } from '../../work/steps/work-claim-rule.ts';
import { freeWork } from '../../work/steps/work-view.ts';
import type { Call, UnderWay } from './way-back.ts';

export type UnderWayCall = Claimant & { readonly tx: Reading };

/** How many of a kind are named; the rest is counted. */
const NAMED = 3;
const TITLE_BYTES = 60;
const THOUGHT_BYTES = 200;
const MAX_PROJECTS = 20;

/** `inHand`: the target that the answer is about already. */
export async function readUnderWay(
  call: UnderWayCall,
  inHand: Target | undefined,
): Promise<UnderWay> {
  const parts = [
    await tasksUnderWay(call, inHand),
    await workUnderWay(call),
    await sessionsUnderWay(call),
    await conflictsUnderWay(call),
  ];
  return {
    lines: parts.flatMap(({ lines }) => lines),
    calls: parts.flatMap(({ calls }) => calls),
  };
}

function title(text: string): string {
  return lineExcerpt(text, TITLE_BYTES);
}

async function tasksUnderWay(call: UnderWayCall, inHand: Target | undefined): Promise<UnderWay> {
  const { TODO = 0, ACTIVE = 0 } = await call.tx.targets.countByStatus({ kind: 'task' });
  const isOpen = inHand?.root.kind === 'task' && inHand.root.status !== 'DONE';
  const count = TODO + ACTIVE - (isOpen ? 1 : 0);
  if (count === 0) return { lines: [], calls: [] };
  const others = (await newestOpen(call.tx)).filter(({ id }) => id !== inHand?.root.id);
  const shown: string[] = [];
  const calls: Call[] = [];
  for (const { id, title: words, steps } of others.slice(0, NAMED)) {
    const holder = await otherAgentOn(call, id);
    const held = holder === undefined ? '' : `, ${holder} is at work`;
    shown.push(`${id} — ${title(words)} (${steps.done} of ${steps.total}${held})`);
    if (holder === undefined) {
      const args = { target: id };
      calls.push({ tool: 'tasks_snapshot', purpose: `Continue with ${id}`, args });
    }
  }
  const more = count - shown.length;
  const rest = more > 0 ? ` and ${more} more` : '';
  return { lines: [`open tasks: ${shown.join('; ')}${rest}`], calls };
}

/** The newest open tasks, one more than are named. */
async function newestOpen(tx: Reading): Promise<readonly TargetSummary[]> {
  const of = (status: 'TODO' | 'ACTIVE') => tx.targets.latest({ kind: 'task', status }, NAMED + 1);
  return [...(await of('ACTIVE')), ...(await of('TODO'))].sort((a, b) => b.number - a.number);
}

async function workUnderWay(call: UnderWayCall): Promise<UnderWay> {
  const { tx, agent, nowMs } = call;
  const open = (await tx.work.projects(MAX_PROJECTS)).filter((each) => each.resolved < each.total);
  if (open.length === 0) return { lines: [], calls: [] };
  const rule = claimRule(call);
  const held = await liveHoldings(tx, rule);
  const summaries = await summariesOf(tx, held);
  const lines: string[] = [];
  const calls: Call[] = [];
  for (const project of open.slice(0, NAMED)) {
    const { name, resolved, total, blocked } = project;
    if (total === 1) {
      lines.push(`work ${name}: nothing is planned yet`);
      calls.push(planFirst(name));
      continue;
    }
    const here = held.filter((each) => each.project === name);
    const ready = await freeWork(tx, project, rule);
    const mine = here.some((each) => each.agent === agent);
    if (mine || ready > 0) calls.push(takeNext(name, mine));
    const holders = here.slice(0, NAMED).map(({ id, agent: by, atMs }) => {
      const who = by === agent ? 'you' : by;
      return `${summaries.get(id) ?? id} held by ${who} for ${ageOf(atMs, nowMs)}`;
    });
    const parts = [`${resolved} of ${total} done`, `${ready} ready`];
    if (blocked > 0) parts.push(`${blocked} blocked`);
    lines.push(`work ${name}: ${[...parts, ...holders].join(', ')}`);
  }
  const more = open.length - lines.length;
  return { lines: [...lines, ...(more > 0 ? [`${counted(more, 'more project')}`] : [])], calls };
}

function takeNext(project: string, mine: boolean): Call {
  const purpose = mine ? 'Go on with the work you claimed' : 'Claim the next piece of work';
  return { tool: 'graph_next', purpose, args: { project, claim: true } };
}

function planFirst(project: string): Call {
  const nodes = [{ summary: fill('a piece of work') }];
  return { tool: 'graph_plan', purpose: 'Plan the first work', args: { project, nodes } };
}

/** What the nodes that are held are about, by id. */
async function summariesOf(tx: Reading, held: readonly WorkHolding[]) {
  const ids = held.slice(0, MAX_PROJECTS).map(({ id }) => id);
  const nodes = ids.length === 0 ? [] : await tx.work.nodes(ids);
  return new Map(nodes.map(({ id, summary }) => [id, title(summary)]));
}

async function liveHoldings(tx: Reading, rule: ClaimRule) {
  return (await tx.work.holdings()).filter((each) => isHeld(each, rule));
}

const MAX_SESSIONS = 10;

async function sessionsUnderWay({ tx, nowMs }: UnderWayCall): Promise<UnderWay> {
  const page = { sortBy: 'updatedAt', sortOrder: 'desc', limit: MAX_SESSIONS, offset: 0 } as const;
  const open = await tx.thoughts.sessions({ unfinished: true }, page);
  const [newest] = open;
  if (!newest) return { lines: [], calls: [] };
  const shown = open
    .slice(0, 2)
    .map(
      ({ title: words, thoughtCount, updatedMs }) =>
        `“${title(words)}” (${counted(thoughtCount, 'thought')}, ${ageOf(updatedMs, nowMs)} ago)`,
    );
  const more = open.length - shown.length;
  const args = { operation: 'load_context', sessionId: newest.id };
  const [last] = await tx.thoughts.thoughts(newest.seq, { last: true, limit: 1 });
  const said = last ? `; last thought: ${lineExcerpt(last.text, THOUGHT_BYTES)}` : '';
  return {
    lines: [
      `unfinished sessions: ${shown.join('; ')}${more > 0 ? ` and ${more} more` : ''}${said}`,
    ],
    calls: [{ tool: 'thoughtbox_gateway', purpose: 'Go on with the line of thought', args }],
  };
}

async function conflictsUnderWay({ tx }: UnderWayCall): Promise<UnderWay> {
  const open = await tx.conflicts.all('open', { limit: NAMED + 1 });
  const [first] = open;
  if (!first) return { lines: [], calls: [] };
  const many = open.length > NAMED ? `more than ${NAMED}` : `${open.length}`;
  const noun = open.length === 1 ? 'conflict' : 'conflicts';
  const args = { conflict_id: first.id };
  return {
    lines: [`${many} open ${noun} of merges: ${first.id}`],
    calls: [{ tool: 'graph_conflict_show', purpose: 'Look at the conflict', args }],
  };
}
