/** Finds out which ports of a server are taken before any of them is opened. */

import { createServer } from 'node:net';
import { UsageError } from '../../kernel/usage-error.ts';
import { findServer } from '../../observatory/find-server.ts';

export interface WantedPort {
  /** What is served there. */
  readonly what: string;
  readonly port: number;
  /** The flag that chooses another. */
  readonly flag: string;
}

/** The page, by which a server of the same memory is known. */
export const PAGE = 'Observatory';

/** All taken ports are told at once: one at a time would cost a start for each. */
export async function refuseTakenPorts(
  host: string,
  wanted: readonly WantedPort[],
  location: string,
): Promise<void> {
  const taken: WantedPort[] = [];
  for (const each of wanted) if (await isTaken(host, each.port)) taken.push(each);
  if (taken.length === 0) return;
  const page = taken.find(({ what }) => what === PAGE);
  const served = page && (await findServer({ host, port: page.port }, location));
  const names = taken.map(({ what, port }) => `port ${port} (${what})`).join(' and ');
  const are = `${names.charAt(0).toUpperCase()}${names.slice(1)} ${taken.length > 1 ? 'are' : 'is'}`;
  const known = served === undefined ? '' : ` This memory is served already: its page is ${served}`;
  const flags = taken.map(({ flag }) => `${flag} PORT`).join(' ');
  throw new UsageError(`${are} in use.${known} Choose another: waymark serve ${flags}`);
}

/** Any other failure is left to the server, which reports it. */
function isTaken(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
