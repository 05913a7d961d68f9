/**
 * Notices what other processes commit to a SQLite file, by its data version.
 *
 * The version is asked for again and again. The file system's notice that something was written to
 * the directory only makes the next question come sooner: it may be missing, as on a network drive,
 * or come for writes that commit nothing.
 */

import { type FSWatcher, watch } from 'node:fs';

const POLL_MS = 100;

/** After a notice: the commit is a few writes, and this process has other things to do. */
const NOTICED_MS = 5;

export interface WatchedFile {
  /** Differs whenever another process has committed. */
  version(): Promise<unknown>;
  /** The directory that the file is in; undefined if it is in memory only. */
  readonly directory: string | undefined;
}

export function watchDataVersion(
  { version, directory }: WatchedFile,
  changed: () => void,
): () => void {
  let last: unknown;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let isAsking = false;
  let waitMs = POLL_MS;
  const askLater = () => {
    clearTimeout(timer);
    // A watcher alone must not keep the process alive.
    timer = setTimeout(ask, waitMs).unref();
  };
  const ask = async () => {
    isAsking = true;
    // The writes of a commit are noticed before the disk has confirmed it: it is asked for again
    // after a little longer each time.
    waitMs = Math.min(POLL_MS, 2 * waitMs);
    // A file that cannot be read now is asked again; a call that reads it will report the reason.
    const now = await version().catch(() => undefined);
    isAsking = false;
    if (stopped) return;
    // The first answer counts as a change: the watcher has not seen what came before it.
    if (now !== last) changed();
    last = now;
    askLater();
  };
  const notice = () => {
    if (waitMs === NOTICED_MS) return;
    waitMs = NOTICED_MS;
    if (!isAsking) askLater();
  };
  const notices = directory === undefined ? undefined : noticesFrom(directory, notice);
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
    notices?.close();
  };
}

/** Undefined if the system has no notices, or no more of them, to give. */
function noticesFrom(directory: string, notice: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(directory, { persistent: false }, notice);
    watcher.on('error', () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}
