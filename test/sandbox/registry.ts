/** A small registry on loopback for the tests of packages, with good and hostile packages. */

import { createHash } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** A file of a tarball; `link` makes it a link, of the kind that tar gives a number. */
interface Entry {
  readonly path: string;
  readonly text?: string | Buffer;
  readonly link?: { readonly kind: '1' | '2'; readonly to: string };
}

function header({ path, link }: Entry, size: number): Buffer {
  const bytes = Buffer.alloc(512);
  bytes.write(path, 0, 100);
  bytes.write('0000755\0', 100);
  bytes.write('0000000\0', 108);
  bytes.write('0000000\0', 116);
  bytes.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  bytes.write('00000000000\0', 136);
  bytes.write('        ', 148);
  bytes.write(link?.kind ?? '0', 156);
  bytes.write(link?.to ?? '', 157, 100);
  bytes.write('ustar\x0000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

export function tarball(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const text = Buffer.from(entry.text ?? '');
    return [header(entry, text.length), text, Buffer.alloc((512 - (text.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

export interface Published {
  readonly name: string;
  readonly manifest?: Record<string, unknown>;
  readonly files?: readonly Entry[];
  /** Changes what the registry says of the tarball. */
  readonly dist?: (dist: Record<string, unknown>) => Record<string, unknown>;
}

export interface Registry {
  readonly address: string;
  /** Paths that were asked for. */
  readonly asked: string[];
  publish(published: Published): void;
  /** From now on, requests get no answer. */
  fallSilent(isSilent: boolean): void;
  close(): void;
}

export async function openRegistry(): Promise<Registry> {
  const packuments = new Map<string, string>();
  const tarballs = new Map<string, Buffer>();
  const asked: string[] = [];
  let isSilent = false;
  const server = createServer((message, reply) => {
    const path = decodeURIComponent(message.url ?? '').slice(1);
    asked.push(path);
    if (!isSilent) answer(reply, packuments.get(path) ?? tarballs.get(path));
  });
  const address = `http://127.0.0.1:${await listen(server)}`;
  return {
    ...{ address, asked },
    publish({ name, manifest = {}, files = [], dist = (each) => each }) {
      const version = { name, version: '1.0.0', ...manifest };
      const own = { path: 'package/package.json', text: JSON.stringify(version) };
      const bytes = tarball([own, ...files]);
      tarballs.set(`${name}/-/x-1.0.0.tgz`, bytes);
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      const described = dist({ tarball: `${address}/${name}/-/x-1.0.0.tgz`, integrity });
      const hasScript = Object.keys(Object(manifest.scripts)).some((each) => /install/.test(each));
      packuments.set(
        name,
        JSON.stringify({
          ...{ name, 'dist-tags': { latest: '1.0.0' } },
          versions: {
            '1.0.0': {
              ...version,
              dist: described,
              ...(hasScript ? { hasInstallScript: true } : {}),
            },
          },
        }),
      );
    },
    fallSilent(silent) {
      isSilent = silent;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(reply: ServerResponse, body: string | Buffer | undefined): void {
  if (body === undefined) reply.writeHead(404).end('{}');
  else reply.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}
