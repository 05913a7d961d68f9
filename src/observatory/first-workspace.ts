/**
 * The store as it is seen by those who watch a memory without any workspace: whatever they read is
 * of the first workspace that appears, and empty until then.
 */

import type { Store } from '../store/port.ts';

/** The name of the workspace that is awaited; no workspace can have it. */
export const NONE_YET = '';

export function storeOfFirst(store: Store, isAllowed: (workspace: string) => boolean): Store {
  let first: string | undefined;
  const read: Store['read'] = async (_awaited, work, manner) => {
    first ??= (await store.heads()).find(({ workspace }) => isAllowed(workspace))?.workspace;
    return store.read(first ?? NONE_YET, work, manner);
  };
  return Object.assign(Object.create(store) as Store, { read });
}
