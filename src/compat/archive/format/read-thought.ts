/** Reads the file of a thought: a `ThoughtNode`, or the bare `ThoughtData` of one. */

import { MAIN } from '../../../domain/thoughts/session.ts';
import { type Critique, nodeIdOf } from '../../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../../domain/thoughts/thought-events.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { quoted, thoughtPath } from './archive-names.ts';
import {
  anyObject,
  anyText,
  counting,
  type Findings,
  flag,
  isObject,
  lineUpTo,
  listOf,
  moment,
  optional,
  parseJson,
  readFields,
  saidUpTo,
  textUpTo,
  type Values,
} from './field-checks.ts';

/** A thought before its references to other thoughts are resolved. */
export interface FiledThought extends ThoughtPlace {
  readonly text: string;
  readonly total: number;
  readonly more: boolean;
  readonly unsure: boolean;
  readonly atMs: number;
  readonly critique: Critique | undefined;
  /** The number of the thought that it revises. */
  readonly revised: number | undefined;
  /** The number of the thought at which its branch begins, if the file has it. */
  readonly from: number | undefined;
  /** The cells of notebooks that it cites. */
  readonly cells: readonly string[];
  readonly links: NodeLinks | undefined;
}

/** The ids of linked nodes, if the file is a `ThoughtNode`. */
export interface NodeLinks {
  readonly around: readonly string[];
  readonly revises: string | undefined;
  readonly origin: string | undefined;
}

/** Names of models are short; the rest is room for a suffix. */
const MAX_MODEL = 200;

const DATA = {
  thought: saidUpTo(LIMITS.text),
  thoughtNumber: counting,
  totalThoughts: counting,
  nextThoughtNeeded: flag,
  isRevision: optional(flag),
  revisesThought: optional(counting),
  branchFromThought: optional(counting),
  branchId: optional(anyText),
  needsMoreThoughts: optional(flag),
  timestamp: moment,
  critique: optional(anyObject),
};

const CRITIQUE = { text: textUpTo(LIMITS.text), model: textUpTo(MAX_MODEL), timestamp: moment };

const NODE = {
  id: anyText,
  data: anyObject,
  prev: optional(anyText),
  next: optional(listOf(anyText)),
  revisesNode: optional(anyText),
  branchOrigin: optional(anyText),
  branchId: optional(anyText),
  cells: optional(listOf(lineUpTo(LIMITS.title))),
};

type Data = Values<typeof DATA>;

export function readThought(
  text: string,
  session: string,
  place: ThoughtPlace,
  found: Findings,
): FiledThought | undefined {
  const where = thoughtPath(place);
  const before = found.count();
  const json = parseJson(text, where, found);
  if (found.count() > before) return undefined;
  const node = isObject(json) && Object.hasOwn(json, 'data') ? json : undefined;
  const fields = node && readFields(node, NODE, where, found);
  if (node && !fields) return undefined;
  const data = readFields(fields?.data ?? json, DATA, where, found);
  if (!data) return undefined;
  const critique = data.critique && readFields(data.critique, CRITIQUE, `${where} critique`, found);
  checkPlace(data, place, found);
  checkRevision(data, where, found);
  if (fields) checkNode(fields, session, place, found);
  if (found.count() > before) return undefined;
  return {
    ...place,
    text: data.thought,
    // As in recording, a total below the number is raised to the number.
    total: Math.max(place.number, data.totalThoughts),
    more: data.nextThoughtNeeded,
    unsure: data.needsMoreThoughts ?? false,
    atMs: data.timestamp,
    critique: critique && {
      text: critique.text,
      model: critique.model,
      atMs: critique.timestamp,
    },
    revised: data.revisesThought,
    from: data.branchFromThought,
    cells: fields?.cells ?? [],
    links: fields && {
      around: [...(fields.prev === undefined ? [] : [fields.prev]), ...(fields.next ?? [])],
      revises: fields.revisesNode,
      origin: fields.branchOrigin,
    },
  };
}

/** Detects files that were exchanged. */
function checkPlace(data: Data, place: ThoughtPlace, found: Findings): void {
  const where = thoughtPath(place);
  if (data.thoughtNumber !== place.number) {
    found.add(`${where} has the thought number ${data.thoughtNumber}`);
  }
  checkBranch(data.branchId, place, found);
  if (place.chain === MAIN && data.branchFromThought !== undefined) {
    found.add(`${where} begins at thought ${data.branchFromThought}, but is on no branch`);
  }
}

function checkBranch(branchId: string | undefined, place: ThoughtPlace, found: Findings): void {
  if ((branchId ?? MAIN) === place.chain) return;
  const said = branchId === undefined ? 'no branch' : `the branch ${quoted(branchId)}`;
  found.add(`${thoughtPath(place)} has ${said} in branchId`);
}

function checkRevision(data: Data, where: string, found: Findings): void {
  const { isRevision, revisesThought } = data;
  if (isRevision === true && revisesThought === undefined) {
    found.add(`${where} is a revision, but has no revisesThought`);
  }
  if (isRevision === false && revisesThought !== undefined) {
    found.add(`${where} is not a revision, but has revisesThought`);
  }
}

function checkNode(
  node: Values<typeof NODE>,
  session: string,
  place: ThoughtPlace,
  found: Findings,
): void {
  const id = nodeIdOf(session, place);
  if (node.id !== id) {
    found.add(`${thoughtPath(place)} has the node ${quoted(node.id)} instead of ${id}`);
  }
  checkBranch(node.branchId, place, found);
}
