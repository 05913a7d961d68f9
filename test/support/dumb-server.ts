/** A TCP server that is not PostgreSQL. */

import { createServer, type Socket } from 'node:net';

export interface DumbServer {
  readonly port: number;
  close(): Promise<void>;
}

export async function dumbServer(meet: (socket: Socket) => void): Promise<DumbServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    meet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
