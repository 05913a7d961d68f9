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

/**
 * The URL as the driver should read it. It treats these modes as verify-full, and warns about that
 * on stderr.
 */
export function driverUrl(url: string): string {
  if (/[?&]uselibpqcompat=true/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=[&#]|$)/, '$1verify-full');
}

/** Throws for a URL that can never work, so that the message is not about the server. */
export function refuseUnusable(url: string): void {
  const fault = faultOf(url);
  if (fault !== undefined) throw new StoreUnavailable('unusable', fault);
}

const EXPECTED = 'expected postgres://USER:PASSWORD@HOST:PORT/DATABASE.';

function faultOf(url: string): string | undefined {
  if (!/^postgres(?:ql)?:\/\//i.test(url)) return `The database URL cannot be used: ${EXPECTED}`;
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
    new pg.Client({ connectionString: driverUrl(url) });
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    const file = CERTIFICATES.find(
      (name) => settings.has(name) && isFileFault(error, settings, name),
    );
    return file
      ? `The database URL names a file for ${file} that cannot be read (${why}): correct its path.`
      : `The database URL cannot be used (${why}): ${EXPECTED}`;
  }
}

const CERTIFICATES = ['sslrootcert', 'sslcert', 'sslkey'] as const;

function isFileFault(error: unknown, settings: URLSearchParams, name: string): boolean {
  const { path } = error as { readonly path?: unknown };
  return path !== undefined && path === settings.get(name);
}
