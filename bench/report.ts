/** The report: a table to read, and the same as JSON to compare. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import type { Goal, Quantity, Row, Unit } from './row.ts';

export interface Result {
  readonly benchmark: string;
  readonly rows: readonly Row[];
}

const HEAD = ['measured', '', 'against', '', 'ratio', 'goal', 'met'];

export function table(results: readonly Result[]): string {
  const lines = [HEAD, ...results.flatMap(({ rows }) => rows.map(cells))];
  const widths = HEAD.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  // Figures are aligned to the right, so that they can be compared; words to the left.
  const isFigure = (column: number) => [1, 3, 4].includes(column);
  return lines
    .map((line) =>
      line
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return isFigure(column) ? cell.padStart(width) : cell.padEnd(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cells({ measured, against, ratio, goal, met }: Row): string[] {
  return [
    ...[measured.what, amount(measured), against.what, amount(against)],
    ...[`${ratio.toFixed(2)}×`, goal ? goalText(goal) : ''],
    met === undefined ? '' : met ? 'yes' : 'NO',
  ];
}

function amount({ value, unit }: Quantity): string {
  return `${value.toFixed(digitsOf(value, unit))} ${unit}`;
}

function digitsOf(value: number, unit: Unit): number {
  if (unit === 'of 1' || (unit === 'ms' && value < 10)) return 3;
  return ['ms', 'µs', 'MB'].includes(unit) ? 1 : 0;
}

function goalText(goal: Goal): string {
  return 'atMost' in goal ? `≤ ${goal.atMost}×` : `≥ ${goal.atLeast}×`;
}

export function writeJson(file: string, results: readonly Result[], quick: boolean): void {
  const run = {
    at: new Date().toISOString(),
    quick,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
    cores: cpus().length,
    results,
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(run, null, 2)}\n`);
}
