/** The texts of things that change: each has a name, and only its last version is found. */

import type { ConflictCore, Snapshot } from '../../domain/graph/conflict.ts';
import type { NodeState } from '../../domain/graph/graph-events.ts';
import { reservedPrefix } from '../../domain/graph/graph-names.ts';
import type { Cell } from '../../domain/notebooks/notebook.ts';
import type { Root, Step, Target, TaskNode } from '../../domain/tasks/target.ts';
import type { KnowledgeNote, KnowledgePattern } from '../../domain/thoughts/knowledge.ts';
import { DESCRIPTION } from '../../domain/work/given-fields.ts';
import { workNodeId } from '../../domain/work/work-id.ts';
import type { Evidence, WorkNode } from '../../domain/work/work-node.ts';
import { redact } from '../../kernel/redaction.ts';
import { joined } from '../../kernel/text.ts';
import type { RecallKind } from './recall-kinds.ts';
import {
  groupOf,
  isSameText,
  isSuperseded,
  type RecallState,
  type RecallText,
  withWords,
} from './recall-text.ts';
import { withTitle } from './shown-text.ts';

export type NamedText = RecallText & { readonly name: string };

export const nameOf = {
  card: (branch: number, doc: string, id: string) => `c${branch}/${doc}/${id}`,
  work: (id: string) => `w/${id}`,
  part: (target: string, id: string) => `${target}/${id}`,
  cell: (notebook: string, id: string) => `${groupOf.notebook(notebook)}/${id}`,
  pattern: (id: string) => `k/pattern/${id}`,
  scratchpad: (id: string) => `k/note/${id}`,
  conflict: (id: string) => `x/${id}`,
} as const;

function stated(state: RecallState | undefined): Pick<RecallText, 'state'> {
  return state === undefined ? {} : { state };
}

/** Nodes of tasks and work are found as what they are. */
export function textOfNode(branch: number, doc: string, node: NodeState): NamedText | undefined {
  if (reservedPrefix(node.id) !== undefined) return undefined;
  return {
    kind: node.type === 'question' ? 'question' : 'card',
    name: nameOf.card(branch, doc, node.id),
    group: groupOf.document(branch, doc),
    ...(node.title === undefined ? {} : { title: node.title }),
    text: withWords(node.text ?? '', [node.type, ...node.tags, node.id]),
    ...stated(stateOfCard(node.status)),
  };
}

const CARD_STATES: Readonly<Record<string, RecallState>> = {
  rejected: 'rejected',
  refuted: 'rejected',
  disproved: 'rejected',
  superseded: 'replaced',
  replaced: 'replaced',
  revised: 'revised',
  retired: 'retired',
  dropped: 'dropped',
  merged: 'merged',
  answered: 'answered',
  resolved: 'closed',
  closed: 'closed',
  done: 'done',
};

/** The statuses of cards that no longer hold, in lower case. */
export const SUPERSEDED_STATUSES: readonly string[] = Object.entries(CARD_STATES)
  .filter(([, state]) => isSuperseded(state))
  .map(([status]) => status);

export function stateOfCard(status: string | undefined): RecallState | undefined {
  return status === undefined ? undefined : CARD_STATES[status.toLowerCase()];
}

/** `about`: the id of what it holds for; empty for the whole workspace. */
export function textOfRule(id: string, text: string, about: string): NamedText {
  return { kind: 'rule', name: id, group: about, text };
}

export interface SessionWords {
  readonly seq: number;
  readonly title: string;
  readonly description: string | undefined;
  readonly tags: readonly string[];
}

export function textOfSession({ seq, title, description, tags }: SessionWords): NamedText {
  const group = groupOf.session(seq);
  return { kind: 'session', name: group, group, title, text: withWords(description ?? '', tags) };
}

export function textOfPattern(pattern: KnowledgePattern): NamedText {
  const { id, title, description, content, tags } = pattern;
  const text = withWords(joined([description, content]), [...tags, id]);
  return { kind: 'pattern', name: nameOf.pattern(id), group: '', title, text };
}

export function textOfScratchpad({ id, title, content }: KnowledgeNote): NamedText {
  const text = withWords(content, [id]);
  return { kind: 'scratchpad', name: nameOf.scratchpad(id), group: '', title, text };
}

export function textOfNotebook(id: string, title: string): NamedText {
  const group = groupOf.notebook(id);
  return { kind: 'notebook', name: group, group, title, text: '' };
}

export function textOfCell(notebook: string, cell: Cell): NamedText {
  const { id, content, filename } = cell;
  const group = groupOf.notebook(notebook);
  const title = filename === undefined ? {} : { title: filename };
  return { kind: 'cell', name: nameOf.cell(notebook, id), group, ...title, text: content };
}

