/** Prints what `recall` found for a person: a line about each hit, and its passage below. */

import { cleanLine } from '../../kernel/text.ts';
import { markWords } from '../../recall/rank/mark-words.ts';
import { isSuperseded } from '../../recall/terms/recall-text.ts';

export interface Hit {
  readonly id: string;
  readonly kind: string;
  readonly in?: string;
  readonly at?: string;
  readonly by?: string;
  readonly state?: string;
  readonly same?: number;
  readonly text?: string;
}

/** How lines are written: with colours and short lines for a terminal, plain for a program. */
export interface Paper {
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
}

const WIDTH = 96;
const INDENT = '    ';

const BOLD = ['\u001b[1m', '\u001b[22m'] as const;
const DIM = ['\u001b[2m', '\u001b[22m'] as const;
const MARK = ['\u001b[1;33m', '\u001b[22;39m'] as const;

function oneLine(text: string): string {
  return cleanLine(text).replaceAll(/\s+/g, ' ').trim();
}

function styled(text: string, [on, off]: readonly [string, string], paper: Paper): string {
  return paper.hasColour ? `${on}${text}${off}` : text;
}

export function hitLines(hit: Hit, query: string, paper: Paper): readonly string[] {
  const lines = wrapped(oneLine(hit.text ?? ''), paper);
  const isDim = isSuperseded(hit.state);
  const body = lines.map((line) => {
    const marked = markWords(line, query).map(({ text, isMatch }) =>
      isMatch ? styled(text, MARK, paper) : isDim ? styled(text, DIM, paper) : text,
    );
    return `${INDENT}${marked.join('')}`;
  });
  return [headLine(hit, paper), ...body];
}

/** `CARD-7  question (resolved)  in main  2026-01-05T09:30Z  by ann  +2 alike`. */
export function headLine(hit: Hit, paper: Paper): string {
  const { kind, state, at, by, same = 0 } = hit;
  const facts = [
    `${kind}${state === undefined ? '' : ` (${state})`}`,
    ...(hit.in === undefined || hit.id.startsWith(hit.in) ? [] : [`in ${hit.in}`]),
    ...(at === undefined ? [] : [minute(at)]),
    ...(by === undefined ? [] : [`by ${by}`]),
    ...(same > 0 ? [`+${same} alike`] : []),
  ];
  const rest = facts.map(oneLine).join('  ');
  return `${styled(oneLine(hit.id), BOLD, paper)}  ${styled(rest, DIM, paper)}`;
}

/** Nobody looks for something by its seconds. */
function minute(at: string): string {
  return at.replace(/:\d\d(\.\d+)?Z$/, 'Z');
}

/** A program gets a passage as one line. */
function wrapped(text: string, { isTerminal }: Paper): readonly string[] {
  if (!isTerminal) return text === '' ? [] : [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= WIDTH - INDENT.length)
      lines[lines.length - 1] = longer;
    else if (word !== '') lines.push(word);
  }
  return lines;
}
