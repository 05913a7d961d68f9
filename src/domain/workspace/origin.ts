/** The origin of a repository, normalised: every spelling of an address has the same key. */

import { withoutEnd } from '../../kernel/text.ts';

export interface Origin {
  /**
   * `github.com/acme/api`: without scheme, user, port of the scheme, `.git` and slashes at the end.
   */
  readonly key: string;
  /** `acme/api`, if the origin has an owner. */
  readonly name?: string;
}

const SCP = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/;
const USUAL_PORTS = new Set(['', '22', '80', '443', '9418']);

/** Undefined if the text is not an address. `resolvePath` makes a local path canonical. */
export function normalOrigin(
  url: string,
  resolvePath: (path: string) => string,
): Origin | undefined {
  const text = url.trim();
  if (text === '') return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return fromUrl(text, resolvePath);
  // A drive letter is not a host.
  const scp = /^[A-Za-z]:[\\/]/.test(text) ? null : SCP.exec(text);
  if (scp) return hosted(scp[1] ?? '', '', scp[2] ?? '');
  return { key: `file:${bare(resolvePath(text))}` };
}

function fromUrl(text: string, resolvePath: (path: string) => string): Origin | undefined {
  let parsed: URL;
  try {
    parsed = new URL(text);
  } catch {
    return undefined;
  }
  const path = decoded(parsed.pathname);
  if (parsed.protocol === 'file:') return { key: `file:${bare(resolvePath(path))}` };
  return hosted(parsed.hostname, parsed.port, path);
}

function hosted(host: string, port: string, path: string): Origin | undefined {
  const name = bare(path).replace(/^\/+/, '');
  if (host === '' || name === '') return undefined;
  const address = USUAL_PORTS.has(port) ? host.toLowerCase() : `${host.toLowerCase()}:${port}`;
  return { key: `${address}/${name}`, ...(name.includes('/') ? { name } : {}) };
}

function bare(path: string): string {
  return withoutEnd(withoutEnd(path, /\//).replace(/\.git$/i, ''), /\//);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
