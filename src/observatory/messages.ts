/** What a client of the feed may send, and how it is checked. */

import { z } from 'zod';
import type { JsonObject } from '../kernel/json.ts';

/** The longest frame of a client, in bytes. */
export const MAX_FRAME = 64 * 1024;

const name = z.string().min(1).max(200);
const json = z.record(z.string(), z.json()).default({}) as unknown as z.ZodType<JsonObject>;
const seq = z.int().min(0);

const channel = z.enum(['reasoning', 'sessions', 'observatory']);

const message = z.union([
  z.object({
    action: z.literal('subscribe'),
    channel,
    sessionId: name.nullish(),
    workspace: name.nullish(),
    since: seq.nullish(),
    snapshot: z.boolean().nullish(),
  }),
  z.object({
    action: z.literal('unsubscribe'),
    channel,
    sessionId: name.nullish(),
    workspace: name.nullish(),
  }),
  z.object({
    action: z.literal('subscribe'),
    channel: z.literal('view'),
    id: name,
    view: name,
    args: json,
    workspace: name.nullish(),
    since: seq.nullish(),
  }),
  z.object({ action: z.literal('unsubscribe'), channel: z.literal('view'), id: name }),
  z.object({
    action: z.literal('read'),
    id: name,
    view: name,
    args: json,
    workspace: name.nullish(),
    cursor: z.string().max(1_000).nullish(),
  }),
  z.object({
    action: z.literal('call'),
    id: name,
    tool: name,
    args: json,
    workspace: name.nullish(),
  }),
]);

export type ClientMessage = z.infer<typeof message>;

export type ChannelName = z.infer<typeof channel>;

/** A message that cannot be understood, in a sentence. */
export interface Fault {
  readonly fault: string;
}

export function parseMessage(text: string): ClientMessage | Fault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'The message is not JSON.' };
  }
  const parsed = message.safeParse(value);
  if (parsed.success) return parsed.data;
  return {
    fault:
      'The message is not understood. Send {"action":"subscribe","channel":"reasoning"|"sessions"' +
      '|"observatory"} with an optional sessionId, {"action":"unsubscribe",…}, or "ping".',
  };
}
