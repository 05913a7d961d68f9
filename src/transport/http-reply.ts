/** Sends plain HTTP answers in JSON. */

import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../kernel/json.ts';
import { redact } from '../kernel/redaction.ts';

const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

/** A 401 must name the kind of token that is required. */
const CHALLENGE = { 'www-authenticate': 'Bearer' };

export function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(redact(body)));
}

/** An error before any JSON-RPC id was read. */
export function sendRpcError(
  response: ServerResponse,
  status: number,
  code: number,
  message: string,
): void {
  sendJson(response, status, { jsonrpc: '2.0', id: null, error: { code, message } });
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  if (response.headersSent) return;
  response.writeHead(status, {
    ...SAFE_HEADERS,
    ...(status === 401 ? CHALLENGE : {}),
    'content-type': type,
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}
