/** Limits how long and how many connections may hold a port without sending a request. */

import type { Server as HttpServer, IncomingMessage, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';

/**
 * For what a client sends, not for what it receives: a stream stays open as long as both sides want
 * it. A late connection is closed within two seconds.
 */
export const HTTP_LIMITS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
};

/**
 * Allows at most `most` connections. One that has not sent a request is closed to make room for a
 * new one. Returns the function to call for a socket that was used in another way than by a
 * request, such as by an upgrade.
 */
export function limitConnections(http: HttpServer, most: number): (socket: Socket) => void {
  const open = new Set<Socket>();
  /** The sockets without a request, oldest first. */
  const silent = new Set<Socket>();
  const forget = (socket: Socket) => {
    open.delete(socket);
    silent.delete(socket);
  };
  http.on('connection', (socket: Socket) => {
    const [oldest] = silent;
    if (open.size >= most) {
      if (oldest) forget(oldest);
      (oldest ?? socket).destroy();
      if (!oldest) return;
    }
    open.add(socket);
    silent.add(socket);
    socket.once('close', () => forget(socket));
  });
  const heard = (socket: Socket) => void silent.delete(socket);
  http.on('request', ({ socket }: IncomingMessage) => heard(socket));
  return heard;
}
