/**
 * Parses the cipher: lines of reasoning such as `S3|E|S2|content`.
 *
 * The references may be left out (`S1|O|content`), left empty or written as a dash. Any other line
 * is prose; after a step, up to a blank line, it belongs to that step's content. What is written a
 * little differently, but can only mean a step, is one: `s3|e|x`, `- S3|E|x`, `3|E|x`.
 */

export const MARKERS = {
  H: 'hypothesis',
  E: 'evidence',
  C: 'conclusion',
  Q: 'question',
  R: 'revision',
  P: 'plan',
  O: 'observation',
  A: 'assumption',
  X: 'rejected',
} as const;

export type Marker = keyof typeof MARKERS;

export const OPERATORS = {
  '→': 'implies',
  '←': 'derived from',
  '∴': 'therefore',
  '∵': 'because',
  '∧': 'and',
  '∨': 'or',
  '¬': 'not',
  '⊕': 'supports',
  '⊖': 'contradicts',
} as const;

export type Operator = keyof typeof OPERATORS;

export const RELATIONS = ['follows', 'supports', 'contradicts', 'revises'] as const;

export type Relation = (typeof RELATIONS)[number];

/** A type, not an interface, because events and views are JSON. */
export type CipherRef = { readonly label: number; readonly rel: Relation };

export type CipherStep = {
  readonly label: number;
  readonly marker: Marker;
  readonly refs: readonly CipherRef[];
  readonly ops: readonly Operator[];
  readonly content: string;
};

/** A limit, since each step becomes a card. */
export const MAX_STEPS = 100;
const MAX_REFS = 50;

const STEP = /^\s*(?:[-*+•]\s+)?(S?)(\d{1,9})\s*\|\s*([A-Za-z]{1,11})\s*\|(.*)$/is;
const REF = /^([\^⊕⊖]?)[[(]?([\^⊕⊖]?)S(\d{1,9})(?:[-‐‑–—−]S?(\d{1,9}))?[\])]?$/iu;
const BARE_REF = /^(\^?)()(\d{1,9})(?:[-‐‑–—−](\d{1,9}))?$/u;
/** Any of these may be between two references. */
const BETWEEN = /[,;&+∧\s]+/u;
/** A dash belongs to the references on both sides, a bracket or a sign to the one that it is at. */
const LOOSE = / ?([-‐‑–—−]) ?|([[(^⊕⊖]) | ([\])])/gu;
/**
 * In the content, only marked references count: `[S3]`, `^[S3]`, `⊕S3`. The pattern begins with the
 * sign, never with a space: a long run of spaces would otherwise be tried from each of them.
 */
