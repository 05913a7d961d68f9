/**
 * Many connections to the feed in a process of their own: what reading costs them must not be
 * mistaken for what writing costs the server.
 *
 * It prints a line when all are connected, and one for every line it is sent: what they have got.
 */

import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import type { WatcherCounts } from './observatory-feed.ts';

const [url = '', count = '0', workspace = ''] = process.argv.slice(2);

let frames = 0;
let inOrder = true;

function watch(): Promise<void> {
  const socket = new WebSocket(new URL('/ws', url.replace('http', 'ws')));
  let last = 0;
  socket.on('open', () => {
    socket.send(JSON.stringify({ action: 'subscribe', channel: 'reasoning', workspace }));
  });
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text.includes('"event":"subscribed"')) return resolve();
      // Found without parsing, which would take longer than all the rest.
      const seq = Number(/"seq":(\d+),"workspace"/.exec(text.slice(-300))?.[1]);
      inOrder &&= seq > last;
      last = seq;
      frames += 1;
    });
  });
}

await Promise.all(Array.from({ length: Number(count) }, watch));
process.stdout.write('connected\n');
createInterface({ input: process.stdin })
  .on('line', () => {
    process.stdout.write(`${JSON.stringify({ frames, inOrder } satisfies WatcherCounts)}\n`);
  })
  .on('close', () => process.exit(0));
