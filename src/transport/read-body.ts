/** Reads a JSON body within bounds. */

import type { IncomingMessage } from 'node:http';
import { INVALID_REQUEST, parseJson, withArguments } from './parse-message.ts';

export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Beyond this the connection is closed after all. */
const DRAINED_BYTES = 64 * 1024 * 1024;

export type Body =
  | { readonly value: unknown }
  | { readonly status: 400 | 413; readonly fault: string };

const TOO_LARGE: Body = { status: 413, fault: `a body has at most ${MAX_BODY_BYTES} bytes` };

export async function readJsonBody(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      // Excess bytes are read and dropped: a client that is disconnected never sees our answer.
      if (size > DRAINED_BYTES) break;
      if (size <= MAX_BODY_BYTES) parts.push(part);
    }
  } catch {
    return { status: 400, fault: 'the body ended early' };
  }
  if (size > MAX_BODY_BYTES) return TOO_LARGE;
  const parsed = parseJson(Buffer.concat(parts));
  if ('fault' in parsed) {
    const status = parsed.code === INVALID_REQUEST ? 413 : 400;
    return { status, fault: `body: ${parsed.fault}` };
  }
  return { value: withArguments(parsed.value) };
}
