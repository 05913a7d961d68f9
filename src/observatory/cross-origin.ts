/** Lets pages of other sites read the Observatory, if the settings name them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAllowedOrigin } from '../transport/guards.ts';

/** How long a browser may remember that it is allowed. */
const REMEMBERED_SECONDS = 600;

/**
 * Marks every answer to a page of an allowed site, refusals included, as one that it may read.
 *
 * Credentials are never allowed: with them a page could read by the cookies of the browser's user,
 * and a token in a header does not need them.
 */
export function allowReading(
  { headers }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
): void {
  const { origin } = headers;
  if (origins.length === 0) return;
  if (!origins.includes('*')) response.setHeader('vary', 'Origin');
  if (origin === undefined || !isAllowedOrigin(origin, origins)) return;
  response.setHeader('access-control-allow-origin', origins.includes('*') ? '*' : origin);
}

/** Whether a browser only asks if it may send the real request; no token comes with this one. */
export function isPreflight({ method, headers }: IncomingMessage, origins: readonly string[]) {
  const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
  return asks && headers.origin !== undefined && isAllowedOrigin(headers.origin, origins);
}

export function sendPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'Authorization',
    'access-control-max-age': `${REMEMBERED_SECONDS}`,
  });
  response.end();
}
