/** A thinking card: one explicit step of reasoning, recorded by the agent that took it. */

import { quotedName } from '../../kernel/excerpt.ts';
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json.ts';
import { redactText } from '../../kernel/redaction.ts';
import { isRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import { cleanNode } from '../graph/apply-ops.ts';
import { refuseFor } from './reasons.ts';

export const CARD_TYPES = [
  'frame',
  'hypothesis',
  'question',
  'test',
  'evidence',
  'decision',
  'note',
  'update',
] as const;

export type CardType = (typeof CARD_TYPES)[number];

export const OPEN = 'open';

/** A card as it is recorded: every field has its final value, so that two cards can be compared. */
export interface Card {
  readonly id: string;
  readonly type: CardType;
  readonly title?: string;
  readonly text?: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly meta?: JsonObject;
}

export type CardInput = string | JsonObject;

/** The accepted names of a card's fields. Any other field is stored in meta. */
const FIELD_OF: Readonly<Record<string, keyof Card>> = {
  id: 'id',
  card_id: 'id',
  type: 'type',
  card_type: 'type',
  title: 'title',
  text: 'text',
  status: 'status',
  tags: 'tags',
  meta: 'meta',
};

type Fields = Partial<Record<keyof Card, Json>>;

/** Fields that the tool sets, in place of those in the card. */
export interface Settled {
  readonly type?: CardType | undefined;
  readonly status?: string | undefined;
}

/** Reads a card in any of its four input forms. `freshId` is used if the card has no id. */
export function readCard(
  input: CardInput,
  freshId: string,
  field = 'card',
  settled: Settled = {},
): Card | Refusal {
  const spelled = typeof input === 'string' ? fromText(input, field, settled.type) : input;
  if (isRefusal(spelled)) return spelled;
  const fields = gather(spelled);
  const type = settled.type ?? textOf(fields, 'type', field) ?? 'note';
  if (isRefusal(type)) return type;
  if (!isCardType(type)) return unknownType(type, `${field}.type`);
  const title = textOf(fields, 'title', field);
  if (isRefusal(title)) return title;
  const text = textOf(fields, 'text', field);
  if (isRefusal(text)) return text;
  if ((title ?? '').trim() === '' && (text ?? '').trim() === '') {
    const message = `${field}: a card needs a title or a text`;
    return refuseFor({ kind: 'card_empty', type }, 'INVALID_INPUT', message);
  }
  const status = settled.status ?? textOf(fields, 'status', field) ?? OPEN;
  if (isRefusal(status)) return status;
  const id = textOf(fields, 'id', field) ?? freshId;
  if (isRefusal(id)) return id;
  const tags = tagsOf(fields.tags, `${field}.tags`);
  if (isRefusal(tags)) return tags;
  const meta = metaOf(fields.meta, `${field}.meta`);
  if (isRefusal(meta)) return meta;
  const node = cleanNode({ id, type, tags, status: status.trim() || OPEN }, field);
  if (isRefusal(node)) return node;
  return {
    id: node.id,
    type,
    ...((title ?? '').trim() === '' ? {} : { title: title as string }),
    ...((text ?? '').trim() === '' ? {} : { text: text as string }),
    status: node.status ?? OPEN,
    tags: node.tags,
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}

export function isCardType(type: string): type is CardType {
  return (CARD_TYPES as readonly string[]).includes(type);
}

export function unknownType(type: string, field: string): Refusal {
  const message = `${field}: no card type ${quotedName(type, 60)}`;
  return refuseFor({ kind: 'card_type_unknown' }, 'INVALID_INPUT', message);
}

/** JSON, lines of `key: value` that begin with a known key, or plain text. */
function fromText(
  input: string,
  field: string,
  settled: CardType | undefined,
): JsonObject | Refusal {
  const trimmed = input.trim();
  if (trimmed.startsWith('{')) {
    try {
      const parsed = JSON.parse(trimmed) as Json;
      if (isJsonObject(parsed)) return parsed;
    } catch {
      return refuse('INVALID_INPUT', `${field}: begins like a JSON object, but is not valid JSON`);
    }
  }
  return fromLines(trimmed) ?? fromPrefix(trimmed, settled) ?? { text: input };
}

/** `decision: Use Redis` is a decision, unless the tool determines another type. */
function fromPrefix(text: string, settled: CardType | undefined): JsonObject | undefined {
  const [, word = '', rest = ''] = /^([A-Za-z]+):\s+(\S.*)$/s.exec(text) ?? [];
  const type = word.toLowerCase();
  return isCardType(type) && (settled ?? type) === type ? { type, text: rest } : undefined;
}

/** The fields of which lines must have one: a sentence may begin with "Status:" as well. */
const TELLING: readonly (keyof Card)[] = ['id', 'type', 'title', 'text'];

/** A sentence may contain a colon, so one of the keys must be a field that tells a card. */
function fromLines(text: string): JsonObject | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const pairs = lines.map((line) => /^\s*([A-Za-z_][\w-]*)\s*:(.*)$/.exec(line));
  if (pairs.some((pair) => pair === null)) return undefined;
  const spelled = pairs.map((pair): [string, string] => [
    // Folded, a key would no longer be known as a secret.
    redactText(pair?.[1] ?? '').toLowerCase(),
    (pair?.[2] ?? '').trim(),
  ]);
  const isCard = spelled.some(([key]) => {
    const field = FIELD_OF[key];
    return field !== undefined && TELLING.includes(field);
  });
  return isCard ? Object.fromEntries(spelled) : undefined;
}

function gather(spelled: JsonObject): Fields {
  const fields: Fields = {};
  const extra: Record<string, Json> = {};
  for (const [name, value] of Object.entries(spelled)) {
    const known = FIELD_OF[name.trim().toLowerCase()];
    if (value === undefined || value === null) continue;
    if (known) fields[known] = value;
    else extra[name] = value;
  }
  if (Object.keys(extra).length === 0) return fields;
  const given = fields.meta;
  const meta = given !== undefined && isJsonObject(given) ? given : {};
  return { ...fields, meta: { ...meta, ...extra } };
}

function textOf(fields: Fields, name: keyof Card, field: string): string | undefined | Refusal {
  const value = fields[name];
  if (value === undefined || typeof value === 'string') return value;
  return refuse('INVALID_INPUT', `${field}.${name}: expected text`);
}

function tagsOf(value: Json | undefined, field: string): readonly string[] | Refusal {
  if (value === undefined) return [];
  if (typeof value === 'string') return redactText(value).split(/[,;]/);
  if (Array.isArray(value) && value.every((tag) => typeof tag === 'string')) return value;
  return refuse('INVALID_INPUT', `${field}: expected a list of tags`);
}

function metaOf(value: Json | undefined, field: string): JsonObject | Refusal {
  if (value === undefined) return {};
  if (isJsonObject(value)) return value;
  try {
    const parsed = typeof value === 'string' ? (JSON.parse(value) as Json) : undefined;
    if (parsed !== undefined && isJsonObject(parsed)) return parsed;
  } catch {}
  return refuse('INVALID_INPUT', `${field}: expected an object`);
}
