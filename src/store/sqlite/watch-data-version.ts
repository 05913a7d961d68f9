/** Notices what other processes commit to a SQLite file, by polling its data version. */

const POLL_MS = 100;

export function watchDataVersion(version: () => Promise<unknown>, changed: () => void): () => void {
  let last: unknown;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const poll = async () => {
    // A file that cannot be read now is asked again; a call that reads it will report the reason.
    const now = await version().catch(() => undefined);
    if (stopped) return;
    // The first answer counts as a change: the watcher has not seen what came before it.
    if (now !== last) changed();
    last = now;
    timer = setTimeout(poll, POLL_MS);
    // A watcher alone must not keep the process alive.
    timer.unref();
  };
  void poll();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
