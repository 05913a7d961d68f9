/** Reads a JSON body within bounds. */

import type { IncomingMessage } from 'node:http';
import { parseJson, withArguments } from './parse-message.ts';

export const MAX_BODY_BYTES = 4 * 1024 * 1024;

export type Body =
  | { readonly value: unknown }
  | { readonly status: 400 | 413; readonly fault: string };

export async function readJsonBody(request: IncomingMessage): Promise<Body> {
  const tooLarge: Body = { status: 413, fault: `a body has at most ${MAX_BODY_BYTES} bytes` };
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLarge;
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_BODY_BYTES) return tooLarge;
      parts.push(part);
    }
  } catch {
    return { status: 400, fault: 'the body broke off' };
  }
  const parsed = parseJson(Buffer.concat(parts));
  if ('fault' in parsed) return { status: 400, fault: `body: ${parsed.fault}` };
  return { value: withArguments(parsed.value) };
}
