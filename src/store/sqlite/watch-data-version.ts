/** Notices what other processes commit to a SQLite file, by asking its data version again and again. */

const POLL_MS = 100;

export function watchDataVersion(version: () => Promise<unknown>, changed: () => void): () => void {
  let last: unknown;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const poll = async () => {
    // A file that cannot be asked now is asked again: whoever reads it will hear why.
    const now = await version().catch(() => undefined);
    if (stopped) return;
    // The first answer counts as a change: what came before it was seen by nobody.
    if (now !== last) changed();
    last = now;
    timer = setTimeout(poll, POLL_MS);
    // A watcher alone is no reason for a process to live on.
    timer.unref();
  };
  void poll();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
