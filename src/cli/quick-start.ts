/**
 * The short way to a server.
 *
 * Every client starts its own process and waits for it, and the command-line library is a good part
 * of that wait. A plain command line of a server is read without it; anything else, help and
 * mistakes included, is left to the full one.
 */

import { parseArgs } from 'node:util';
import { failure } from './failure.ts';
import { mcp } from './mcp.ts';
import {
  configFor,
  type Flags,
  LISTING_OPTIONS,
  type OptionSpec,
  SERVE_OPTIONS,
  SHARED_OPTIONS,
} from './options.ts';
import type { ExitCode, Outside } from './outside.ts';

/** `waymark mcp` with these words behind it. */
export async function startMcp(words: readonly string[], outside: Outside): Promise<ExitCode> {
  const flags = plainFlags(words, LISTING_OPTIONS);
  if (!flags) return fullCommandLine(['mcp', ...words], outside);
  try {
    return await mcp(await configFor(outside, flags), outside);
  } catch (error) {
    return failure(error, outside);
  }
}

/** `waymark` with options alone: the settings say which server is meant. */
export async function startBare(words: readonly string[], outside: Outside): Promise<ExitCode> {
  try {
    const flags = plainFlags(words, SERVE_OPTIONS);
    const config = await configFor(outside, flags ?? fileNamed(words));
    if (config.transport === 'http') {
      if (!flags) return await fullCommandLine(['serve', ...words], outside);
      const { serve } = await import('./serve.ts');
      return await serve(config, outside);
    }
    if (!plainFlags(words, LISTING_OPTIONS))
      return await fullCommandLine(['mcp', ...words], outside);
    return await mcp(config, outside);
  } catch (error) {
    return failure(error, outside);
  }
}

async function fullCommandLine(words: readonly string[], outside: Outside): Promise<ExitCode> {
  const { runCommandLine } = await import('./program.ts');
  return runCommandLine(words, outside);
}

/** Undefined where these are not all options of the command, each rightly used. */
function plainFlags(words: readonly string[], own: readonly OptionSpec[]): Flags | undefined {
  const options = Object.fromEntries(
    [...SHARED_OPTIONS, ...own].map(([flags]) => [
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

/** Among words that are otherwise wrong: which command is to say so may be told by the file. */
function fileNamed(words: readonly string[]): Flags {
  const options = { config: { type: 'string' } } as const;
  const { config } = parseArgs({ args: [...words], options, strict: false }).values;
  return typeof config === 'string' ? { config } : {};
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());
}
