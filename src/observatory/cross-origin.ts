/** Lets the pages of other sites read the Observatory, where the settings name them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAllowedOrigin } from '../transport/guards.ts';

/** A browser asks this often, at most, whether it may ask. */
const REMEMBERED_SECONDS = 600;

/**
 * Marks every answer to a page of an allowed site, refusals included, as one it may read.
 *
 * Credentials are never allowed: they would let a page read with what the browser knows of its
 * user, and a token in a header does not need them.
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

/** Whether this only asks if the real request may come; a browser sends no token with it. */
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
