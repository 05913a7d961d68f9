/**
 * Evidence: what was run, changed or seen, stored whole and linked to the checkpoints it supports.
 */

import { excerpt } from '../../kernel/excerpt.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { utf8Length } from '../../kernel/json.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { receipts } from './proof.ts';
import { CHECKPOINTS, type Checkpoint } from './target.ts';

export const ARTIFACT_KINDS = ['cmd_output', 'diff', 'url'] as const;

/** Types, not interfaces, because they are stored as JSON. */
export type Artifact = {
  readonly kind: (typeof ARTIFACT_KINDS)[number];
  readonly command?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly exit_code?: number;
  readonly diff?: string;
  readonly content?: string;
  readonly url?: string;
  readonly external_uri?: string;
  readonly meta?: JsonObject;
};

export type Capture = {
  readonly items: readonly Artifact[];
  readonly checks: readonly string[];
  readonly attachments: readonly string[];
  readonly checkpoints: readonly Checkpoint[];
};

export interface CaptureInput {
  readonly items?: readonly Artifact[] | undefined;
  readonly checks?: readonly string[] | undefined;
  readonly attachments?: readonly string[] | undefined;
  readonly checkpoint?: Checkpoint | readonly Checkpoint[] | undefined;
  readonly max_items?: number | undefined;
  readonly max_artifact_bytes?: number | undefined;
}

export interface ReadCapture {
  readonly capture: Capture;
  /** Entries that are empty or unfilled placeholders. */
  readonly ignored: number;
  /** How many artifacts were left out, and how many shortened, by the bounds of the caller. */
  readonly dropped?: number;
  readonly cut?: number;
}

const TEXTS = ['command', 'stdout', 'stderr', 'diff', 'content', 'url', 'external_uri'] as const;

export function readCapture(input: CaptureInput): ReadCapture | Refusal {
  const { items = [], checks = [], attachments = [] } = input;
  const given = items.length + checks.length + attachments.length;
  if (given === 0) {
    return refuse('INVALID_INPUT', 'items, checks, attachments: give at least one piece', {
      recovery: 'For example checks=["CMD: npm test, 12 passed"].',
    });
  }
  const tooMuch = oversize(items);
  if (tooMuch) return tooMuch;
  const { kept, cut } = bounded(items, input);
  const filled = items.filter((item) => TEXTS.some((name) => saysSomething(item[name])));
  const capture: Capture = {
    items: kept.filter((item) => TEXTS.some((name) => saysSomething(item[name]))),
    checks: checks.filter(saysSomething),
    attachments: attachments.filter(saysSomething),
    checkpoints: checkpointsOf(input.checkpoint),
  };
  const ignored = given - sizeOf({ ...capture, items: filled });
  return { capture, ignored, dropped: items.length - kept.length, cut };
}

/** The bounds that the caller sets keep the first artifacts, and the beginning of each. */
function bounded(items: readonly Artifact[], input: CaptureInput) {
  const first = items.slice(0, input.max_items ?? items.length);
  const most = input.max_artifact_bytes;
  const kept = most === undefined ? first : first.map((item) => shortened(item, most));
  return { kept, cut: kept.filter((item, at) => item !== first[at]).length };
}

function shortened(item: Artifact, most: number): Artifact {
  if (textBytes(item) <= most) return item;
  let left = most;
  const texts = TEXTS.flatMap((name): (readonly [string, string])[] => {
    const text = item[name];
    if (text === undefined || left === 0) return [];
    // A cut could leave half a secret, which no pattern recognises later.
    const part = utf8Length(text) <= left ? text : excerpt(text, left);
    left -= utf8Length(part);
    return [[name, part]];
  });
  const { kind, exit_code: code, meta } = item;
  const rest = { ...(code === undefined ? {} : { exit_code: code }), ...(meta ? { meta } : {}) };
  return { kind, ...Object.fromEntries(texts), ...rest };
}

function textBytes(item: Artifact): number {
  return TEXTS.reduce((sum, name) => sum + utf8Length(item[name] ?? ''), 0);
}

function saysSomething(text: string | undefined): boolean {
  return text !== undefined && receipts(text).length > 0;
}

function checkpointsOf(given: CaptureInput['checkpoint']): readonly Checkpoint[] {
  const wanted = given === undefined ? [] : typeof given === 'string' ? [given] : given;
  return CHECKPOINTS.filter((kind) => wanted.includes(kind));
}

/** What no call may exceed is refused: the caller did not ask for anything to be left out. */
function oversize(items: readonly Artifact[]): Refusal | undefined {
  const { evidenceItems: most, artifactBytes: bytes } = LIMITS;
  if (items.length > most) return refuse('INVALID_INPUT', `items: at most ${most} in one call`);
  const index = items.findIndex((item) => textBytes(item) > bytes);
  const item = items[index];
  if (!item) return undefined;
  const message = `items.${index}: ${textBytes(item)} bytes of text, at most ${bytes}`;
  return refuse('INVALID_INPUT', message, {
    recovery: 'Keep what matters, or attach a link to the whole text.',
  });
}

export function sizeOf({ items, checks, attachments }: Capture): number {
  return items.length + checks.length + attachments.length;
}

/** The text about it in the timeline and the notes. */
export function captureCounts({ items, checks, attachments, checkpoints }: Capture) {
  return {
    artifacts: items.length,
    checks: checks.length,
    attachments: attachments.length,
    checkpoints,
  };
}

export function captureSummary(capture: Capture): string {
  const { items, checks, attachments, checkpoints } = capture;
  const lines = [
    ...(checkpoints.length > 0 ? [`For ${checkpoints.join(', ')}.`] : []),
    ...checks,
    ...items.map((item) => [item.kind, item.command ?? item.url ?? ''].join(' ').trim()),
    ...attachments,
  ];
  return lines.join('\n');
}
