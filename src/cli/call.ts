/** `waymark call TOOL [ARGUMENTS]`: calls a tool in the same way as a client does. */

import type { Config } from '../config/config.ts';
import { isJsonObject, type Json, type JsonObject } from '../kernel/json.ts';
import { escapeUnseen } from '../kernel/text.ts';
import { UsageError } from '../kernel/usage-error.ts';
import type { Operation } from '../operations/declaration/define-operation.ts';
import { commandLine, readWord, shellLine, wordsIn } from '../surface/command-line.ts';
import { dispatch, onlyReads } from '../surface/dispatch.ts';
import type { Reply } from '../surface/render.ts';
import { requireNamed } from './home-workspace.ts';
import { localCaller, openSurface } from './open-surface.ts';
import { type ExitCode, exitCodeOf, type Outside } from './outside.ts';

export async function call(
  config: Config,
  outside: Outside,
  words: readonly string[],
): Promise<ExitCode> {
  const { tool, given } = await readCall(words, outside);
  const surface = await openSurface(config, outside);
  const stop = new AbortController();
  outside.onStop(() => stop.abort());
  try {
    const caller = localCaller(config, outside);
    const args = typeof given === 'function' ? given(surface.catalogue) : given;
    const { workspace } = config;
    if (workspace !== undefined && (await onlyReads(surface, { tool, args }, workspace))) {
      await requireNamed(config, surface.store);
    }
    // A shell reaches every tool, whatever the list for clients has.
    const server = { ...surface, facts: { ...surface.facts, reaches: () => true } };
    const reply = await dispatch(server, { tool, args }, caller, { signal: stop.signal });
    // Escaped, JSON stays equal for a program and cannot speak to a terminal; lines have nothing.
    const text = outside.printsToTerminal ? forShell(reply) : reply.text;
    outside.print(`${escapeUnseen(text)}\n`);
    return exitCodeOf(reply);
  } finally {
    await surface.close();
  }
}

type Given = Json | ((catalogue: readonly Operation[]) => JsonObject);

/** A tool and its arguments, or a whole command as an answer printed it, as one word. */
async function readCall(
  [first = '', ...rest]: readonly string[],
  { readStdin }: Outside,
): Promise<{ readonly tool: string; readonly given: Given }> {
  const [tool = '', ...inside] = wordsIn(first);
  const words = [...inside, ...rest];
  if (words.length === 1 && words[0] === '-') {
    const text = (await readStdin()).trim();
    const isJson = text.startsWith('{') || !text.includes('=');
    return { tool, given: isJson ? parseJson(text) : parsePairs(tool, wordsIn(text)) };
  }
  const [only = '{}', ...more] = words;
  const isJson = more.length === 0 && readWord(only) === undefined;
  return { tool, given: isJson ? parseJson(only) : parsePairs(tool, words) };
}

function parseJson(json: string): Json {
  try {
    return JSON.parse(json) as Json;
  } catch (error) {
    throw unreadable(`not JSON (${(error as Error).message})`);
  }
}

/**
 * Values are JSON where they can be read so, else text. A shell takes quotes away, so that a text
 * such as "5" arrives as a number: it stays text where the tool takes only text.
 */
function parsePairs(tool: string, words: readonly string[]): Given {
  const pairs = words.map((word) => {
    const pair = readWord(word);
    if (!pair) throw unreadable(`not all of the form key=value (${word})`);
    return pair;
  });
  return (catalogue) => {
    const fields = catalogue.find(({ name }) => name === tool)?.fields ?? {};
    const isText = (name: string, value: Json) =>
      !isJsonObject(value) &&
      fields[name]?.safeParse(value).success === false &&
      fields[name]?.safeParse(String(value)).success === true;
    return Object.fromEntries(
      pairs.map(({ name, written, value }) => [name, isText(name, value) ? written : value]),
    );
  };
}

function unreadable(why: string): UsageError {
  return new UsageError(
    `The arguments are ${why}. For example: waymark call help search=notes, ` +
      `or waymark call help '{"search":"notes"}'`,
  );
}

/** A person can paste the commands of an answer into the shell. */
function forShell({ text, suggestions }: Reply): string {
  const byLine = new Map(suggestions.map((each) => [commandLine(each), shellLine(each)]));
  const lines = text.split('\n');
  return lines.map((line) => byLine.get(line) ?? line).join('\n');
}
