/**
 * The short way to the stdio server.
 *
 * Every client starts its own process and waits for it, and the command-line library is a good part
 * of that wait. A plain command line of the stdio server is read without it; anything else, help
 * and mistakes included, is left to the full one.
 */

import { parseArgs } from 'node:util';
import { failure } from './failure.ts';
import { mcp } from './mcp.ts';
import { configFor, type Flags, LISTING_OPTIONS, SHARED_OPTIONS } from './options.ts';
import type { ExitCode, Outside } from './outside.ts';

/** Undefined where this is not a plain start of the stdio server. */
export function quickFlags(words: readonly string[]): Flags | undefined {
  const options = Object.fromEntries(
    [...SHARED_OPTIONS, ...LISTING_OPTIONS].map(([flags]) => [
      flags.replace(/^--| .*$/g, ''),
      { type: flags.includes('<') ? 'string' : 'boolean' } as const,
    ]),
  );
  try {
    const { values } = parseArgs({ args: [...words], options, strict: true });
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [camelCase(name), value]),
    );
  } catch {
    return undefined;
  }
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
}

export async function quickStart(flags: Flags, outside: Outside): Promise<ExitCode> {
  try {
    return await mcp(await configFor(outside, flags), outside);
  } catch (error) {
    return failure(error, outside);
  }
}
