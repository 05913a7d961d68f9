/** A TCP proxy whose target can be changed: the address that stays when the primary changes. */

import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export class SwitchProxy {
  readonly port: number;
  private target: number;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  /** Where each socket's bytes go. */
  private readonly pairs = new Map<Socket, Socket>();
  private isStalled = false;

  private constructor(server: Server, port: number, target: number) {
    this.server = server;
    this.port = port;
    this.target = target;
    server.on('connection', (client) => this.join(client));
  }

  static start(target: number): Promise<SwitchProxy> {
    const server = createServer();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        const port = typeof address === 'object' && address ? address.port : 0;
        resolve(new SwitchProxy(server, port, target));
      });
    });
  }

  /** New connections go there; existing ones break. */
  switchTo(target: number): void {
    this.target = target;
    for (const socket of this.sockets) socket.destroy();
  }

  /** New connections go there; existing ones stay with the server that they have. */
  leadTo(target: number): void {
    this.target = target;
  }

  /** Existing connections stay open and carry nothing any more; new ones work. */
  freeze(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** No connection carries anything for so long, not even a new one; none is closed. */
  async stall(ms: number): Promise<void> {
    this.isStalled = true;
    for (const [from] of this.pairs) from.unpipe();
    await sleep(ms);
    this.isStalled = false;
    for (const [from, to] of this.pairs) from.pipe(to);
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private join(client: Socket): void {
    const server = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay();
      this.pairs.set(from, to);
      if (!this.isStalled) from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        this.pairs.delete(from);
        to.destroy();
      });
    }
  }
}
