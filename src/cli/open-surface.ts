/** The composition of a running Waymark: configuration, store and surface. */

import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { findProject } from '../config/find-project.ts';
import { workIdFrom } from '../domain/work/work-id.ts';
import type { Project } from '../domain/workspace/project-name.ts';
import type { ClientRoot, Operation } from '../operations/declaration/define-operation.ts';
import { sha256 } from '../sha256.ts';
import { Attendance } from '../surface/attendance.ts';
import type { Caller } from '../surface/caller.ts';
import type { Surface } from '../surface/surface.ts';
import { listing } from '../surface/toolsets.ts';
import type { Visitor } from '../surface/visitor.ts';
import type { McpOptions } from '../transport/mcp-server.ts';
import { presenceIdOf } from '../transport/meet-client.ts';
import { homeWorkspace, projectWorkspace } from './home-workspace.ts';
import type { Outside } from './outside.ts';

/** Loaded when it is needed: more than a hundred declarations, and a client waits to be greeted. */
async function loadCatalogue(): Promise<readonly Operation[]> {
  const { CATALOGUE } = await import('../operations/catalogue.ts');
  return CATALOGUE;
}

/** Whoever forgot the setting would take what is lost for kept. */
const FLEETING =
  'Waymark keeps this memory in the process alone (storage: memory): it is gone when the process ends.';

/** Whose memory is meant by calls that name none: the directory's, or nobody's over HTTP. */
export type Dwelling = 'directory' | 'nowhere';

export async function openSurface(
  config: Config,
  outside: Outside,
  dwelling: Dwelling = 'directory',
): Promise<Surface> {
  // Loaded when it is opened: a server greets its client before that.
  const { openStore } = await import('../store/open-store.ts');
  const catalogue = await loadCatalogue();
  const store = await openStore(config, config.presence ? processId(outside) : undefined);
  if (config.storage === 'memory') outside.log(FLEETING);
  const home =
    dwelling === 'nowhere' ? config.workspace : await homeWorkspace(config, store, outside);
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
      lists: listing(catalogue, config.toolsets),
    },
    structured: config.structured,
    now: outside.now,
    newId: outside.newId,
    newWorkId: () => workIdFrom(outside.newId(), sha256),
    attendance: store.presences && new Attendance(store.presences, outside.now),
  };
}

/** Hexadecimal, so that every engine can make a lock of it. */
function processId({ newId }: Outside): string {
  return newId().replaceAll('-', '').slice(0, 16);
}

export function mcpOptions(
  config: Config,
  outside: Outside,
  surface: () => Promise<Surface>,
  dwelling: Dwelling = 'directory',
): McpOptions {
  const isNamed = config.workspace !== undefined;
  return {
    catalogue: loadCatalogue,
    version: outside.version,
    toolsets: config.toolsets,
    structured: config.structured,
    workspaceIsKnown: isNamed || dwelling === 'directory',
    asksRoots: !isNamed && (dwelling === 'nowhere' || config.project === undefined),
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
    // No file of this machine.
    return undefined;
  }
}

/** Whoever calls from a shell on this machine: the same each time, though each process ends at once. */
export function localCaller(config: Config, outside: Outside): Caller {
  return { agent: config.agent ?? `cli-${outside.user}`, role: 'write' };
}

/** One client, which may have told a name for its session in the environment. */
export function stdioVisitor(config: Config, outside: Outside): Visitor {
  const session = outside.env.CLAUDE_CODE_SESSION_ID || outside.newId();
  return { role: 'write', session, ...(config.agent === undefined ? {} : { agent: config.agent }) };
}
