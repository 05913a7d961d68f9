/** `waymark search [WORDS]`: finds what the memory holds, or opens it by its id, as `recall` does. */

import type { Config } from '../../config/config.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import type { Suggestion } from '../../kernel/suggestion.ts';
import { cleanLine, escapeUnseen } from '../../kernel/text.ts';
import { UsageError } from '../../kernel/usage-error.ts';
import { RECALL_KINDS } from '../../recall/terms/recall-kinds.ts';
import { shellLine, shellWord } from '../../surface/command-line.ts';
import { dispatch } from '../../surface/dispatch.ts';
import type { Reply } from '../../surface/render.ts';
import { knownWorkspace } from '../home-workspace.ts';
import { localCaller, openSurface } from '../open-surface.ts';
import { type ExitCode, exitCodeOf, type Outside } from '../outside.ts';
import { type Hit, hitLines, type Paper } from './hit-lines.ts';
import { openedLines } from './opened-lines.ts';

/** The flags as they were written. */
export interface SearchFlags {
  /** One or several, separated by commas. */
  readonly kind?: string | undefined;
  readonly about?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly limit?: string | undefined;
  readonly json: boolean;
}

interface Asked {
  readonly query: string;
  readonly filters: JsonObject;
  readonly limit: number | undefined;
}

export async function search(
  config: Config,
  outside: Outside,
  words: readonly string[],
  flags: SearchFlags,
): Promise<ExitCode> {
  const asked = readAsked(words, flags);
  const surface = await openSurface(config, outside, 'none');
  try {
    const workspace = await knownWorkspace(config, surface.store);
    const caller = { ...localCaller(config, outside), role: 'read', workspace } as const;
    const recall = (args: JsonObject) => dispatch(surface, { tool: 'recall', args }, caller);
    const opened = isId(asked) ? await recall({ id: asked.query }) : undefined;
    const isUnknown = opened?.refusal === 'UNKNOWN_ID';
    const reply = opened && !isUnknown ? opened : await recall(searchArgs(asked));
    if (isUnknown && NUMBERED.test(asked.query) && !isEmpty(reply)) {
      outside.log(`waymark: nothing has the id ${asked.query}; these have its words`);
    }
    if (flags.json) {
      const json = reply.isError ? reply.text : JSON.stringify(reply.structured.result);
      outside.print(`${escapeUnseen(json)}\n`);
    } else if (reply.isError) {
      outside.log(`waymark: ${refusalLines(reply).map(cleanLine).join('\n')}`);
    } else
      for (const line of answerLines(reply, asked, paperOf(outside)))
        outside.print(`${line}\n`, 'styled');
    return exitCodeOf(reply);
  } finally {
    await surface.close();
  }
}

function readAsked(words: readonly string[], flags: SearchFlags): Asked {
  const { about, since, until } = flags;
  const kinds = flags.kind?.split(',').map(readKind);
  const filters = { ...given({ about, since, until }), ...(kinds ? { kinds } : {}) };
  return { query: words.join(' ').trim(), filters, limit: readLimit(flags.limit) };
}

function given(fields: Readonly<Record<string, string | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter((each): each is [string, string] => each[1] !== undefined),
  );
}

function readKind(name: string): string {
  const kind = name.trim().toLowerCase();
  if ((RECALL_KINDS as readonly string[]).includes(kind)) return kind;
  const meant = nearestName(kind, RECALL_KINDS);
  throw new UsageError(
    `--kind: there is no kind ${JSON.stringify(name)}; ` +
      (meant ? `did you mean --kind ${meant}?` : `expected ${RECALL_KINDS.join(', ')}`),
  );
}

const MAX_HITS = 100;

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const limit = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_HITS) return limit;
  throw new UsageError(`--limit: expected a number from 1 to ${MAX_HITS}; not ${text}`);
}

/**
 * Ids have a digit and something else, or their kind before them. A number or a plain word is
 * searched for, although an event or a branch may be called so.
 */
const LIKE_ID = /^((?=.*\d)(?=.*[^\d.,])|[a-z]+:)[^\s\p{Cc}]+$/u;

/** Ids that the memory gives itself: nobody uses them as words. */
const NUMBERED = /^([A-Z]+-|evt_)\d+$/;

function isId({ query, filters }: Asked): boolean {
  return LIKE_ID.test(query) && Object.keys(filters).length === 0;
}

function searchArgs({ query, filters, limit }: Asked): JsonObject {
  return {
    ...(query === '' ? {} : { query }),
    ...filters,
    ...(limit === undefined ? {} : { limit }),
  };
}

function isEmpty({ structured }: Reply): boolean {
  const { hits = [] } = (structured.result ?? {}) as { readonly hits?: readonly Hit[] };
  return hits.length === 0;
}

/** Whoever sets NO_COLOR wants none (no-color.org). */
function paperOf({ printsToTerminal, env }: Outside): Paper {
  return { isTerminal: printsToTerminal, hasColour: printsToTerminal && !env.NO_COLOR };
}

function answerLines(reply: Reply, asked: Asked, paper: Paper): readonly string[] {
  const result = reply.structured.result as JsonObject;
  const next = reply.suggestions.map((each) => cleanLine(commandOf(each)));
  if (!('hits' in result)) return [...openedLines(result, paper), ...next];
  const { hits, nearest, has_more } = result as unknown as {
    readonly hits: readonly Hit[];
    readonly nearest?: readonly string[];
    readonly has_more?: boolean;
  };
  if (hits.length === 0) return [nothing(asked), ...nearestLines(nearest), ...next].map(cleanLine);
  return [
    ...hits.flatMap((hit) => hitLines(hit, asked.query, paper)),
    ...(has_more ? [moreLine(hits.length)] : []),
  ];
}

function nothing({ query, filters }: Asked): string {
  const isFiltered = Object.keys(filters).length > 0;
  if (query === '' && !isFiltered) return 'Nothing is remembered here yet.';
  const what = query === '' ? 'Nothing' : `Nothing about ${JSON.stringify(query)}`;
  return `${what} was found${isFiltered ? ' within these limits' : ''}.`;
}

function nearestLines(nearest: readonly string[] = []): readonly string[] {
  return nearest.map((word) => `waymark search ${shellWord(word)}`);
}

function moreLine(shown: number): string {
  const next = Math.min(MAX_HITS, shown * 2);
  return shown >= MAX_HITS
    ? 'There is more; --kind, --about, --since and --until narrow it.'
    : `There is more: add --limit ${next}.`;
}

function refusalLines({ structured, suggestions }: Reply): readonly string[] {
  const { message, recovery } = structured.error as {
    readonly message: string;
    readonly recovery?: string;
  };
  return [[message, recovery].filter(Boolean).join('. '), ...suggestions.map(commandOf)];
}

/** A person searches by the command that was just used. */
function commandOf(suggestion: Suggestion): string {
  const { target, params } = suggestion;
  const [first, ...others] = Object.entries(params);
  const isSearch = target === 'recall' && others.length === 0;
  const [name, value] = first ?? [];
  const isRead = name === 'query' || (name === 'id' && LIKE_ID.test(String(value)));
  return isSearch && isRead ? `waymark search ${shellWord(String(value))}` : shellLine(suggestion);
}
