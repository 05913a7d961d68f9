/** Opens whatever has an id; if several things have it, answers with the choice. */

import { lineExcerpt, quotedName } from '../../kernel/excerpt.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { type Refusal, refuse } from '../../kernel/refusal.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { type Answer, answer } from '../../operations/declaration/define-operation.ts';
import {
  formsOf,
  MAX_CHOICES,
  type OpenContext,
  type Opened,
  type Opener,
  openedView,
  recallCall,
  withoutWorkspace,
} from './opened.ts';
import { BUILT_IN, OPENERS } from './openers.ts';
import { wordSearch } from './search-call.ts';

interface Candidate {
  readonly opener: Opener;
  readonly opened: Opened;
}

export async function openById(context: OpenContext, given: string): Promise<Answer | Refusal> {
  const id = withoutWorkspace(context.workspace, given.trim());
  const own = await candidatesFor(context, OPENERS, id);
  const live = own.filter(({ opened: { state } }) => state !== 'deleted' && state !== 'renamed');
  const here = live.length > 0 ? live : await candidatesFor(context, BUILT_IN, id);
  // What was deleted or renamed left its name to whatever has it now.
  const found = here.length > 0 ? here : own;
  const [first] = found;
  if (!first) return unknown(id);
  if (found.length > 1) return choice(found);
  return answer(openedView(first.opened), { suggestions: [first.opened.next] });
}

async function candidatesFor(
  context: OpenContext,
  openers: readonly Opener[],
  id: string,
): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const opener of openers) {
    for (const form of formsOf(opener, id)) {
      for (const opened of await opener.open(context, form)) found.push({ opener, opened });
    }
  }
  return found;
}

const TITLE_BYTES = 160;
const MAX_CALLS = 3;

const NOT_ALL = 'Not all are listed; recall with a query finds the others.';

function choice(found: readonly Candidate[]): Answer {
  const choices = found.map(({ opener, opened }): JsonObject => {
    const { kind, title, atMs, state } = opened;
    return {
      id: unambiguous(opener, opened),
      kind,
      ...(opened.in === undefined ? {} : { in: opened.in }),
      ...(atMs === undefined ? {} : { at: timestamp(atMs) }),
      ...(state === undefined ? {} : { state }),
      text: lineExcerpt(title, TITLE_BYTES),
    };
  });
  const calls = found
    .slice(0, MAX_CALLS)
    .map(({ opener, opened }) =>
      recallCall(unambiguous(opener, opened), `Open the ${opened.kind}`),
    );
  const more = choices.length < MAX_CHOICES ? {} : { note: NOT_ALL };
  return answer({ choices, ...more }, { suggestions: calls });
}

function unambiguous({ prefixes: [prefix] }: Opener, { id }: Opened): string {
  return `${prefix}:${id}`;
}

function unknown(id: string): Refusal {
  const search = wordSearch(id, 'Search for it');
  return refuse('UNKNOWN_ID', `id: nothing here has the id ${quotedName(id)}`, {
    recovery: search ? 'Search for it by its words.' : 'Search for words that it may have.',
    suggestions: search ? [search] : [],
  });
}
