/** Which project has which workspace, in SQL. */

import {
  type Binding,
  type ChosenWorkspace,
  chooseWorkspace,
  identityKey,
  type Project,
  seenDirectories,
} from '../../../domain/workspace/project-name.ts';
import type { ProjectBook } from '../../agent-port.ts';
import type { Engine, Sql } from '../engine.ts';
import { PROJECTED_TABLES } from '../project-events.ts';

/** No workspace can have this name. Calls that bind a project take turns by its lock. */
const BINDING_LOCK = '-bindings';

export function projectBook(engine: Engine): ProjectBook {
  const inTurn = <Result>(work: (sql: Sql) => Promise<Result>) =>
    engine.write(work, { workspace: BINDING_LOCK });
  return {
    async workspaceOf(project, nowMs) {
      const known = await engine.read((sql) => choose(sql, project));
      if (known.bind.length === 0) return known.workspace;
      return inTurn(async (sql) => {
        const chosen = await choose(sql, project);
        if (chosen.adopted !== undefined) await unbind(sql, 'former', chosen.adopted);
        if (chosen.movedFrom !== undefined) await forgetPath(sql, project, chosen.movedFrom);
        for (const binding of chosen.bind) await bind(sql, binding, nowMs);
        return chosen.workspace;
      });
    },
    lookUp: async (project) => (await engine.read((sql) => choose(sql, project))).workspace,
    all: () => engine.read(allBindings),
    bind: (project, workspace, nowMs) =>
      inTurn(async (sql) => {
        await unbind(sql, 'former', workspace);
        const { directory, origin, identity } = project;
        await bind(sql, { kind: 'directory', value: directory, workspace }, nowMs);
        if (identity !== undefined) {
          const value = identityKey(identity, directory);
          await bind(sql, { kind: 'identity', value, workspace }, nowMs);
        }
        if (origin !== undefined)
          await bind(sql, { kind: 'origin', value: origin, workspace }, nowMs);
      }),
    rename: (from, to, nowMs) => {
      const moved = async (sql: Sql) => {
        if (!(await workspaceExists(sql, from)) && !(await isBound(sql, from))) return 'unknown';
        if ((await workspaceExists(sql, to)) || (await isBound(sql, to))) return 'taken';
        await renameEverywhere(sql, from, to);
        await bind(sql, { kind: 'renamed', value: from, workspace: to }, nowMs);
        return 'renamed' as const;
      };
      // No other call writes to the workspace meanwhile; this one works on whole journals.
      return engine.write(moved, { workspace: from, long: true });
    },
  };
}

async function choose(sql: Sql, project: Project): Promise<ChosenWorkspace> {
  const { directory, origin, formerNames, identity } = project;
  const byDirectory = await boundTo(sql, 'directory', directory);
  const byOrigin = origin === undefined ? undefined : await boundTo(sql, 'origin', origin);
  const isKnown = byDirectory !== undefined || byOrigin !== undefined;
  const waiting: string[] = [];
  for (const name of isKnown ? [] : formerNames) {
    if ((await boundTo(sql, 'former', name)) !== undefined) waiting.push(name);
  }
  const key = identity === undefined ? undefined : identityKey(identity, directory);
  const isIdentified = key !== undefined && (await boundTo(sql, 'identity', key)) !== undefined;
  const seen =
    isKnown || identity === undefined ? [] : seenDirectories(identity, await allBindings(sql));
  const taken = isKnown ? new Set<string>() : await takenNames(sql);
  const isTaken = (name: string) => taken.has(name);
  const bound = { byDirectory, byOrigin, isIdentified, seen };
  return chooseWorkspace(project, { ...bound, waiting, isTaken });
}

/** Of a directory that was renamed: another project at its old path gets a memory of its own. */
async function forgetPath(sql: Sql, { identity }: Project, path: string): Promise<void> {
  await unbind(sql, 'directory', path);
  if (identity !== undefined) await unbind(sql, 'identity', identityKey(identity, path));
}

/**
 * The names of existing workspaces, of workspaces that are only bound so far, and of renamed ones.
 */
async function takenNames(sql: Sql): Promise<ReadonlySet<string>> {
  const made = await sql.selectFrom('workspaces').select('workspace').execute();
  const bound = await allBindings(sql);
  return new Set([
    ...made.map((row) => row.workspace),
    ...bound.flatMap(({ kind, value, workspace }) =>
      kind === 'renamed' ? [value, workspace] : [workspace],
    ),
  ]);
}

async function boundTo(
  sql: Sql,
  kind: Binding['kind'],
  value: string,
): Promise<string | undefined> {
  const row = await sql
    .selectFrom('bindings')
    .select('workspace')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst();
  return row?.workspace;
}

/** The name that a workspace has now, if it was renamed. */
export function renamedTo(sql: Sql, name: string): Promise<string | undefined> {
  return boundTo(sql, 'renamed', name);
}

async function allBindings(sql: Sql): Promise<readonly Binding[]> {
  const rows = await sql
    .selectFrom('bindings')
    .select(['kind', 'value', 'workspace'])
    .orderBy('workspace')
    .orderBy('bound_ms')
    .orderBy('value')
    .execute();
  return rows as readonly Binding[];
}

async function bind(sql: Sql, { kind, value, workspace }: Binding, nowMs: number): Promise<void> {
  await sql
    .insertInto('bindings')
    .values({ kind, value, workspace, bound_ms: nowMs })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'value']).doUpdateSet({ workspace, bound_ms: nowMs }),
    )
    .execute();
}

async function unbind(sql: Sql, kind: Binding['kind'], value: string): Promise<void> {
  await sql.deleteFrom('bindings').where('kind', '=', kind).where('value', '=', value).execute();
}

async function workspaceExists(sql: Sql, workspace: string): Promise<boolean> {
  const row = await sql
    .selectFrom('workspaces')
    .select('workspace')
    .where('workspace', '=', workspace)
    .executeTakeFirst();
  return row !== undefined;
}

async function isBound(sql: Sql, workspace: string): Promise<boolean> {
  const row = await sql
    .selectFrom('bindings')
    .select('workspace')
    .where('workspace', '=', workspace)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** `workspace` is part of every key, so no other column has to change. */
async function renameEverywhere(sql: Sql, from: string, to: string): Promise<void> {
  const tables = [
    ...(['workspaces', 'events', 'bindings', 'presence', 'calls'] as const),
    ...PROJECTED_TABLES.map((table) => table.name),
  ];
  for (const table of new Set(tables)) {
    await sql
      .updateTable(table)
      .set({ workspace: to } as never)
      .where('workspace' as never, '=', from as never)
      .execute();
  }
  // An old name that is in use again must not lead to another workspace.
  await unbind(sql, 'renamed', to);
}
