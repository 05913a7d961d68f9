/** A text that recall finds: one artifact, or one version of it, as the index sees it. */

import type { RecallKind } from './recall-kinds.ts';

/** Between the words of a text and those that it is found by besides, such as its tags. */
const ASIDE = '\u001f';

export function withWords(text: string, words: readonly (string | null | undefined)[]): string {
  const given = words.filter((word) => word != null && word !== '');
  return given.length === 0 ? text : `${text}${ASIDE}${given.join(' ')}`;
}

/** Without the words that it is only found by. */
export function shownText(text: string): string {
  const at = text.lastIndexOf(ASIDE);
  return at < 0 ? text : text.slice(0, at);
}

/** The words that it is only found by. */
export function asideOf(text: string): string {
  const at = text.lastIndexOf(ASIDE);
  return at < 0 ? '' : text.slice(at + 1);
}

export interface RecallText {
  readonly kind: RecallKind;
  /**
   * The same for all versions of one thing, of which only the last is found. A text without a name
   * never changes, and its event has it.
   */
  readonly name?: string;
  /** What it belongs to: the name of a session, plan or task, or one of the forms below. */
  readonly group: string;
  /** Its words count twice. */
  readonly title?: string;
  readonly text: string;
  readonly state?: RecallState;
}

/** States that are worth telling. The first ones say that something else holds now. */
const SUPERSEDED = [
  'revised',
  'replaced',
  'retired',
  'deleted',
  'dropped',
  'merged',
  'rejected',
  'resolved',
] as const;

export type RecallState = (typeof SUPERSEDED)[number] | 'answered' | 'done' | 'closed';

export function isSuperseded(state: string | undefined): boolean {
  return SUPERSEDED.some((each) => each === state);
}

export const groupOf = {
  session: (seq: number) => `s${seq}`,
  /** A document of a branch: its notes, traces and cards. */
  document: (branch: number, doc: string) => `b${branch}/${doc}`,
  notebook: (id: string) => `n/${id}`,
  project: (name: string) => `p/${name}`,
} as const;

/** The beginning of the groups of all documents of a branch. */
export function branchGroups(branch: number): string {
  return `b${branch}/`;
}

const DOCUMENT_GROUP = /^b(\d+)\/(.*)$/s;

export function documentOfGroup(
  group: string,
): { readonly branch: number; readonly doc: string } | undefined {
  const [, branch, doc] = DOCUMENT_GROUP.exec(group) ?? [];
  return branch === undefined || doc === undefined ? undefined : { branch: Number(branch), doc };
}

export function isSameText(a: RecallText, b: RecallText): boolean {
  return a.kind === b.kind && a.group === b.group && a.title === b.title && a.text === b.text;
}

const CLOSE_DOC = 0.25;
const CLOSE_TASK = 0.3;

/**
 * How much the texts of a group have to do with each other: the thoughts of a session follow from
 * one another, the notes of a log need not.
 */
export function closeness(group: string): number {
  if (/^s\d+$/.test(group)) return 1;
  return /^[bp]\d*\//.test(group) ? CLOSE_DOC : CLOSE_TASK;
}
