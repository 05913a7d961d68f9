/** `knowledge`: patterns worth keeping, and a scratchpad for notes that are passed around. */

import * as z from 'zod';
import type { EventDraft } from '../../../domain/journal/event.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import type { KnowledgeNote, KnowledgePattern } from '../../../domain/thoughts/knowledge.ts';
import type { JsonObject } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { freeSlug, isSlug, SLUG_RULE, slugOf } from '../../../kernel/slug.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { timestamp } from '../../../kernel/timestamp.ts';
import { cutField, omitFromItems, shorten } from '../../../kernel/trims.ts';
import type { Dated, KnowledgeFilter, ListPage, Reading } from '../../../store/port.ts';
import { answer } from '../../declaration/define-operation.ts';
import { reads, writes } from '../../declaration/facets.ts';
import { line, text } from '../../declaration/fields.ts';
import { defineRoute, type Route, type Scene } from '../router/define-route.ts';
import { findSession } from '../steps/find-session.ts';
import { page, search, sorting, tags, wordsOf } from '../steps/gateway-fields.ts';
import { cutPage, pageFrom } from '../steps/list-page.ts';

const id = line(64);
const title = line(LIMITS.title);
const sessions = z.array(line(64)).max(100).optional();
const operation = 'knowledge';
const STAGE = 1;

function dated<Value extends object>({ value, createdMs, updatedMs }: Dated<Value>) {
  return { ...value, createdAt: timestamp(createdMs), updatedAt: timestamp(updatedMs) };
}

type Kind = 'pattern' | 'note';

function noEntry(kind: Kind, wanted: string): Refusal {
  const subOperation = kind === 'pattern' ? 'list' : 'list_notes';
  return refuse('UNKNOWN_ID', `id: no ${kind} ${JSON.stringify(wanted)}`, {
    suggestions: [suggestCall(GATEWAY, { operation, subOperation }, 'See those there are')],
  });
}

/** Sessions are cited by their ids, and must be there. */
async function citedSessions(
  scene: Scene,
  names: readonly string[] | undefined,
): Promise<readonly string[] | undefined | Refusal> {
  if (names === undefined) return undefined;
  const ids: string[] = [];
  for (const name of names) {
    const session = await findSession(scene, name, 'derivedFromSessions');
    if (isRefusal(session)) return session;
    ids.push(session.id);
  }
  return [...new Set(ids)];
}

/** An id that cannot be, and the same call with what can. */
function badId(
  message: string,
  request: object,
  changes: { id?: string | undefined; title?: string },
): Refusal {
  return refuse('INVALID_INPUT', `id: ${message}`, {
    details: { field: 'id' },
    suggestions: [suggestCall(GATEWAY, sameCall({ ...request }, changes), 'Such as this')],
  });
}

async function freeId(
  request: { id?: string | undefined; title: string },
  isTaken: (slug: string) => Promise<boolean>,
): Promise<string | Refusal> {
  if (request.id !== undefined) {
    if (!isSlug(request.id)) return badId(SLUG_RULE, request, { id: slugOf(request.id) });
    if (!(await isTaken(request.id))) return request.id;
    const why = `${request.id} is taken, or was: an id is never given twice`;
    return badId(why, request, { id: undefined });
  }
  const slug = slugOf(request.title) ?? 'untitled';
  const taken = new Set<string>();
  for (;;) {
    const candidate = freeSlug(slug, taken);
    if (!(await isTaken(candidate))) return candidate;
    taken.add(candidate);
  }
}

const NEW_PATTERN = {
  title: '<fill: title>',
  description: '<fill: when it helps>',
  content: '<fill: it>',
};

const createPattern = defineRoute({
  operation,
  subOperation: 'create',
  aliases: ['create_pattern'],
  stage: STAGE,
  does: writes(),
  input: {
    id: id.optional().describe('A slug; default: from the title'),
    title,
    description: text,
    content: text,
    tags,
    derivedFromSessions: sessions,
    createdBy: line(LIMITS.docName).optional(),
  },
  minimal: NEW_PATTERN,
  async run(input, scene) {
    const { tx, call } = scene;
    const cited = await citedSessions(scene, input.derivedFromSessions);
    if (isRefusal(cited)) return cited;
    // Also where it was deleted since: an id is never given twice.
    const slug = await freeId(input, async (each) => {
      return (await tx.journal.ofEntity(`pattern:${each}`, { limit: 1 })).length > 0;
    });
    if (isRefusal(slug)) return slug;
    const pattern: KnowledgePattern = {
      id: slug,
      title: input.title,
      description: input.description,
      tags: input.tags ?? [],
      content: input.content,
      ...(cited ? { derivedFromSessions: cited } : {}),
      createdBy: input.createdBy ?? call.agent,
    };
    await tx.append([{ type: 'pattern_saved', entity: `pattern:${slug}`, payload: { pattern } }]);
    return answer({ id: slug, title: input.title });
  },
});

