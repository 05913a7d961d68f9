/**
 * A proxy for PostgreSQL that knows where statements start and end. It cuts the connection at a
 * given statement, accepts no connection for a while, or drops notifications as poolers do.
 */

import { connect, createServer, type Server, type Socket } from 'node:net';

/** Which statement of the next connections, and whether the server still gets it. */
export interface Cut {
  readonly at: number;
  readonly how: 'before' | 'after';
  /** No connection is accepted from then on. */
  readonly shut?: boolean;
}

/** A simple query, or the end of an extended one: what a server answers as a whole. */
const STATEMENTS = new Set(['Q', 'S']);
const NOTIFICATION = 'A';

export class CuttingProxy {
  readonly port: number;
  /** Whether connections are accepted. */
  isOpen = true;
  /** Whether notifications are dropped. */
  isDeaf = false;
  /** Statements seen since the count was reset. */
  statements = 0;
  private cut: Cut | undefined;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  private constructor(server: Server, port: number, target: number) {
    this.server = server;
    this.port = port;
    server.on('connection', (client) => this.join(client, target));
  }

  static start(target: number): Promise<CuttingProxy> {
    const server = createServer();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        const port = typeof address === 'object' && address ? address.port : 0;
        resolve(new CuttingProxy(server, port, target));
      });
    });
  }

  /** Counts from now on; after the cut, connections that are accepted work again. */
  cutAt(cut: Cut | undefined): void {
    this.statements = 0;
    this.cut = cut;
  }

  get wasCut(): boolean {
    return this.cut !== undefined && this.statements >= this.cut.at;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(client: Socket, target: number): void {
    if (!this.isOpen) {
      client.destroy();
      return;
    }
    const server = connect(target, '127.0.0.1');
    const end = () => {
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.setNoDelay();
      socket.on('error', end);
      socket.on('close', () => {
        this.sockets.delete(socket);
        end();
      });
    }
    let isMuted = false;
    const asked = new Frames(false, (type, bytes) => {
      const isCut = STATEMENTS.has(type) && ++this.statements === this.cut?.at;
      if (isCut && this.cut?.shut) this.isOpen = false;
      if (isCut && this.cut?.how === 'before') return end();
      if (isCut) isMuted = true;
      server.write(bytes);
    });
    const answered = new Frames(true, (type, bytes) => {
      // The server has answered, so the statement has ended, but the answer is dropped.
      if (isMuted) return type === 'Z' ? end() : undefined;
      if (!(this.isDeaf && type === NOTIFICATION)) client.write(bytes);
    });
    client.on('data', (part: Buffer) => asked.take(part));
    server.on('data', (part: Buffer) => answered.take(part));
  }
}

/** Splits a stream into messages; the first one of a client has a length and no kind. */
class Frames {
  private rest = Buffer.alloc(0);
  private isPastStart: boolean;
  private readonly give: (type: string, bytes: Buffer) => void;

  constructor(isPastStart: boolean, give: (type: string, bytes: Buffer) => void) {
    this.isPastStart = isPastStart;
    this.give = give;
  }

  take(part: Buffer): void {
    this.rest = Buffer.concat([this.rest, part]);
    for (;;) {
      const head = this.isPastStart ? 1 : 0;
      if (this.rest.length < head + 4) return;
      const length = head + this.rest.readUInt32BE(head);
      if (this.rest.length < length) return;
      const type = this.isPastStart ? String.fromCharCode(this.rest[0] ?? 0) : '';
      const bytes = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      this.isPastStart = true;
      this.give(type, bytes);
    }
  }
}
