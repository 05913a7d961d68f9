/** Calls as strict clients make them: every optional argument that is not used is `null`. */

import { CATALOGUE } from '../../src/operations/catalogue.ts';

/** Every so many calls of a random run are made so. */
const EVERY = 5;

export function sometimesWithNulls(turn: number, tool: string, args: object): object {
  const operation = CATALOGUE.find(({ name }) => name === tool);
  if (turn % EVERY !== 0 || !operation || operation.router) return args;
  const unused = Object.entries(operation.fields).filter(
    ([name, field]) => !(name in args) && !field.safeParse(null).success,
  );
  return { ...Object.fromEntries(unused.map(([name]) => [name, null])), ...args };
}