const INLINE = /(?:([⊕⊖^])\s*)?\[\s*S(\d{1,9})\s*\]|([⊕⊖^])\s*S(\d{1,9})/giu;
/** The fence of a code block. Around steps it is no part of them. */
const FENCE = /^\s*(?:```|~~~)/;

interface OpenStep {
  readonly label: number;
  readonly marker: Marker;
  readonly given: readonly CipherRef[];
  readonly lines: string[];
}

export function parseCipher(text: string): readonly CipherStep[] {
  const steps: OpenStep[] = [];
  let open: OpenStep | undefined;
  let isFenced = false;
  for (const line of linesOf(text)) {
    const begun = beginStep(line);
    if (begun) {
      if (steps.length === MAX_STEPS) break;
      steps.push(begun);
      open = begun;
    } else if (FENCE.test(line) && (isFenced || !open)) {
      isFenced = !isFenced;
      open = undefined;
    } else if (line.trim() === '') open = undefined;
    else open?.lines.push(line.trimEnd());
  }
  return steps.map(closeStep).filter((step) => step.content !== '');
}

export function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r]/);
}

/** Whether a line begins a step. */
export function isStepLine(line: string): boolean {
  return beginStep(line) !== undefined;
}

function beginStep(line: string): OpenStep | undefined {
  const [, sign, label, word = '', rest] = STEP.exec(line) ?? [];
  // A table may have a number and a word between bars.
  const marker = sign === '' && word.length > 1 ? undefined : markerOf(word);
  if (label === undefined || marker === undefined || rest === undefined) return undefined;
  const bar = rest.indexOf('|');
  const given = bar < 0 ? undefined : readRefs(rest.slice(0, bar), marker, sign === '');
  const content = given === undefined ? rest : rest.slice(bar + 1);
  return { label: Number(label), marker, given: given ?? [], lines: [content.trim()] };
}

const MARKER_OF: ReadonlyMap<string, Marker> = new Map(
  (Object.keys(MARKERS) as Marker[]).flatMap((marker) => [
    [marker, marker],
    [MARKERS[marker].toUpperCase(), marker],
  ]),
);

/** By its letter or its name, in any case. */
export function markerOf(word: string): Marker | undefined {
  return MARKER_OF.get(word.toUpperCase());
}

/**
 * Undefined if the field is not a list of references, but content with a bar in it. A bare number
 * is a reference only in a line that begins with one: elsewhere it may be a figure.
 */
export function readRefs(field: string, marker: Marker, bare: boolean): CipherRef[] | undefined {
  const trimmed = field.trim();
  if (trimmed === '' || trimmed === '-') return [];
  const tight = trimmed.replace(/\s+/g, ' ').replace(LOOSE, '$1$2$3');
  const refs: CipherRef[] = [];
  for (const part of tight.split(BETWEEN).filter((each) => each !== '')) {
    const found = REF.exec(part) ?? (bare ? BARE_REF.exec(part) : null);
    const [, before, inside, first, last] = found ?? [];
    if (first === undefined) return undefined;
    const rel = relationBy(before || inside, marker);
    const ends = [Number(first), Number(last ?? first)];
    const to = Math.max(...ends);
    for (let label = Math.min(...ends); label <= to && refs.length < MAX_REFS; label++) {
      refs.push({ label, rel });
    }
  }
  return refs;
}

/** The relation of a step to those it refers to, unless the reference has a sign of its own. */
export function relationOf(marker: Marker): Relation {
  if (marker === 'E') return 'supports';
  if (marker === 'X') return 'contradicts';
  return marker === 'R' ? 'revises' : 'follows';
}

function relationBy(sign: string | undefined, marker: Marker): Relation {
  if (sign === '⊕') return 'supports';
  if (sign === '⊖') return 'contradicts';
  return sign === '^' ? 'revises' : relationOf(marker);
}

/**
 * The references inside the content. If the line names others in front, `[S4]` without a sign only
 * cites: evidence that is cited in a rejection is not rejected.
 */
export function inlineRefs(
  content: string,
  marker: Marker,
  given: readonly CipherRef[],
): readonly CipherRef[] {
  return [...content.matchAll(INLINE)].flatMap(([, sign, inner, mark, bare]) => {
    const label = Number(inner ?? bare);
    const isCited = given.length > 0 && (sign ?? mark) === undefined;
    if (!isCited) return { label, rel: relationBy(sign ?? mark, marker) };
    return given.some((ref) => ref.label === label) ? [] : { label, rel: 'follows' as const };
  });
}

const REVISED = /\^\s*\[\s*S(\d{1,9})\s*\]/giu;

/** What prose revises: `^[S2]` means nothing else there. A bare `^S2` may be anything. */
export function revisedInProse(text: string): readonly CipherRef[] {
  const labels = new Set([...text.matchAll(REVISED)].map(([, label]) => Number(label)));
  return [...labels].slice(0, MAX_REFS).map((label) => ({ label, rel: 'revises' }));
}

/** The content with other labels in its references. */
export function relabelled(content: string, labelFor: (label: number) => number): string {
  return content.replace(INLINE, (reference) =>
    reference.replace(/\d+/, (label) => String(labelFor(Number(label)))),
  );
}

function closeStep({ label, marker, given, lines }: OpenStep): CipherStep {
  const content = lines.join('\n').trim();
  const inline = inlineRefs(content, marker, given);
  const unique = new Map(
    [...given, ...inline].map((ref) => [`${ref.label} ${ref.rel}`, ref] as const),
  );
  return {
    label,
    marker,
    refs: [...unique.values()].slice(0, MAX_REFS),
    ops: (Object.keys(OPERATORS) as Operator[]).filter((sign) => content.includes(sign)),
    content,
  };
}
