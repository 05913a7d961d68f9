/** The files of the page, read once: a shell without data, and files whose names carry their hash. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/** Where the page is: beside the entry of the bundle, beside its chunks, or in a checkout. */
const PLACES = ['./web/', '../web/', '../../dist/web/'];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.map': 'application/json',
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': POLICY,
};

const SHELL = 'index.html';

export class WebFiles {
  readonly #files: ReadonlyMap<string, Buffer>;
  readonly #packed = new Map<string, Buffer>();

  constructor() {
    const folder = PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find(
      (place) => existsSync(join(place, SHELL)),
    );
    if (folder === undefined) throw new Error('the page is missing from the program');
    this.#files = new Map(
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]),
    );
  }

  /** A file that the shell names, which never changes under its name. */
  sendFile({ headers }: IncomingMessage, response: ServerResponse, name: string): boolean {
    const body = this.#files.get(name);
    if (!body || name === SHELL) return false;
    response.setHeader('vary', 'accept-encoding');
    const isPacked = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
    if (isPacked) response.setHeader('content-encoding', 'gzip');
    const sent = isPacked ? this.#pack(name, body) : body;
    send(response, name, sent, 'public, max-age=31536000, immutable');
    return true;
  }

  /** Packed once, when it is first asked for. */
  #pack(name: string, body: Buffer): Buffer {
    const packed = this.#packed.get(name) ?? gzipSync(body);
    this.#packed.set(name, packed);
    return packed;
  }

  /** The same for every address: the page finds out by itself what to show. */
  sendShell(response: ServerResponse): void {
    send(response, SHELL, this.#files.get(SHELL) ?? Buffer.alloc(0), 'no-store');
  }
}

function send(response: ServerResponse, name: string, body: Buffer, caching: string): void {
  response.writeHead(200, {
    ...HEADERS,
    'cache-control': caching,
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-length': body.length,
  });
  response.end(body);
}
