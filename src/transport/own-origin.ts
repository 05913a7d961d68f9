/**
 * Decides whether a request comes from the page of this very server.
 *
 * The port counts: nothing hides a WebSocket from a page of another server on the same machine, as
 * the rules of the browser hide the answer of a fetch. Behind a proxy with TLS the scheme is the
 * proxy's, so `https` is accepted wherever the name is not that of the machine itself.
 */

import type { IncomingMessage } from 'node:http';
import { LOOPBACK_HOSTS } from './guards.ts';

export function isOwnOrigin({ headers }: IncomingMessage): boolean {
  const { origin, host = '' } = headers;
  // Programs send no origin, and cannot be misled by a page.
  if (origin === undefined) return true;
  const from = parsed(origin);
  const here = parsed(`${from?.protocol}//${host}`);
  if (!from || !here || from.host !== here.host) return false;
  if (from.protocol === 'http:') return true;
  return from.protocol === 'https:' && !LOOPBACK_HOSTS.includes(here.hostname);
}

function parsed(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}
