/**
 * Evidence: what was run, changed or seen, stored whole and linked to the checkpoints it supports.
 */

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
  const tooMuch = oversize(items, input);
  if (tooMuch) return tooMuch;
  const capture: Capture = {
    items: items.filter((item) => TEXTS.some((name) => saysSomething(item[name]))),
    checks: checks.filter(saysSomething),
    attachments: attachments.filter(saysSomething),
    checkpoints: checkpointsOf(input.checkpoint),
  };
  return { capture, ignored: given - sizeOf(capture) };
}

function saysSomething(text: string | undefined): boolean {
  return text !== undefined && receipts(text).length > 0;
}

function checkpointsOf(given: CaptureInput['checkpoint']): readonly Checkpoint[] {
  const wanted = given === undefined ? [] : typeof given === 'string' ? [given] : given;
  return CHECKPOINTS.filter((kind) => wanted.includes(kind));
}

function oversize(items: readonly Artifact[], input: CaptureInput): Refusal | undefined {
  const most = input.max_items ?? LIMITS.evidenceItems;
  if (items.length > most) return refuse('INVALID_INPUT', `items: at most ${most} in one call`);
  const bytes = input.max_artifact_bytes ?? LIMITS.artifactBytes;
  for (const [index, item] of items.entries()) {
    const size = TEXTS.reduce((sum, name) => sum + utf8Length(item[name] ?? ''), 0);
    if (size > bytes) {
      return refuse('INVALID_INPUT', `items.${index}: ${size} bytes of text, at most ${bytes}`, {
        recovery: 'Keep what matters, or attach a link to the whole text.',
      });
    }
  }
  return undefined;
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
