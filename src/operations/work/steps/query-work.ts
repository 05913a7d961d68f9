/** `graph_query` with a project: nodes of the work graph by filter, in pages. */

import * as z from 'zod';
import { type ClaimRule, shownProperties } from '../../../domain/work/claim.ts';
import { comparable } from '../../../domain/work/property-paths.ts';
import { readCursor, writeCursor } from '../../../domain/work/work-cursor.ts';
import { WORK_SORTS, type WorkNode, type WorkProject } from '../../../domain/work/work-node.ts';
import { cutList, withCursor } from '../../../kernel/cuts/list-cuts.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import { sha256 } from '../../../sha256.ts';
import type { Reading, WorkCursor, WorkFilter } from '../../../store/port.ts';
import { type Answer, answer } from '../../declaration/define-operation.ts';
import { line } from '../../declaration/fields.ts';
import { findNodeOf, findProject } from './find-work.ts';
import { refuseClaimFilter } from './work-claim-properties.ts';
import { nodeId, project, propertyFilter } from './work-fields.ts';
import { propertyMatches } from './work-property-matches.ts';

const flag = z.boolean().nullable().optional();

const filter = z.strictObject({
  resolved: flag,
  properties: propertyFilter.nullable().optional(),
  text: z.string().max(LIMITS.title).nullable().optional(),
  ancestor: nodeId.nullable().optional(),
  has_evidence_type: line(LIMITS.docName).nullable().optional(),
  is_leaf: flag,
  is_actionable: flag,
  is_blocked: flag,
  claimed_by: z.string().max(LIMITS.docName).nullable().optional(),
});

export const workQueryFields = {
  project: project.optional().describe('Project of the work graph'),
  filter: filter.optional().describe('Work graph'),
  sort: z.enum(WORK_SORTS).optional().describe('Work graph'),
};

export interface WorkQuestion {
  readonly project: string;
  readonly filter?: z.output<typeof filter> | undefined;
  readonly sort?: (typeof WORK_SORTS)[number] | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | number | null | undefined;
}

const STANDARD = 20;
export const MAX_WORK_LIMIT = 100;

export async function queryWork(
  tx: Reading,
  input: WorkQuestion,
  rule: ClaimRule,
): Promise<Answer | Refusal> {
  const found = await findProject(tx, input.project);
  if (isRefusal(found)) return found;
  const limit = input.limit ?? STANDARD;
  const request = await readFilter(tx, found.name, input.filter ?? {}, rule);
  if (isRefusal(request)) return request;
  const sort = input.sort ?? 'readiness';
  const question = comparable([found.name, sort, (input.filter ?? {}) as Json], sha256);
  const cursor = cursorFrom(question, sort, input.cursor);
  if (isRefusal(cursor)) return cursor;
  const page = await tx.work.page(request, { sort, limit, cursor });
  const cursorAt = (index: number) => {
    const place = page.cursors.at(index);
    return place && cursorText(question, place);
  };
  const view: JsonObject = {
    nodes: page.nodes.map((node) => listedNode(node, rule)),
    total: await totalOf(tx, found, request),
    ...(page.hasMore ? { next_cursor: cursorAt(-1) } : {}),
  };
  const readOn = (cut: JsonObject, count: number) =>
    withCursor(cut, count === 0 ? undefined : cursorAt(count - 1));
  const spare = ['properties', 'state'];
  return answer(view, { trims: cutList('nodes', { from: 'back', readOn, spare }) });
}

function listedNode(node: WorkNode, rule: ClaimRule): JsonObject {
  return {
    id: node.id,
    summary: node.summary,
    resolved: node.resolved,
    ...(node.state === undefined ? {} : { state: node.state }),
    ...(node.parent === null ? {} : { parent: node.parent }),
    depth: node.depth,
    properties: shownProperties(node, rule),
  };
}

async function readFilter(
  tx: Reading,
  name: string,
  given: z.output<typeof filter>,
  rule: ClaimRule,
): Promise<WorkFilter | Refusal> {
  const fault = refuseClaimFilter(given.properties, 'filter.properties');
  if (fault) return fault;
  const ancestor =
    given.ancestor == null
      ? undefined
      : await findNodeOf(tx, name, given.ancestor, 'filter.ancestor');
  if (isRefusal(ancestor)) return ancestor;
  return {
    project: name,
    resolved: given.resolved ?? undefined,
    properties: propertyMatches(given.properties ?? undefined),
    text: given.text ?? undefined,
    ancestor: ancestor?.id,
    evidenceType: given.has_evidence_type ?? undefined,
    isLeaf: given.is_leaf ?? undefined,
    isActionable: given.is_actionable ?? undefined,
    isBlocked: given.is_blocked ?? undefined,
    // Unlike in other fields, null has a meaning: unclaimed nodes.
    claimedBy: given.claimed_by === undefined ? undefined : { agent: given.claimed_by, rule },
  };
}

/** Totals that the project already counts are not counted again. */
async function totalOf(tx: Reading, found: WorkProject, request: WorkFilter): Promise<number> {
  const { project: _name, properties: matches = [], ...rest } = request;
  const said = Object.entries(rest).filter(([, value]) => value !== undefined);
  const [only, ...more] = said;
  if (matches.length === 0 && more.length === 0) {
    if (!only) return found.total;
    const [field, value] = only;
    const counted: Readonly<Record<string, number>> = {
      resolved: found.resolved,
      isActionable: found.actionable,
      isBlocked: found.blocked,
    };
    const count = counted[field];
    if (count !== undefined) return value === true ? count : found.total - count;
  }
  return tx.work.count(request);
}

function cursorText(question: string, { head, after, changed }: WorkCursor): string {
  return writeCursor(question, [head, changed ? 1 : 0, ...after], sha256);
}

function cursorFrom(
  question: string,
  sort: WorkCursor['sort'],
  given: WorkQuestion['cursor'],
): WorkCursor | undefined | Refusal {
  if (given === undefined || given === null) return undefined;
  const place = readCursor(question, String(given), sha256);
  if (isRefusal(place)) return place;
  const [head = 0, changed, ...after] = place;
  return { sort, head, after, changed: changed === 1 };
}
