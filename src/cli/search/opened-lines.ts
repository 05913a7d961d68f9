/** Prints what `recall` opened for a person: its content, and its neighbours with their ids. */

import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { cleanLine, cleanLines } from '../../kernel/text.ts';
import { type Hit, headLine, hitLines, type Paper } from './hit-lines.ts';

interface Near {
  readonly id: string;
  readonly as: string;
  readonly text: string;
}

interface Opened extends Hit {
  readonly content?: JsonObject;
  readonly near?: readonly Near[];
  /** Several things have the id. */
  readonly choices?: readonly Hit[];
}

export function openedLines(view: JsonObject, paper: Paper): readonly string[] {
  const { choices, content, near = [], ...opened } = view as unknown as Opened;
  if (choices) {
    return [
      'Several things have this id:',
      ...choices.flatMap((each) => hitLines(each, '', paper)),
    ];
  }
  return [
    headLine(opened, paper),
    ...(content ? valueLines(content, 1) : []),
    ...(near.length > 0 ? ['near'] : []),
    ...near.map(({ id, as, text }) => cleanLine(`  ${as} ${id}: ${text}`)),
  ];
}

/** Fields below each other, what they hold indented below them. */
function valueLines(value: JsonObject | readonly Json[], depth: number): readonly string[] {
  const isList = Array.isArray(value);
  const indent = '  '.repeat(depth);
  return Object.entries(value).flatMap(([name, each]: [string, Json | undefined]) => {
    const head = isList ? '-' : `${name}:`;
    if (each === undefined || each === null || each === '') return [];
    if (isJsonObject(each) || Array.isArray(each)) {
      const inner = valueLines(each, depth + 1);
      return inner.length === 0 ? [] : [cleanLine(`${indent}${head}`), ...inner];
    }
    const [first = '', ...more] = cleanLines(String(each)).split('\n');
    if (more.length === 0) return [`${indent}${cleanLine(head)} ${first}`];
    return [`${indent}${cleanLine(head)}`, ...[first, ...more].map((line) => `${indent}  ${line}`)];
  });
}
