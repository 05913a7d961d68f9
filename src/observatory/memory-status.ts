/** What the server tells about its memory: `/api/status`, and the page's list of workspaces. */

import type { JsonObject } from '../kernel/json.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { Reading, Store } from '../store/port.ts';
import type { Surface } from '../surface/surface.ts';
import type { Visitor } from '../surface/visitor.ts';
import { ASIDE } from './hub.ts';

/** A longer list would not be read. */
const WORKSPACES_SHOWN = 200;

export async function memoryStatus(
  { surface, mcpUrl }: { readonly surface: Surface; readonly mcpUrl: string | undefined },
  { workspaces: allowed }: Visitor,
): Promise<JsonObject> {
  const { store, facts } = surface;
  const names = (await store.heads()).map(({ workspace }) => workspace);
  const all = names.filter((each) => allowed?.includes(each) ?? true);
  const workspaces: JsonObject[] = [];
  for (const workspace of all.slice(0, WORKSPACES_SHOWN)) {
    workspaces.push(await workspaceLine(store, workspace));
  }
  return {
    version: facts.version,
    engine: store.engine,
    location: store.location,
    mcpUrl,
    workspaces,
  };
}

function workspaceLine(store: Store, workspace: string): Promise<JsonObject> {
  const line = async (tx: Reading) => {
    const state = await tx.state();
    const checkout = state && (await tx.branches.byId(state.checkout));
    const last = await tx.journal.at(tx.head);
    return {
      workspace,
      events: tx.head,
      checkout: checkout?.name ?? '',
      lastEvent: last?.type ?? '',
      lastAt: last ? timestamp(last.tsMs) : '',
    };
  };
  return store.read(workspace, line, ASIDE);
}
