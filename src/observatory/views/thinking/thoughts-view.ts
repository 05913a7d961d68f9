/**
 * The thoughts of one session, of all chains, in the order of arrival.
 *
 * A row says only what its own thought says. That it was revised, that its chain ended there or
 * that a branch begins at it follows from other rows, and the page derives it: so an event touches
 * the rows of its own thought alone, and no neighbour can be forgotten.
 */

import { z } from 'zod';
import type { NamedStep } from '../../../domain/thoughts/cipher-cards.ts';
import { MAIN } from '../../../domain/thoughts/session.ts';
import { placeName } from '../../../domain/thoughts/thought.ts';
import type { ThoughtPlace } from '../../../domain/thoughts/thought-events.ts';
import type { RecordedThought } from '../../../store/port.ts';
import { defineView, type ViewRow } from '../../view.ts';
import { cursorNumber } from './page-cursor.ts';
import { readSession } from './read-session.ts';
import { sessionOf } from './sessions-view.ts';
import { marksOf, thoughtExcerpt } from './thought-text.ts';

export interface ThoughtRow extends ViewRow {
  /** The name of its chain; empty for the main one. */
  readonly chain: string;
  readonly number: number;
  /** The order of arrival, over all chains. */
  readonly seq: number;
  /** The thought of the main chain at which its branch begins; on the first thought of a branch. */
  readonly from?: number | undefined;
  readonly text: string;
  /** Whether the thought is longer than the text. */
  readonly more?: true | undefined;
  readonly marks: readonly string[];
  /** The labels of its steps, and those of other thoughts that the steps refer to. */
  readonly labels?: readonly number[] | undefined;
  readonly refs?: readonly number[] | undefined;
  /** The place that it revises. */
  readonly revises?: string | undefined;
  readonly hasCritique?: true | undefined;
  /** Whether it said that no further thought is needed. */
  readonly isLast?: true | undefined;
  readonly cells?: number | undefined;
  readonly atMs: number;
  readonly by: string;
}

/** Thoughts can be long, and a page reads them whole. */
const PAGE = 250;

/** References that are shown when a card is pointed at. */
const MAX_REFS = 24;

/** The labels that steps refer to, without those of earlier steps of the same thought. */
function outerRefs(steps: readonly Pick<NamedStep, 'label' | 'refs'>[]): readonly number[] {
  const here = new Set<number>();
  const outer = new Set<number>();
  for (const { label, refs } of steps) {
    for (const ref of refs) if (!here.has(ref.label)) outer.add(ref.label);
    here.add(label);
  }
  return [...outer];
}

function rowOf({ event, hasCritique }: RecordedThought): ThoughtRow {
  const { seq, tsMs, agent, payload } = event;
  const { thought, number, more, branch: chain = MAIN, from, revises, steps = [] } = payload;
  const labels = [...new Set(steps.map(({ label }) => label))];
  const refs = outerRefs(steps);
  return {
    key: placeName({ chain, number }),
    chain,
    number,
    seq,
    from,
    ...thoughtExcerpt(thought, steps.length > 0),
    marks: marksOf(steps),
    labels: labels.length > 0 ? labels : undefined,
    refs: refs.length > 0 ? refs.slice(0, MAX_REFS) : undefined,
    revises: revises && placeName(revises),
    hasCritique: hasCritique || undefined,
    isLast: more ? undefined : true,
    cells: payload.cells?.length,
    atMs: payload.at ?? tsMs,
    by: agent,
  };
}

/** `13` on the main chain, `regex:2` on a branch; undefined for anything else. */
export function placeNamed(name: string): ThoughtPlace | undefined {
  const [, chain = MAIN, number] = /^(?:([a-z0-9-]{1,64}):)?([0-9]{1,9})$/.exec(name) ?? [];
  return number === undefined ? undefined : { chain, number: Number(number) };
}

const args = z.object({ session: z.string().max(200) });

export const THOUGHTS_VIEW = defineView<z.infer<typeof args>, ThoughtRow>({
  name: 'thoughts',
  args,
  async page(look, { session: id }, cursor) {
    const session = await readSession(look, id);
    if (!session) return { rows: [] };
    const { thoughts } = look.tx;
    const read = await thoughts.recordedAfter(session.seq, cursorNumber(cursor), PAGE);
    return {
      rows: read.map(rowOf),
      next: read.length === PAGE ? String(read.at(-1)?.event.seq) : undefined,
    };
  },
  async touched(look, { session: id }, events) {
    const session = await readSession(look, id);
    if (!session) return [];
    return events
      .filter((event) => sessionOf(event) === session.seq)
      .flatMap((event) => {
        if (event.type === 'critique_attached') return [placeName(event.payload.of)];
        if (event.type !== 'thought_recorded') return [];
        const { number, branch: chain = MAIN } = event.payload;
        return [placeName({ chain, number })];
      });
  },
  async rows(look, { session: id }, keys) {
    const session = await readSession(look, id);
    if (!session) return [];
    const places = keys.flatMap((key) => placeNamed(key) ?? []);
    return (await look.tx.thoughts.recordedAt(session.seq, places)).map(rowOf);
  },
});
