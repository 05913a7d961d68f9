/** Parses bytes into a JSON-RPC message, or into the error that JSON-RPC prescribes. */

import { isUtf8 } from 'node:buffer';
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import { tooManyParts } from './message-parts.ts';

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;

export type Id = string | number;

export interface Fault {
  readonly code: typeof PARSE_ERROR | typeof INVALID_REQUEST;
  readonly fault: string;
  readonly id: Id | null;
}

/** Any JSON value, or why the bytes are not JSON. */
export function parseJson(bytes: Buffer): { readonly value: unknown } | Fault {
  if (!isUtf8(bytes)) return { code: PARSE_ERROR, fault: 'this is not valid UTF-8', id: null };
  const tooMany = tooManyParts(bytes);
  if (tooMany) return { code: INVALID_REQUEST, ...tooMany };
  try {
    return { value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { code: PARSE_ERROR, fault: 'this is not valid JSON', id: null };
  }
}

export function parseMessage(bytes: Buffer): { readonly message: JSONRPCMessage } | Fault {
  const parsed = parseJson(bytes);
  if ('fault' in parsed) return parsed;
  const message = withArguments(parsed.value);
  if (isMessage(message)) return { message };
  return {
    code: INVALID_REQUEST,
    fault: 'this is not a JSON-RPC 2.0 message',
    id: idOf(message),
  };
}

/** Some clients send `arguments: null` for a tool without arguments; the SDK would refuse that. */
export function withArguments(message: unknown): unknown {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) {
    return message;
  }
  if (message.params.arguments !== null) return message;
  return { ...message, params: { ...message.params, arguments: {} } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function idOf(message: unknown): Id | null {
  if (!isObject(message)) return null;
  return typeof message.id === 'string' || typeof message.id === 'number' ? message.id : null;
}

/** Uses the SDK's own check, so that we answer what it would drop silently. */
function isMessage(message: unknown): message is JSONRPCMessage {
  return isJSONRPCRequest(message) || isJSONRPCNotification(message) || isJSONRPCResponse(message);
}
