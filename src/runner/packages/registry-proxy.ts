/** The one way out of the sandbox of an installation: a proxy that knows the registry alone. */

import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { firstCharacters } from '../../kernel/excerpt.ts';

export interface RegistryProxy {
  /** What was asked for and refused, for the sentence of a failure. */
  readonly refused: readonly string[];
  close(): void;
}

const MAX_REFUSED = 20;

/** Listens on a socket in the file system, which only the sandbox is given. */
export async function openRegistryProxy(registry: string, socket: string): Promise<RegistryProxy> {
  const { protocol, hostname, port, origin } = new URL(registry);
  const allowed = `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const refused: string[] = [];
  const open = new Set<Duplex>();
  const server = createServer((message, reply) => {
    const isOurs = URL.canParse(message.url ?? '') && new URL(message.url ?? '').origin === origin;
    if (isOurs && protocol === 'http:') forward(message, reply);
    else refuse(refused, message.url, () => reply.writeHead(403).end());
  });
  server.on('connect', (message: IncomingMessage, client: Duplex) => {
    keep(open, client);
    if (message.url !== allowed) {
      refuse(refused, message.url, () => client.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
      return;
    }
    tunnel(client, open, hostname, Number(allowed.slice(hostname.length + 1)));
  });
  server.on('connection', (client: Socket) => keep(open, client));
  await listening(server, socket);
  return {
    refused,
    close() {
      server.close();
      for (const each of open) each.destroy();
    },
  };
}

function listening(server: Server, socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ path: socket, writableAll: true, readableAll: true }, () => resolve());
  });
}

function keep(open: Set<Duplex>, stream: Duplex): void {
  open.add(stream);
  stream.on('error', () => stream.destroy());
  stream.once('close', () => open.delete(stream));
}

function refuse(refused: string[], what: string | undefined, answer: () => void): void {
  if (refused.length < MAX_REFUSED) refused.push(firstCharacters(String(what), 200, ''));
  answer();
}

function tunnel(client: Duplex, open: Set<Duplex>, host: string, port: number): void {
  // An address in brackets is one of IPv6.
  const upstream = connect({ host: host.replace(/^\[|\]$/g, ''), port }, () => {
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    client.pipe(upstream).pipe(client);
  });
  keep(open, upstream);
  upstream.once('close', () => client.destroy());
  client.once('close', () => upstream.destroy());
}

/** A registry without encryption, as some have at home, is asked by its address. */
function forward(message: IncomingMessage, reply: ServerResponse): void {
  const { method, headers, url = '' } = message;
  const onward = request(url, { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  onward.on('error', () => reply.destroy());
  message.pipe(onward);
}
