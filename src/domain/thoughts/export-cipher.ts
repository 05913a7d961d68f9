/** Exports a session in cipher: every step and every thought in prose is a line of its own. */

import {
  type CipherRef,
  type CipherStep,
  inlineRefs,
  linesOf,
  type Marker,
  type Relation,
  readRefs,
  relabelled,
  relationOf,
} from './cipher.ts';
import { type Chain, MAIN } from './session.ts';
import { type Piece, StepIndex } from './step-index.ts';
import { placeName, type Thought } from './thought.ts';

const MAX_LINE = 200;

/**
 * The lines of a page of thoughts. `all` are the thoughts of the whole session: a line has the same
 * label on every page, no other line has it, and every reference leads to the line that was meant.
 *
 * Prose becomes an observation, or a revision if it revises a thought.
 */
export function cipherOf(
  page: readonly Thought[],
  chains: readonly Chain[],
  all: readonly Thought[] = page,
): string {
  const lines = new CipherLines(all);
  return chains
    .flatMap(({ name, origin }) => {
      const own = page.filter(({ chain }) => chain === name).flatMap((each) => lines.of(each));
      if (own.length === 0 || name === MAIN) return own;
      const from = origin === undefined ? undefined : lines.labelAt(MAIN, origin);
      // After a blank line, no step takes it for its content.
      return ['', `# ${name} from S${from ?? origin}`, ...own];
    })
    .join('\n')
    .trimStart();
}

class CipherLines {
  readonly #steps: StepIndex;
  readonly #labels = new Map<Piece, number>();
  /** The label of each thought: that of its last line. */
  readonly #ends = new Map<string, number>();
  /** By place: a page may have been read apart from the whole session. */
  readonly #pieces = new Map<string, readonly Piece[]>();

  constructor(thoughts: readonly Thought[]) {
    this.#steps = new StepIndex(thoughts);
    for (const thought of thoughts) this.#pieces.set(placeName(thought), this.#piecesOf(thought));
    this.#label();
    for (const thought of thoughts) {
      const last = this.#pieces.get(placeName(thought))?.at(-1);
      if (last) this.#ends.set(placeName(thought), this.#labels.get(last) ?? thought.number);
    }
  }

  labelAt(chain: string, number: number): number | undefined {
    return this.#ends.get(placeName({ chain, number }));
  }

  of(thought: Thought): readonly string[] {
    return (this.#pieces.get(placeName(thought)) ?? []).map((piece) => this.#line(piece));
  }

  #piecesOf(thought: Thought): readonly Piece[] {
    const whole = this.#steps.whole(thought);
    if (thought.steps.length === 0) return whole ? [whole] : [];
    return this.#steps.of(thought);
  }

  /**
   * Steps keep their labels, prose its number, as long as they are free; the rest gets new ones.
   * The main chain comes first, since readers count its thoughts.
   */
  #label(): void {
    const pieces = [...this.#pieces.values()].flat();
    const numberOf = ({ step, thought }: Piece) => step?.label ?? thought.number;
    const named = pieces.flatMap((piece) => [
      numberOf(piece),
      ...(piece.step?.refs ?? []).map(({ label }) => label),
    ]);
    const taken = new Set<number>();
    let highest = named.reduce((most, label) => Math.max(most, label), 0);
    const later: Piece[] = [];
    for (const piece of pieces.sort((a, b) => rankOf(a) - rankOf(b))) {
      const label = numberOf(piece);
      if (taken.has(label)) later.push(piece);
      else this.#labels.set(piece, label);
      taken.add(label);
    }
    for (const piece of later) {
      highest += 1;
      this.#labels.set(piece, highest);
    }
  }

  #line(piece: Piece): string {
    const label = this.#labels.get(piece);
    const labelFor = (referred: number) => this.#labelFor(referred, piece);
    const { step, thought } = piece;
    if (!step) {
      const { revises } = thought;
      const marker = revises === undefined ? 'O' : 'R';
      const at = revises && (this.#ends.get(placeName(revises)) ?? revises.number);
      const refs = at === undefined ? [] : [`^S${at}`];
      return lineOf(label, marker, refs, relabelled(thought.text, labelFor));
    }
    const refs = fieldOf(step).map(
      ({ label: to, rel }) => `${signOf(rel, step.marker)}S${labelFor(to)}`,
    );
    return lineOf(label, step.marker, refs, relabelled(step.content, labelFor));
  }

  #labelFor(label: number, from: Piece): number {
    const piece = this.#steps.referred(label, from);
    if (!piece) return label;
    return this.#labels.get(piece) ?? this.#ends.get(placeName(piece.thought)) ?? label;
  }
}

/** Who gets a label that several lines could have: steps before prose, the main chain first. */
function rankOf({ step, thought }: Piece): number {
  return (thought.chain === MAIN ? 0 : 2) + (step === undefined ? 1 : 0);
}

/** References inside the content are not repeated in front, where they could mean more. */
function fieldOf({ content, marker, refs }: CipherStep): readonly CipherRef[] {
  const rest = (said: readonly CipherRef[]) =>
    refs.filter((ref) => !said.some(({ label, rel }) => label === ref.label && rel === ref.rel));
  const field = rest(inlineRefs(content, marker, []));
  return field.length === 0 ? field : rest(inlineRefs(content, marker, field));
}

function signOf(rel: Relation, marker: Marker): string {
  if (rel === 'revises') return '^';
  if (rel === relationOf(marker)) return '';
  return rel === 'contradicts' ? '⊖' : '⊕';
}

function lineOf(
  label: number | undefined,
  marker: Marker,
  refs: readonly string[],
  content: string,
): string {
  const text = oneLine(content);
  const bar = text.indexOf('|');
  // Content with a bar could be taken for references and the rest.
  const isMistakable = bar >= 0 && readRefs(text.slice(0, bar), marker, false) !== undefined;
  const before = refs.length > 0 ? `${refs.join(',')}|` : isMistakable ? '-|' : '';
  return `S${label}|${marker}|${before}${text}`;
}

function oneLine(text: string): string {
  const flat = linesOf(text).join(' ').replace(/\s+/g, ' ').trim();
  const chars = [...flat];
  return chars.length <= MAX_LINE ? flat : `${chars.slice(0, MAX_LINE - 1).join('')}…`;
}
