/** The database URL: what may be shown of it, and which URLs are refused before connecting. */

import pg from 'pg';
import { StoreUnavailable } from '../unavailable.ts';

/** The URL without its password. */
export function publicUrl(url: string): string {
  try {
    const parsed = new URL(url);
    parsed.password = '';
    parsed.search = '';
    return parsed.toString();
  } catch {
    return 'the given database URL';
  }
}

/** Throws for a URL that can never work, so that the message is not about the server. */
export function refuseUnusable(url: string): void {
  const fault = faultOf(url);
  if (fault !== undefined) throw new StoreUnavailable('unusable', fault);
}

function faultOf(url: string): string | undefined {
  const [, authority = '', query = ''] = /^[a-z]+:\/\/([^/?#]*)[^?#]*\??([^#]*)/i.exec(url) ?? [];
  const settings = new URLSearchParams(query);
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  const named = [hosts, settings.get('host'), settings.get('hostaddr'), settings.get('port')];
  if (named.some((each) => each?.includes(','))) {
    return 'The database URL names several hosts, which Waymark cannot use yet: name one, the primary or a proxy that leads to it.';
  }
  if (settings.has('target_session_attrs')) {
    return 'The database URL asks for target_session_attrs, which Waymark cannot use yet: leave it out and name the primary, or a proxy that leads to it.';
  }
  try {
    // Only parses the URL; nothing is connected.
    new pg.Client({ connectionString: url });
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    return `The database URL cannot be used (${why}): expected postgres://USER:PASSWORD@HOST:PORT/DATABASE.`;
  }
}
