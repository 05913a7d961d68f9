/** The evidence that was captured for a step, or for a whole plan or task: newest first. */

import { z } from 'zod';
import type { JournalEvent } from '../../../domain/journal/event.ts';
import type { Artifact } from '../../../domain/tasks/evidence.ts';
import { cutText, jsonText } from '../../cut-text.ts';
import { defineView, type Look, type ViewRow } from '../../view.ts';
import { findPlaced } from './step-view.ts';

export interface EvidenceRow extends ViewRow {
  readonly seq: number;
  readonly by: string;
  readonly atMs: number;
  /** The path of the step at that time; absent if it belongs to the whole. */
  readonly path?: string;
  readonly checkpoints: readonly string[];
  readonly checks: readonly string[];
  readonly attachments: readonly string[];
  readonly items: readonly EvidenceItem[];
}

/** The texts that it has, each with the name under which it was given. */
export interface EvidenceItem {
  readonly kind: string;
  readonly exitCode?: number;
  readonly texts: readonly EvidenceText[];
}

export interface EvidenceText {
  readonly name: string;
  readonly text: string;
  readonly more?: true;
}

const args = z.object({
  task: z.string().min(1).max(100),
  /** The id or path of a step; without it, all evidence of the plan or task. */
  step: z.string().min(1).max(2_000).optional(),
});

type Args = { readonly task: string; readonly step?: string };

const AT_ONCE = 20;

/** Of one text. What is longer is cut, and said to be. */
const MAX_BYTES = 100_000;
const LINE_BYTES = 4_000;

const TEXTS = ['command', 'url', 'external_uri', 'diff', 'stdout', 'stderr', 'content'] as const;

function itemOf(item: Artifact): EvidenceItem {
  const texts = TEXTS.flatMap((name) => {
    const given = item[name];
    return given === undefined || given === '' ? [] : { name, ...cutText(given, MAX_BYTES) };
  });
  const meta = item.meta ? [{ name: 'meta', ...cutText(jsonText(item.meta), LINE_BYTES) }] : [];
  return {
    kind: item.kind,
    ...(item.exit_code === undefined ? {} : { exitCode: item.exit_code }),
    texts: [...texts, ...meta],
  };
}

function rowOf({ seq, agent, tsMs, payload }: JournalEvent<'evidence_captured'>): EvidenceRow {
  const { evidence, fields } = payload;
  const short = (texts: readonly string[] = []) =>
    texts.map((text) => cutText(text, LINE_BYTES).text);
  return {
    key: String(seq),
    seq,
    by: agent,
    atMs: tsMs,
    ...(typeof fields.path === 'string' ? { path: fields.path } : {}),
    checkpoints: evidence?.checkpoints ?? [],
    checks: short(evidence?.checks),
    attachments: short(evidence?.attachments),
    items: (evidence?.items ?? []).map(itemOf),
  };
}

/** Undefined if the step does not exist (any more). */
async function stepIn({ tx }: Look, { task, step }: Args): Promise<string | undefined> {
  if (step === undefined) return undefined;
  if (step.startsWith('STEP-')) return step;
  const target = await tx.targets.byId(task);
  return target && findPlaced(target, step)?.step.id;
}

async function captured(look: Look, asked: Args, before: number | undefined, limit: number) {
  const step = await stepIn(look, asked);
  if (asked.step !== undefined && step === undefined) return [];
  return look.tx.targets.evidence(asked.task, step, { before, limit });
}

export const EVIDENCE_VIEW = defineView<Args, EvidenceRow>({
  name: 'evidence',
  args: args as unknown as z.ZodType<Args>,
  async page(look, asked, cursor) {
    const before = cursor === undefined ? undefined : Number(cursor);
    const events = await captured(look, asked, before, AT_ONCE);
    const last = events.at(-1);
    return {
      rows: events.map(rowOf),
      ...(events.length < AT_ONCE || !last ? {} : { next: String(last.seq) }),
    };
  },
  touched(_look, { task }, events) {
    const own = events.filter(({ entity }) => entity === task);
    // Its evidence goes with it, and a path may lead to another step from then on.
    if (own.some(({ type }) => ENDS.includes(type))) return 'all';
    return own.flatMap(({ type, seq }) => (type === 'evidence_captured' ? [String(seq)] : []));
  },
  async rows(look, asked, keys) {
    const found: EvidenceRow[] = [];
    for (const key of keys) {
      const [event] = await captured(look, asked, Number(key) + 1, 1);
      if (event && String(event.seq) === key) found.push(rowOf(event));
    }
    return found;
  },
});

const ENDS: readonly string[] = ['task_deleted', 'step_deleted'];
