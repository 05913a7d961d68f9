/** Finds the next work: the first node of an index without a claim that holds. */

import { type RawBuilder, sql as raw } from 'kysely';
import { givenBackLast, wasGivenBackBy } from '../../../domain/work/claim.ts';
import type { WorkNode } from '../../../domain/work/work-node.ts';
import type { Candidates } from '../../work-port.ts';
import { type Listed, listed, rowsOf } from '../chunks.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import { goneClaimants } from './claims.ts';
import type { Facet } from './facets.ts';
import {
  type Column,
  columnOf,
  fitting,
  fittingNodes,
  isClaimed,
  type Question,
  questionOf,
} from './filters.ts';
import { nodeFrom } from './rows.ts';

export const RANK: readonly Column[] = ['priority_key', 'depth_key', 'updated_seq', 'created_key'];

/** The arguments of a query; facets and properties are numbered: `path0`, `value0`. */
interface Asked {
  readonly workspace: string;
  readonly project: string;
  readonly agent: string;
  readonly staleMs: number;
  /** The agents that claimed by a process that has ended. */
  readonly gone: Listed;
  readonly limit: number;
}

/** Queries of one shape differ only in their arguments, so each shape is built once. */
function queriesLike(shape: Question, hasGone: boolean) {
  const own = prepared((sql: Sql, args: Asked) => {
    const claimed = fittingNodes(sql, questionIn(args, shape))
      .where(isClaimed)
      .where(isMine(args))
      .where(isWork)
      // `+ 0` keeps the planner off the index in this order: the few claimed nodes are sorted.
      .orderBy(raw`n.claimed_ms + 0`, 'desc');
    return RANK.reduce((query, column) => query.orderBy(`n.${column}`), claimed)
      .limit(args.limit)
      .selectAll('n');
  });
  const inRank = (sql: Sql, args: Asked, condition: RawBuilder<boolean>) => {
    const question = questionIn(args, shape);
    return RANK.reduce(
      (query, column) => query.orderBy(raw.ref(columnOf(question, column))),
      fitting(sql, question).where(condition).where(isWork),
    )
      .limit(args.limit)
      .selectAll('n');
  };
  const holds = (sql: Sql, args: Asked) => {
    const isGone = hasGone
      ? raw<boolean>`n.claim_of_process = 1 and n.claimed_by in ${rowsOf(sql, args.gone)}`
      : raw<boolean>`1 = 0`;
    return raw<boolean>`(n.claimed_ms > ${args.staleMs} and not (${isGone}))`;
  };
  const free = prepared((sql: Sql, args: Asked) => {
    const isEnded = raw<boolean>`(not ${holds(sql, args)} and not ${isMine(args)})`;
    return inRank(sql, args, raw<boolean>`(n.claimed_by = '' or ${isEnded})`);
  });
  const open = prepared((sql: Sql, args: Asked) => {
    const isOpen = raw<boolean>`(not ${holds(sql, args)} or n.claimed_by = ${args.agent})`;
    return inRank(sql, args, raw<boolean>`(n.claimed_by = '' or ${isOpen})`);
  });
  return { own, free, open };
}

/** What `rootIsDue` says of a project, asked only of its root. */
const isWork = raw<boolean>`(n.parent is not null or exists (select 1 from work_projects as p
  where p.workspace = n.workspace and p.name = n.project
  and p.total > 1 and p.total - p.resolved = 1))`;

function isMine({ agent, staleMs }: Asked) {
  return raw<boolean>`(n.claimed_by = ${agent} and n.claimed_ms > ${staleMs})`;
}

const queries = new Map<string, ReturnType<typeof queriesLike>>();

/** There are few shapes; a caller that keeps inventing new ones must not fill the memory. */
const MAX_SHAPES = 100;

function queriesFor(question: Question, hasGone: boolean): ReturnType<typeof queriesLike> {
  const { facets, filter, belowRoot } = question;
  const absent = filter.properties?.filter((match) => match.orAbsent) ?? [];
  const shape = `${facets.length} ${absent.length} ${belowRoot} ${hasGone}`;
  const known = queries.get(shape);
  if (known) return known;
  if (queries.size >= MAX_SHAPES) queries.clear();
  const made = queriesLike(question, hasGone);
  queries.set(shape, made);
  return made;
}

/** The question with an argument in place of each value. */
function questionIn(args: Asked, { facets, filter, ...question }: Question): Question {
  const argument = (name: string, at: number) =>
    args[`${name}${at}` as keyof Asked] as unknown as string;
  const absent = filter.properties?.filter((match) => match.orAbsent) ?? [];
  return {
    ...question,
    workspace: args.workspace,
    project: args.project,
    facets: facets.map((_, at) => ({
      kind: argument('kind', at) as Facet['kind'],
      path: argument('path', at),
      value: argument('value', at),
    })),
    filter: {
      isActionable: true,
      properties: absent.map((_, at) => ({
        path: argument('path', facets.length + at),
        value: argument('value', facets.length + at),
        orAbsent: true,
      })),
    },
  };
}

function valuesOf({ facets, filter }: Question): Record<string, string> {
  const absent = filter.properties?.filter((match) => match.orAbsent) ?? [];
  return Object.fromEntries(
    [...facets, ...absent].flatMap((each, at) => [
      [`kind${at}`, 'kind' in each ? each.kind : 'p'],
      [`path${at}`, each.path],
      [`value${at}`, each.value],
    ]),
  );
}

export async function nextWork(
  sql: Sql,
  workspace: string,
  { project, agent, claims, scope, properties, count, isClaim }: Candidates,
): Promise<readonly WorkNode[]> {
  const filter = { project, properties, ancestor: scope, isActionable: true };
  const question = await questionOf(sql, workspace, filter);
  const { staleMs } = claims;
  const asked = { ...valuesOf(question), workspace, project, agent, staleMs };
  if (!isClaim) {
    const gone = await goneClaimants(sql, workspace, project, claims);
    const { open } = queriesFor(question, gone.length > 0);
    return (await open(sql, { ...asked, gone: listed(gone), limit: count })).map(nodeFrom);
  }
  const { own } = queriesFor(question, false);
  const mine = await own(sql, { ...asked, gone: listed([]), limit: count });
  if (mine.length >= count) return mine.map(nodeFrom);
  const gone = await goneClaimants(sql, workspace, project, claims);
  const { free } = queriesFor(question, gone.length > 0);
  const rest = count - mine.length;
  const find = async (limit: number) =>
    (await free(sql, { ...asked, gone: listed(gone), limit })).map(nodeFrom);
  const first = await find(rest);
  const isMixed = first.length === rest && first.some((node) => wasGivenBackBy(node, agent));
  const found = isMixed ? await find(rest + PASSED_OVER) : first;
  return [...mine.map(nodeFrom), ...givenBackLast(found, agent).slice(0, rest)];
}

/** So many nodes that the agent gave back are passed over, to find other work. */
const PASSED_OVER = 20;
