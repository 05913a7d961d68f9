/** Who does what now: the agents that are present, and those that wrote in the last day. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import { liveClaim } from '../../../domain/work/claim.ts';
import type { WorkNode } from '../../../domain/work/work-node.ts';
import { TARGET_ID } from '../../../kernel/ids.ts';
import type { JournalLine, PresenceRow } from '../../../store/port.ts';
import { cutText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import { type HistoryRow, lineRows } from './history-view.ts';

export interface AgentRow extends ViewRow {
  readonly agent: string;
  /** Whether a process of it is alive; otherwise it is away. */
  readonly present: boolean;
  readonly client?: string;
  /** Of its oldest session that is alive. */
  readonly sinceMs?: number;
  /** How many of its sessions are alive. */
  readonly sessions: number;
  readonly tool?: string;
  readonly lastCallMs?: number;
  readonly worksOn?: Held;
  readonly claims: { readonly count: number; readonly first: readonly Held[] };
  readonly focus?: Held;
  readonly last?: Pick<HistoryRow, 'seq' | 'words' | 'text' | 'atMs' | 'at'>;
}

/** A plan, a task or a node of work, with where the page shows it. */
export interface Held {
  readonly id: string;
  readonly title: string;
  readonly at: readonly string[];
}

const DAY_MS = 24 * 60 * 60_000;
const MAX_AWAY = 100;
const MAX_PROJECTS = 100;
const MAX_CLAIMS = 500;
const CLAIMS_SHOWN = 3;

type Presences = ReadonlyMap<string, readonly PresenceRow[]>;

async function presentIn(look: Look): Promise<Presences> {
  const byAgent = new Map<string, PresenceRow[]>();
  for (const row of await look.present()) {
    byAgent.set(row.agent, [...(byAgent.get(row.agent) ?? []), row]);
  }
  return byAgent;
}

/** The claims that hold, by agent. */
async function claimsOf({ tx, claims }: Look): Promise<ReadonlyMap<string, readonly WorkNode[]>> {
  const byAgent = new Map<string, WorkNode[]>();
  for (const { name } of await tx.work.projects(MAX_PROJECTS)) {
    for (const node of await tx.work.claimed(name, claims, MAX_CLAIMS)) {
      const agent = liveClaim(node, claims)?.agent;
      if (agent !== undefined) byAgent.set(agent, [...(byAgent.get(agent) ?? []), node]);
    }
  }
  return byAgent;
}

function nodeHeld({ id, project, summary }: WorkNode): Held {
  return { id, title: cutText(summary).text, at: ['work', project, id] };
}

async function held({ tx }: Look, id: string | null | undefined): Promise<Held | undefined> {
  if (!id) return undefined;
  if (TARGET_ID.test(id)) {
    const target = await tx.targets.summary(id);
    return target && { id, title: cutText(target.title).text, at: ['tasks', id] };
  }
  const [node] = await tx.work.nodes([id]);
  return node && nodeHeld(node);
}

async function rowOf(
  look: Look,
  agent: string,
  presences: readonly PresenceRow[],
  claims: readonly WorkNode[],
  line: JournalLine | undefined,
): Promise<AgentRow | undefined> {
  if (presences.length === 0 && !line) return undefined;
  const latest = [...presences].sort((a, b) => b.lastCallMs - a.lastCallMs)[0];
  const [last] = line ? await lineRows(look, [line]) : [];
  const worksOn = await held(look, latest?.worksOn);
  const { target, isOwn } = await look.tx.agents.focus(agent);
  const focus = isOwn ? await held(look, target) : undefined;
  return {
    key: agent,
    agent,
    present: presences.length > 0,
    sessions: presences.length,
    ...(latest ? fieldsOf(latest, presences) : {}),
    ...(worksOn ? { worksOn } : {}),
    claims: { count: claims.length, first: claims.slice(0, CLAIMS_SHOWN).map(nodeHeld) },
    ...(focus ? { focus } : {}),
    ...(last ? { last: lastOf(last) } : {}),
  };
}

function fieldsOf(latest: PresenceRow, all: readonly PresenceRow[]) {
  return {
    client: latest.client,
    sinceMs: Math.min(...all.map(({ sinceMs }) => sinceMs)),
    ...(latest.tool === '' ? {} : { tool: latest.tool }),
    lastCallMs: latest.lastCallMs,
  };
}

function lastOf({ seq, words, text, atMs, at }: HistoryRow) {
  return { seq, words, ...(text === undefined ? {} : { text }), atMs, ...(at ? { at } : {}) };
}

/** What is known about all agents at this moment. */
interface AgentsNow {
  readonly presences: Presences;
  /** The last event of each that wrote in the last day. */
  readonly last: ReadonlyMap<string, JournalLine>;
}

async function readAgents(look: Look): Promise<AgentsNow> {
  const last = await look.tx.lines.lastOfEach(look.nowMs - DAY_MS);
  return { presences: await presentIn(look), last };
}

/** Everybody who may have a row. */
function everybody({ presences, last }: AgentsNow): ReadonlySet<string> {
  return new Set([...presences.keys(), ...[...last.keys()].slice(0, MAX_AWAY)]);
}

async function rowsOf(
  look: Look,
  { presences, last }: AgentsNow,
  agents: Iterable<string>,
): Promise<readonly AgentRow[]> {
  const claims = await claimsOf(look);
  const rows: AgentRow[] = [];
  for (const agent of agents) {
    const [here, work] = [presences.get(agent) ?? [], claims.get(agent) ?? []];
    const row = await rowOf(look, agent, here, work, last.get(agent));
    if (row) rows.push(row);
  }
  return rows;
}

/** What an agent holds is named by titles, which others may change. */
const NAMED = /^(work_|task_|plan_|undo_|redo_|dependency_)/;

export const AGENTS_VIEW = defineView({
  name: 'agents',
  args: z.object({}),
  everyMs: 2_000,
  async page(look) {
    const agents = await readAgents(look);
    return { rows: await rowsOf(look, agents, everybody(agents)) };
  },
  async touched(look, _args, events: readonly JournalEvent[]) {
    const writers = events.map(({ agent }) => agent);
    if (!events.some(({ type }) => NAMED.test(type))) return writers;
    return [...writers, ...everybody(await readAgents(look))];
  },
  rows: async (look, _args, keys) => rowsOf(look, await readAgents(look), keys),
});
