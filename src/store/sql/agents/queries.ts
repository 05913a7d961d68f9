/** Agents, as one transaction sees them: their focus, and which are present. */

import type { AgentQueries } from '../../agent-port.ts';
import type { Sql } from '../engine.ts';
import { prepared } from '../prepared.ts';
import { focusedOn, focusOf } from './focus.ts';
import { isPresent, presenceFrom } from './presences.ts';

const everybody = prepared((sql: Sql, _args: object) =>
  sql.selectFrom('presence').select(['agent', 'process', 'last_call_ms']),
);

const presentIn = prepared((sql: Sql, args: { workspace: string }) =>
  sql.selectFrom('presence').selectAll().where('workspace', '=', args.workspace),
);

const directoriesOf = prepared((sql: Sql, args: { workspace: string }) =>
  sql
    .selectFrom('bindings')
    .select('value')
    .where('workspace', '=', args.workspace)
    .where('kind', '=', 'directory')
    .orderBy('bound_ms')
    .orderBy('value'),
);

export function agentQueries(sql: Sql, workspace: string): AgentQueries {
  return {
    focus: (agent) => focusOf(sql, workspace, agent),
    focusedOn: (target) => focusedOn(sql, workspace, target),
    async withoutProcesses(gone) {
      const rows = await everybody(sql, {});
      return new Set(rows.flatMap((row) => (isPresent(row, gone) ? [row.agent] : [])));
    },
    async present(gone) {
      const rows = await presentIn(sql, { workspace });
      return rows.filter((row) => isPresent(row, gone)).map(presenceFrom);
    },
    directories: async () => (await directoriesOf(sql, { workspace })).map((row) => row.value),
  };
}
