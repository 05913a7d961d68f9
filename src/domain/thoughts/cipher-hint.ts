/** A hint for a thought with a line that was meant as a step of cipher, and is none. */

import {
  isStepLine,
  linesOf,
  MARKERS,
  MAX_STEPS,
  type Marker,
  markerOf,
  readRefs,
} from './cipher.ts';

/** A label and something behind it; steps are separated by bars, but other signs are tried. */
const MEANT = /^\s*(?:[-*+•]\s+)?[[(]?(S?)(\d{1,9})[\])]?\s*([|:;/])(.*)$/is;
const TYPES = Object.keys(MARKERS).join('');

/** Undefined if every line that looks like a step is one, with the references that it names. */
export function cipherHint(text: string): string | undefined {
  const lines = linesOf(text);
  for (const [at, line] of lines.entries()) {
    const below = lines[at + 1] ?? '';
    const hint = hintFor(line, below.trim() !== '' && !MEANT.test(below));
    if (hint !== undefined) return hint;
  }
  const count = lines.filter(isStepLine).length;
  return count > MAX_STEPS ? `only the first ${MAX_STEPS} of ${count} steps are read` : undefined;
}

/** `isContinued`: whether the next line may be its content. */
function hintFor(line: string, isContinued: boolean): string | undefined {
  const [, sign = '', label, bar, rest = ''] = MEANT.exec(line) ?? [];
  if (label === undefined || bar === undefined) return undefined;
  const [word = '', ...fields] = rest.split(bar).map((field) => field.trim());
  const marker = markerOf(word);
  // A number, and a sign that is not a bar, are common in prose: a letter must follow.
  const isClear = sign !== '' && bar === '|';
  const isWord = /^[A-Za-z]{1,11}$/.test(word);
  if (!isClear && (marker === undefined || word.length > 1 || fields.length === 0)) {
    return undefined;
  }
  if (marker === undefined) {
    return isWord && fields.length > 0
      ? `no step: type ${word} is none of ${TYPES}; write S${label}|O|…`
      : `no step; write S${label}|O|…, type one of ${TYPES}`;
  }
  if (fields.every((field) => field === '')) {
    return isContinued && fields.length > 0
      ? undefined
      : `no step: write S${label}|${marker}|content`;
  }
  if (bar !== '|') return `no step: write S${label}|${marker}|…`;
  return refsHint(label, marker, fields, sign === '');
}

/** A field that names steps, but is read as content because something else is in it. */
function refsHint(
  label: string,
  marker: Marker,
  fields: readonly string[],
  bare: boolean,
): string | undefined {
  const [field = '', ...content] = fields;
  if (content.length === 0 || readRefs(field, marker, bare) !== undefined) return undefined;
  const isList = field.length <= MAX_FIELD && /^[\^⊕⊖[(\s]*S?\d/i.test(field);
  const named = [...field.matchAll(/S?(\d{1,9})/gi)].map(([, number]) => `S${number}`);
  if (!isList || named.length === 0) return undefined;
  const refs = named.slice(0, MAX_NAMED).join(',');
  return `"${field}" is no reference; write S${label}|${marker}|${refs}|…`;
}

/** Longer ones are sentences. */
const MAX_FIELD = 24;
const MAX_NAMED = 5;
