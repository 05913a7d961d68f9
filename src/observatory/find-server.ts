/** Finds out whether a port already serves the page of this memory. */

import { isJsonObject, type Json } from '../kernel/json.ts';
import { memoryId } from './serve-observatory.ts';

/** A server on this machine answers at once. */
const PATIENCE_MS = 1_000;

/** The addresses that mean every network of the machine, and cannot be asked themselves. */
const EVERYWHERE = ['0.0.0.0', '::', '[::]'];

/** The address of the page, or undefined if the port is free or serves something else. */
export async function findServer(
  { host, port }: { readonly host: string; readonly port: number },
  location: string,
): Promise<string | undefined> {
  const name = EVERYWHERE.includes(host) ? '127.0.0.1' : host;
  const url = `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}/`;
  try {
    const answer = await fetch(`${url}health`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const health = (await answer.json()) as Json;
    const isSame = isJsonObject(health) && health.memory === memoryId(location);
    return isSame ? url : undefined;
  } catch {
    return undefined;
  }
}
