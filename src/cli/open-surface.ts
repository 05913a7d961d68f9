/** Opens a running Waymark: the store and the surface that the configuration asks for. */

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { findProject } from '../config/find-project.ts';
import { workIdFrom } from '../domain/work/work-id.ts';
import type { Project } from '../domain/workspace/project-name.ts';
import type { ClientRoot, Operation } from '../operations/declaration/define-operation.ts';
import { sha256 } from '../sha256.ts';
import type { Store } from '../store/port.ts';
import { Attendance } from '../surface/attendance.ts';
import type { Caller } from '../surface/caller.ts';
import { sandboxOf } from '../surface/server-sandbox.ts';
import type { Surface } from '../surface/surface.ts';
import { listing } from '../surface/toolsets.ts';
import type { Visitor } from '../surface/visitor.ts';
import { isLoopback } from '../transport/guards.ts';
import type { McpOptions } from '../transport/mcp-server.ts';
import { presenceIdOf } from '../transport/meet-client.ts';
import { formerMemories } from './former-memories.ts';
import { homeWorkspace, projectWorkspace } from './home-workspace.ts';
import type { Outside } from './outside.ts';

/** Imported on demand: it is large, and a client waits for its greeting. */
async function loadCatalogue(): Promise<readonly Operation[]> {
  const { CATALOGUE } = await import('../operations/catalogue.ts');
  return CATALOGUE;
}

/** A person who forgot the setting would expect the memory to be kept. */
const NOT_STORED =
  'Waymark keeps this memory only in the process (storage: memory): it is lost when the process ends.';

/** The default workspace of calls: that of the directory, or `none`, as over HTTP. */
export type DefaultWorkspace = 'directory' | 'none';

export async function openSurface(
  config: Config,
  outside: Outside,
  fallback: DefaultWorkspace = 'directory',
): Promise<OpenSurface> {
  // Imported on demand: a server greets its client before it opens the store.
  const { openMemory } = await import('./open-memory.ts');
  const catalogue = await loadCatalogue();
  const store = await openMemory(config, outside, config.presence ? processId(outside) : undefined);
  if (config.storage === 'memory') outside.log(NOT_STORED);
  const sandbox = openSandbox(config, store, outside, fallback === 'none');
  const attendance = store.presences && new Attendance(store.presences, outside.now);
  const home = fallback === 'none' ? config.workspace : await homeWorkspace(config, store, outside);
  const lists = listing(catalogue, config.toolsets);
  return {
    store,
    catalogue,
    facts: {
      version: outside.version,
      storageDir: store.location,
      schemaVersion: store.schemaVersion,
      defaultWorkspace: home,
      claimTtlMinutes: config.claimTtlMinutes,
      claims: config.claims,
      evidenceOnResolve: config.evidenceOnResolve,
      thoughts: config.thoughts,
      notices: () => store.notices,
      lists,
      reaches: lists,
    },
    sandbox,
    structured: config.structured,
    now: outside.now,
    newId: outside.newId,
    newWorkId: () => workIdFrom(outside.newId(), sha256),
    attendance,
    formerMemories: (workspace) => formerMemories(store, workspace),
    async close() {
      await sandbox.close();
      attendance?.close();
      await store.close();
    },
  };
}

export interface OpenSurface extends Surface {
  close(): Promise<void>;
}

/** `isHttp`: whether other machines may reach this server, if its address allows it. */
export function openSandbox(
  { notebooks, host, dataDir }: Config,
  store: Store,
  { clock, env }: Outside,
  isHttp = false,
) {
  const { remote, install, registry, packages } = notebooks;
  const isReachable = isHttp && !isLoopback(host);
  return sandboxOf(store, {
    choice: notebooks.runtime,
    clock,
    cores: availableParallelism(),
    closed: isReachable && remote === 'off' ? NOT_RUN_REMOTELY : undefined,
    install:
      isReachable && remote !== 'install'
        ? NOT_INSTALLED_REMOTELY
        : install
          ? { dataDir, folder: packages, registry, certificates: env.NODE_EXTRA_CA_CERTS }
          : 'Installing packages is switched off (notebook_install: off).',
  });
}

const NOT_INSTALLED_REMOTELY =
  'Packages are not installed on a server that other machines can reach, ' +
  'unless notebook_remote is install.';

const NOT_RUN_REMOTELY =
  'Cells are not run on a server that other machines can reach (notebook_remote: off).';

/** Hexadecimal, so that every engine can use it as the name of a lock. */
function processId({ newId }: Outside): string {
  return newId().replaceAll('-', '').slice(0, 16);
}

export function mcpOptions(
  config: Config,
  outside: Outside,
  surface: () => Promise<Surface>,
  fallback: DefaultWorkspace = 'directory',
): McpOptions {
  const isNamed = config.workspace !== undefined;
  return {
    catalogue: loadCatalogue,
    version: outside.version,
    toolsets: config.toolsets,
    structured: config.structured,
    workspaceIsKnown: isNamed || fallback === 'directory',
    asksRoots: !isNamed && (fallback === 'none' || config.project === undefined),
    async workspaceOf(root) {
      const project = projectAt(root, outside);
      return project && projectWorkspace(project, (await surface()).store, outside);
    },
    now: outside.now,
    newId: outside.newId,
    log: outside.log,
    surface,
    onSessionEnded: (session) =>
      void surface().then(({ attendance }) => attendance?.leave(presenceIdOf(session))),
  };
}

function projectAt({ uri }: ClientRoot, { home }: Outside): Project | undefined {
  try {
    return findProject({ directory: fileURLToPath(uri), home });
  } catch {
    // Not the address of a file on this machine.
    return undefined;
  }
}

/** The agent of calls from a shell: the same for each, although each is a process of its own. */
export function localCaller(config: Config, outside: Outside): Caller {
  return { agent: config.agent ?? `cli-${outside.user}`, role: 'write' };
}

/** The one client of a stdio server; the environment may give the id of its session. */
export function stdioVisitor(config: Config, outside: Outside): Visitor {
  const session = outside.env.CLAUDE_CODE_SESSION_ID || outside.newId();
  return { role: 'write', session, ...(config.agent === undefined ? {} : { agent: config.agent }) };
}