export function textOfConflict(conflict: ConflictCore): NamedText {
  const { id, key, into, doc, ours, theirs } = conflict;
  const group = groupOf.document(into, doc);
  const text = joined([words(ours), words(theirs)]);
  return { kind: 'conflict', name: nameOf.conflict(id), group, title: key, text };
}

function words(side: Snapshot | null): string {
  const { title, text = '' } = side?.node ?? {};
  return withTitle({ title, text });
}

export function textOfWork(node: WorkNode): NamedText {
  const { id, project, summary, properties, state, contextLinks, resolved } = node;
  const description = properties[DESCRIPTION];
  return {
    kind: 'work',
    name: nameOf.work(id),
    group: groupOf.project(project),
    title: summary,
    text: joined([
      typeof description === 'string' ? description : undefined,
      wordsOfState(state),
      ...contextLinks,
    ]),
    ...stated(resolved ? 'done' : undefined),
  };
}

/** As JSON, fields below the name of a secret would no longer be known as secrets. */
function wordsOfState(state: WorkNode['state']): string | undefined {
  if (state === undefined || typeof state === 'string') return state;
  return JSON.stringify(redact(state));
}

/** It never changes, but its event alone does not tell it: the name has the place in the event. */
export function textOfWorkEvidence(
  project: string,
  node: string,
  { type, ref }: Evidence,
  [seq, at]: readonly [seq: number, at: number],
): NamedText {
  const name = `w/${node}/${seq}.${at}`;
  return { kind: 'evidence', name, group: groupOf.project(project), text: `${type} ${ref}` };
}

/** How the texts of a target differ: with other words, with another state, or gone. */
export interface TextsBetween {
  readonly changed: readonly NamedText[];
  readonly marked: readonly NamedText[];
  readonly gone: readonly string[];
}

export function textsBetween(before: Target | undefined, after: Target | undefined): TextsBetween {
  const id = (after ?? before)?.root.id ?? '';
  const had = partsOf(before);
  const has = partsOf(after);
  const changed: NamedText[] = [];
  const marked: NamedText[] = [];
  for (const [name, part] of has) {
    const old = had.get(name);
    if (old === part) continue;
    const text = textOfPart(id, name, part);
    const was = old && textOfPart(id, name, old);
    if (!was || !isSameText(was, text)) changed.push(text);
    else if (was.state !== text.state) marked.push(text);
  }
  return { changed, marked, gone: [...had.keys()].filter((name) => !has.has(name)) };
}

type Part = Root | Step | TaskNode;

function partsOf(target: Target | undefined): ReadonlyMap<string, Part> {
  if (!target) return new Map();
  const { root, steps, nodes } = target;
  const parts = [...steps, ...nodes].map((part) => [nameOf.part(root.id, part.id), part] as const);
  return new Map<string, Part>([[root.id, root], ...parts]);
}

function textOfPart(target: string, name: string, part: Part): NamedText {
  if ('kind' in part) return textOfRoot(part);
  if ('step' in part) return textOfTaskNode(target, name, part);
  const { title, success_criteria, tests, blockers, blocked_reason, completed_at_ms } = part;
  return {
    ...{ kind: 'step', name, group: target, title },
    text: joined([...success_criteria, ...tests, ...blockers, blocked_reason]),
    ...stated(completed_at_ms === null ? undefined : 'done'),
  };
}

function textOfRoot(root: Root): NamedText {
  const { id, kind, title, description, context, contract, tags, domain, status } = root;
  return {
    ...{ kind, name: id, group: id, title },
    text: withWords(joined([description, context, contract]), [domain, ...tags, id]),
    ...stated(status === 'DONE' ? 'done' : undefined),
  };
}

function textOfTaskNode(target: string, name: string, node: TaskNode): NamedText {
  const { title, description, context, blockers, next_steps, problems, risks } = node;
  const lists = [...blockers, ...next_steps, ...problems, ...risks, ...node.success_criteria];
  return {
    ...{ kind: 'step', name, group: target, title },
    text: joined([description, context, ...lists]),
    ...stated(node.status === 'DONE' ? 'done' : undefined),
  };
}

/** The id under which the reasoning graph has a plan, task, step, task node or node of work. */
export function reservedNodeOf(kind: RecallKind, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (kind === 'work') return workNodeId(name.slice(nameOf.work('').length));
  if (kind !== 'step') return `task:${name}`;
  const id = name.slice(name.indexOf('/') + 1);
  return id.startsWith('STEP-') ? `step:${id}` : `task:${id}`;
}
