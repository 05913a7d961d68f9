/** `think_pipeline`: records frame, hypothesis, test, evidence and decision in one call. */

import * as z from 'zod';
import { commitNote } from '../../domain/documents/commit-note.ts';
import { firstCharacters } from '../../kernel/excerpt.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import type { Writing } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { scoped, writes } from '../declaration/facets.ts';
import { doc, format, title } from '../declaration/fields.ts';
import { refuseOtherKind } from '../steps/document-kind.ts';
import { cardField } from './steps/card-fields.ts';
import { type Recorded, recordCard } from './steps/record-card.ts';
import { type ThinkPlace, thinkPlace, writingScope } from './steps/think-place.ts';

export const STAGES = ['frame', 'hypothesis', 'test', 'evidence', 'decision'] as const;

export type Stage = (typeof STAGES)[number];

export type StageCards = Partial<Record<Stage, string | JsonObject>>;

const stage = cardField.optional();

export const thinkPipeline = defineOperation({
  name: 'think_pipeline',
  title: 'Record a line of reasoning',
  description:
    'Records the given stages (frame, hypothesis, test, evidence, decision) as cards, each supporting the previous one; a decision is also written as a note.',
  toolset: 'reasoning',
  does: writes().and(scoped({ ...writingScope, notes_doc: doc.optional() })),
  input: {
    frame: stage,
    hypothesis: stage,
    test: stage,
    evidence: stage,
    decision: stage,
    status: z.record(z.string(), z.string()).optional().describe('Status by stage'),
    note_decision: z.boolean().default(true),
    note_title: title,
    note_format: format,
  },
  example: {
    title: 'From frame to decision',
    args: {
      frame: 'Which queue do we use?',
      decision: { title: 'A table', text: 'It is there already.' },
      status: { decision: 'accepted' },
    },
  },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const cards = await recordStages(tx, place, input as StageCards, input.status ?? {});
    if (isRefusal(cards)) return cards;
    const note = await noteDecision(tx, place, input.decision as StageCards['decision'], cards, {
      wanted: input.note_decision,
      title: input.note_title ?? 'Decision',
      format: input.note_format ?? 'text',
    });
    if (isRefusal(note)) return note;
    const sum = (field: 'nodes_upserted' | 'edges_upserted') =>
      cards.reduce((total, { recorded }) => total + recorded.graph_applied[field], 0);
    return answer({
      branch: place.branch.name,
      trace_doc: place.trace,
      graph_doc: place.graph,
      notes_doc: place.notes,
      cards: cards.map(({ stage: name, recorded }) => ({
        stage: name,
        card_id: recorded.card_id,
        inserted: recorded.inserted,
        edges_upserted: recorded.graph_applied.edges_upserted,
        last_seq: recorded.last_seq,
      })),
      graph_applied: {
        nodes_upserted: sum('nodes_upserted'),
        edges_upserted: sum('edges_upserted'),
      },
      last_seq: cards.at(-1)?.recorded.last_seq ?? null,
      decision_note: note,
    });
  },
});

interface RecordedStage {
  readonly stage: Stage;
  readonly recorded: Recorded;
}

async function recordStages(
  tx: Writing,
  place: ThinkPlace,
  given: StageCards,
  status: Readonly<Record<string, string>>,
): Promise<readonly RecordedStage[] | Refusal> {
  const wanted = STAGES.filter((name) => given[name] !== undefined);
  if (wanted.length === 0) {
    return refuse('INVALID_INPUT', `give at least one of ${STAGES.join(', ')}`);
  }
  for (const [name, value] of Object.entries(status)) {
    if (!(wanted as readonly string[]).includes(name)) {
      return refuse(
        'INVALID_INPUT',
        `status.${firstCharacters(name, 60, '')}: this call has no such stage`,
      );
    }
    if (value.trim() === '') return refuse('INVALID_INPUT', `status.${name}: must not be blank`);
  }
  const cards: RecordedStage[] = [];
  for (const name of wanted) {
    const previous = cards.at(-1)?.recorded.card_id;
    const links = previous === undefined ? {} : { supports: [previous] };
    const settled = { type: name, status: status[name], field: name };
    const recorded = await recordCard(tx, place, given[name] ?? '', links, settled);
    if (isRefusal(recorded)) return recorded;
    cards.push({ stage: name, recorded });
  }
  return cards;
}

async function noteDecision(
  tx: Writing,
  place: ThinkPlace,
  decision: string | JsonObject | undefined,
  cards: readonly RecordedStage[],
  request: { wanted: boolean; title: string; format: string },
): Promise<JsonObject | null | Refusal> {
  const made = cards.find((each) => each.stage === 'decision')?.recorded;
  if (!request.wanted || decision === undefined || !made?.inserted) return null;
  const misplaced = await refuseOtherKind(tx, {
    ...{ branch: place.branch, doc: place.notes, kind: 'notes', field: 'notes_doc' },
  });
  if (misplaced) return misplaced;
  const draft = commitNote({
    branch: place.branch.id,
    doc: place.notes,
    target: place.target,
    title: request.title,
    format: request.format,
    content: `${made.card_id}: ${titleAndText(decision)}`,
    meta: { source: 'think_pipeline', card_id: made.card_id },
  });
  if (isRefusal(draft)) return draft;
  const [note] = await tx.append([draft]);
  if (!note) throw new Error('a note just committed is missing');
  return {
    seq: note.seq,
    ts: timestamp(note.tsMs),
    ts_ms: note.tsMs,
    doc: place.notes,
    card_id: made.card_id,
  };
}

function titleAndText(card: Json): string {
  if (typeof card === 'string') return card;
  const { title: heading, text } = isJsonObject(card) ? card : {};
  return [heading, text].filter((part) => typeof part === 'string').join('. ');
}
