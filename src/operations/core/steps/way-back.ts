/** What a cold agent needs to be back at work, as a value. */

import type { JsonObject } from '../../../kernel/json.ts';
import type { RuleLine } from '../../steps/standing-rules.ts';

/** Types, not interfaces, because views are JSON. */
export type CardLine = {
  readonly id: string;
  readonly seq: number;
  readonly text: string;
  /** Of a question: whom it is for. */
  readonly to?: string;
  /** The plan, task or other thing that it belongs to, unless that is in focus. */
  readonly of?: string;
};

export type NoteLine = {
  readonly seq: number;
  readonly ts_ms: number;
  readonly by: string;
  readonly text: string;
};

/** A line of a text that is not stored as a list: its place, from 1, and what it says. */
export type TextLine = { readonly seq: number; readonly text: string };

/**
 * The lists of a way back, in the order in which they are printed. Each can be read on from where
 * an answer stopped.
 */
export const LISTS = [
  ...(['rules', 'about', 'step', 'questions', 'hypotheses'] as const),
  ...(['notes', 'decisions', 'facts', 'under_way'] as const),
] as const;

export type ListName = (typeof LISTS)[number];

export type Lists = {
  readonly rules: readonly RuleLine[];
  /** Why the target in hand is done, and what it must keep to. */
  readonly about: readonly TextLine[];
  /** What the next step asks for. */
  readonly step: readonly TextLine[];
  readonly questions: readonly CardLine[];
  readonly hypotheses: readonly CardLine[];
  readonly notes: readonly NoteLine[];
  readonly decisions: readonly CardLine[];
  readonly facts: readonly CardLine[];
  readonly under_way: readonly TextLine[];
  /** The lists that have more than what was read. */
  readonly unread: readonly ListName[];
  /** Where the reading of each list began, if not at its beginning. */
  readonly from: { readonly [List in ListName]?: number };
};

/** The step that comes next, with all that it asks for. */
export type NextStep = {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly criteria: readonly string[];
  readonly tests: readonly string[];
  readonly blockers: readonly string[];
};

/** The plan or task that the answer is about. */
export type InHand = {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** What to know before the next call is run as it stands. */
  readonly remark?: string;
  readonly status: string;
  /** Whether it is the focus of the caller. */
  readonly focused: boolean;
  /** What was in focus before this call. */
  readonly focus_was?: string;
  /** `3 of 8 steps done`. */
  readonly progress?: string;
  /** What comes next, in a few words. */
  readonly ahead: string;
  readonly why?: string;
  readonly contract?: string;
  /** The contract is of the task's plan. */
  readonly contract_of?: string;
  readonly step?: NextStep;
  /** The other open steps that are blocked, with their reasons. */
  readonly blocked?: readonly string[];
  /** The paths of the steps that were closed without any proof. */
  readonly unproven?: readonly string[];
  /** The paths of the closed steps that would not pass their gate now, and what each lacks. */
  readonly lacking?: readonly string[];
  /** Another agent that works on it. */
  readonly at_work?: string;
};

export type Call = {
  readonly tool: string;
  readonly purpose: string;
  readonly args: JsonObject;
};

/** What else is under way, a line each. */
export type UnderWay = {
  readonly lines: readonly string[];
  /** What could be done next, the most useful first. */
  readonly calls: readonly Call[];
};

export interface WayBack extends JsonObject, Lists {
  readonly workspace: string;
  /** The directories that it belongs to. */
  readonly directories: readonly string[];
  readonly workspace_exists: boolean;
  readonly checkout: string | null;
  readonly in_hand?: InHand;
  readonly next: readonly Call[];
}
