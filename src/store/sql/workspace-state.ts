/** A workspace's checkout in SQL. */

import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { Sql } from './engine.ts';
import { prepared } from './prepared.ts';
import type { Projection } from './projection.ts';

const selectState = prepared((sql: Sql, args: { workspace: string }) =>
  sql.selectFrom('workspace_state').selectAll().where('workspace', '=', args.workspace),
);

export async function workspaceState(sql: Sql, workspace: string): Promise<Workspace | undefined> {
  const [row] = await selectState(sql, { workspace });
  if (!row) return undefined;
  return {
    id: workspace,
    createdMs: row.created_ms,
    checkout: row.checkout,
  };
}

export const workspaceStateProjection: Projection = {
  name: 'workspace_state',
  tables: [{ name: 'workspace_state', key: ['workspace'] }],
  on: {
    async workspace_initialized(sql, workspace, event) {
      await sql
        .insertInto('workspace_state')
        .values({ workspace, created_ms: event.tsMs, checkout: event.seq })
        .execute();
    },
    async checkout_changed(sql, workspace, event) {
      await sql
        .updateTable('workspace_state')
        .set({ checkout: event.payload.to })
        .where('workspace', '=', workspace)
        .execute();
    },
  },
};
