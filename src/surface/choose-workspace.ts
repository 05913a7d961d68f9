/** Decides which workspace a call is about, whether the caller may use it, and which it may mean. */

import { fill } from '../kernel/placeholder.ts';
import { type Refusal, refuse } from '../kernel/refusal.ts';
import { sameCall } from '../kernel/same-call.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import type { Operation, Prepared, Warning } from '../operations/declaration/define-operation.ts';
import { type Caller, mayTouch } from './caller.ts';
import { shellWord } from './command-line.ts';
import type { FormerMemory, Surface } from './surface.ts';

/** The workspace of a caller's calls that name none: its own, or the server's. */
export function ownWorkspace({ facts }: Surface, caller: Caller): string | undefined {
  const { defaultWorkspace: servers } = facts;
  if (caller.workspace !== undefined) return caller.workspace;
  if (!caller.workspaces) return servers;
  // A caller with one workspace means that one, and does not learn which others exist.
  if (caller.workspaces.length === 1) return caller.workspaces[0];
  return servers !== undefined && caller.workspaces.includes(servers) ? servers : undefined;
}

/** An explicit workspace wins over the caller's own; nothing else counts. */
export function chooseWorkspace(
  { operation: { name }, input }: Prepared,
  args: unknown,
  ownWorkspace: string | undefined,
): string | Refusal {
  if (typeof input.workspace === 'string') return input.workspace;
  if (ownWorkspace !== undefined) return ownWorkspace;
  const workspace = fill('name of the project');
  return refuse(
    'INVALID_INPUT',
    'workspace: required, since neither the server nor the connection has one',
    {
      recovery:
        'Send workspace, or let the client connect to /mcp/WORKSPACE, which sets it for all calls.',
      suggestions: [
        suggestCall('init', { workspace }, 'Create or find it, then name it in every call'),
        ...(name === 'init'
          ? []
          : [
              suggestCall(
                name,
                sameCall({ ...(args as object) }, { workspace }),
                'The same call in that workspace',
              ),
            ]),
      ],
    },
  );
}

export function refuseWrite({ name }: Operation): Refusal {
  return refuse('FORBIDDEN', `${name} writes, and this token may only read`);
}

export function refuseForbidden(
  { operation, isReadOnly }: Prepared,
  workspace: string,
  caller: Caller,
): Refusal | undefined {
  if (isReadOnly === false && caller.role !== 'write') return refuseWrite(operation);
  if (mayTouch(caller, workspace)) return undefined;
  return refuse('FORBIDDEN', `this token has no access to workspace ${workspace}`, {
    recovery: `Its workspaces: ${caller.workspaces?.join(', ')}.`,
  });
}

/** At most so many former memories are named. */
const MAX_NAMED = 3;

/** Tells the caller of a new workspace which memories its directory may have had before. */
export function formerMemoryWarnings(
  found: readonly FormerMemory[],
  caller: Caller,
): readonly Warning[] {
  return found
    .filter(({ workspace }) => mayTouch(caller, workspace))
    .slice(0, MAX_NAMED)
    .map(({ workspace, directory, here }) => {
      const command = `waymark workspaces bind ${shellWord(workspace)} ${shellWord(here)}`;
      return {
        code: 'FORMER_MEMORY',
        message: `If this directory was ${directory}, its memory is ${workspace}.`,
        recovery: `Ask the user; if it was, run this command and reconnect: ${command}`,
      };
    });
}