const updatePattern = defineRoute({
  operation,
  subOperation: 'update',
  aliases: ['update_pattern'],
  stage: STAGE,
  does: writes(),
  input: {
    id,
    title: title.optional(),
    description: text.optional(),
    content: text.optional(),
    tags,
    derivedFromSessions: sessions,
  },
  minimal: { id: '<fill: an id>', content: '<fill: it>' },
  async run(input, scene) {
    const { tx } = scene;
    const found = await tx.thoughts.pattern(input.id);
    if (!found) return noEntry('pattern', input.id);
    const cited = await citedSessions(scene, input.derivedFromSessions);
    if (isRefusal(cited)) return cited;
    const { title: name, description, content, tags: labels } = input;
    if ([name, description, content, labels, cited].every((each) => each === undefined)) {
      return refuse('INVALID_INPUT', 'content: give what is to change', {
        details: { field: 'content' },
        suggestions: [
          suggestCall(
            GATEWAY,
            { operation, subOperation: 'update', id: input.id, content: '<fill: it>' },
            'Such as this',
          ),
        ],
      });
    }
    const pattern: KnowledgePattern = {
      ...found.value,
      ...(name === undefined ? {} : { title: name }),
      ...(description === undefined ? {} : { description }),
      ...(content === undefined ? {} : { content }),
      ...(labels === undefined ? {} : { tags: labels }),
      ...(cited === undefined ? {} : { derivedFromSessions: cited }),
    };
    await tx.append([
      { type: 'pattern_saved', entity: `pattern:${pattern.id}`, payload: { pattern } },
    ]);
    return answer({ id: pattern.id, updated: true });
  },
});

const NEW_NOTE = { title: '<fill: topic>', content: '<fill: it>' };

/** A topic has one note; writing it again replaces what it said. */
const saveNote = defineRoute({
  operation,
  subOperation: 'save_note',
  aliases: ['create_note', 'update_note'],
  stage: STAGE,
  does: writes(),
  input: {
    id: id.optional().describe('The topic, a slug; default: from the title'),
    title: title.optional(),
    content: text,
  },
  minimal: NEW_NOTE,
  async run(input, { tx }) {
    const slug = input.id ?? slugOf(input.title ?? '');
    if (slug === undefined) {
      const why = 'give one, or a title with letters or digits';
      return badId(why, input, { title: NEW_NOTE.title });
    }
    if (!isSlug(slug)) return badId(SLUG_RULE, input, { id: slugOf(slug) });
    const before = await tx.thoughts.note(slug);
    const note: KnowledgeNote = {
      id: slug,
      title: input.title ?? before?.value.title ?? slug,
      content: input.content,
    };
    await tx.append([
      { type: 'scratchpad_saved', entity: `scratchpad:${slug}`, payload: { note } },
    ]);
    return answer({ id: slug, created: before === undefined });
  },
});

/** What both kinds have in common: they are read, listed and taken away. */
interface Shelf<Value extends { readonly content: string }> {
  readonly kind: Kind;
  readonly words: { readonly get: string; readonly list: string; readonly remove: string };
  /** What a list of them can be narrowed by, beside words. */
  readonly filters: { readonly tags?: typeof tags };
  one(tx: Reading, id: string): Promise<Dated<Value> | undefined>;
  all(tx: Reading, filter: KnowledgeFilter, page: ListPage): Promise<readonly Dated<Value>[]>;
  gone(id: string): EventDraft;
}

function shelfRoutes<Value extends { readonly content: string }>(
  shelf: Shelf<Value>,
): readonly Route[] {
  const { kind, words } = shelf;
  const list = `${kind}s`;
  const named = {
    operation,
    stage: STAGE,
    input: { id },
    minimal: { id: '<fill: an id>' },
  } as const;
  return [
    defineRoute({
      ...named,
      subOperation: words.get,
      aliases: [`get_${kind}`],
      does: reads([cutField('content')]),
      async run(input, { tx }) {
        const found = await shelf.one(tx, input.id);
        return found ? answer(dated(found)) : noEntry(kind, input.id);
      },
    }),
    defineRoute({
      operation,
      subOperation: words.list,
      aliases: [`list_${list}`],
      stage: STAGE,
      does: reads([
        shorten(list, ['title', 'description'], 120),
        omitFromItems(list, ['description', 'tags']),
      ]),
      input: { ...shelf.filters, search: search.optional(), ...page, ...sorting },
      async run(input, { tx }) {
        const labels = input.tags as readonly string[] | undefined;
        const filter = { tags: labels, words: wordsOf(input.search) };
        const { items, more } = await pageFrom((each) => shelf.all(tx, filter, each), input);
        const shown = items.map((each): JsonObject => {
          const { content: _whole, ...view } = dated<{ readonly content: string }>(each);
          return view;
        });
        return answer(
          { [list]: shown, count: shown.length, ...more },
          { trims: cutPage(list, input.offset as number) },
        );
      },
    }),
    defineRoute({
      ...named,
      subOperation: words.remove,
      aliases: [`delete_${kind}`],
      does: writes(),
      async run(input, { tx }) {
        if (!(await shelf.one(tx, input.id))) return noEntry(kind, input.id);
        await tx.append([shelf.gone(input.id)]);
        return answer({ id: input.id, deleted: true });
      },
    }),
  ];
}

export const knowledge: readonly Route[] = [
  createPattern,
  updatePattern,
  ...shelfRoutes({
    kind: 'pattern',
    words: { get: 'get', list: 'list', remove: 'delete' },
    filters: { tags },
    one: (tx, each) => tx.thoughts.pattern(each),
    all: (tx, filter, each) => tx.thoughts.patterns(filter, each),
    gone: (each) => ({
      type: 'pattern_deleted',
      entity: `pattern:${each}`,
      payload: { id: each },
    }),
  }),
  saveNote,
  ...shelfRoutes({
    kind: 'note',
    words: { get: 'get_note', list: 'list_notes', remove: 'delete_note' },
    filters: {},
    one: (tx, each) => tx.thoughts.note(each),
    all: (tx, filter, each) => tx.thoughts.notes(filter, each),
    gone: (each) => ({
      type: 'scratchpad_deleted',
      entity: `scratchpad:${each}`,
      payload: { id: each },
    }),
  }),
];
