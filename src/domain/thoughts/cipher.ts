/**
 * Parses the cipher: lines of reasoning such as `S3|E|S2|content`.
 *
 * The references may be left out (`S1|O|content`), left empty or written as a dash. Any other line
 * is prose; after a step, up to a blank line, it belongs to that step's content.
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
const MOST_STEPS = 100;
const MOST_REFS = 50;

const STEP = /^\s*S(\d{1,9})\s*\|\s*([HECQRPOAX])\s*\|(.*)$/s;
const REF = /^(\^?)\s*\[?\s*(\^?)S(\d{1,9})(?:\s*-\s*S(\d{1,9}))?\s*\]?$/;
/**
 * In the content, only marked references count: `[S3]`, `^[S3]`, `⊕S3`. The pattern begins with the
 * sign, never with a space: a long run of spaces would otherwise be tried from each of them.
 */
const INLINE = /(?:([⊕⊖^])\s*)?\[\s*S(\d{1,9})\s*\]|([⊕⊖^])\s*S(\d{1,9})/gu;

interface OpenStep {
  readonly label: number;
  readonly marker: Marker;
  readonly given: readonly CipherRef[];
  readonly lines: string[];
}

export function parseCipher(text: string): readonly CipherStep[] {
  const steps: OpenStep[] = [];
  let open: OpenStep | undefined;
  for (const line of text.split(/\r\n|[\n\r]/)) {
    const begun = beginStep(line);
    if (begun) {
      if (steps.length === MOST_STEPS) break;
      steps.push(begun);
      open = begun;
    } else if (line.trim() === '') open = undefined;
    else open?.lines.push(line.trimEnd());
  }
  return steps.map(closeStep).filter((step) => step.content !== '');
}

function beginStep(line: string): OpenStep | undefined {
  const [, label, marker, rest] = STEP.exec(line) ?? [];
  if (label === undefined || marker === undefined || rest === undefined) return undefined;
  const bar = rest.indexOf('|');
  const given = bar < 0 ? undefined : readRefs(rest.slice(0, bar), marker as Marker);
  const content = given === undefined ? rest : rest.slice(bar + 1);
  return {
    label: Number(label),
    marker: marker as Marker,
    given: given ?? [],
    lines: [content.trim()],
  };
}

/** Undefined if the field is not a list of references, but content with a bar in it. */
function readRefs(field: string, marker: Marker): CipherRef[] | undefined {
  const trimmed = field.trim();
  if (trimmed === '' || trimmed === '-') return [];
  const refs: CipherRef[] = [];
  for (const part of trimmed.split(/[,\s]+(?!-)/).filter((each) => each !== '')) {
    const [, before, inside, first, last] = REF.exec(part) ?? [];
    if (first === undefined) return undefined;
    const rel = before || inside ? 'revises' : relationOf(marker);
    const ends = [Number(first), Number(last ?? first)];
    const to = Math.max(...ends);
    for (let label = Math.min(...ends); label <= to && refs.length < MOST_REFS; label++) {
      refs.push({ label, rel });
    }
  }
  return refs;
}

/** The relation of a step to those it refers to, unless the reference has a sign of its own. */
function relationOf(marker: Marker): Relation {
  if (marker === 'E') return 'supports';
  if (marker === 'X') return 'contradicts';
  return marker === 'R' ? 'revises' : 'follows';
}

function relationBy(sign: string | undefined, marker: Marker): Relation {
  if (sign === '⊕') return 'supports';
  if (sign === '⊖') return 'contradicts';
  return sign === '^' ? 'revises' : relationOf(marker);
}

/** The references inside the content. */
export function inlineRefs(content: string, marker: Marker): readonly CipherRef[] {
  return [...content.matchAll(INLINE)].map(([, sign, inner, mark, bare]) => ({
    label: Number(inner ?? bare),
    rel: relationBy(sign ?? mark, marker),
  }));
}

function closeStep({ label, marker, given, lines }: OpenStep): CipherStep {
  const content = lines.join('\n').trim();
  const inline = inlineRefs(content, marker);
  const unique = new Map(
    [...given, ...inline].map((ref) => [`${ref.label} ${ref.rel}`, ref] as const),
  );
  return {
    label,
    marker,
    refs: [...unique.values()].slice(0, MOST_REFS),
    ops: (Object.keys(OPERATORS) as Operator[]).filter((sign) => content.includes(sign)),
    content,
  };
}
