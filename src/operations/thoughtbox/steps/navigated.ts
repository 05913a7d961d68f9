/** The state of a caller after it names a project, a task or an aspect. */

import { GATEWAY, type GatewayState } from '../../../domain/thoughts/gateway-state.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { RouteContext } from '../router/define-route.ts';

/** The arguments of a call that may name a project, task or aspect. */
interface PlaceRequest {
  readonly operation: string;
  readonly project?: string | null | undefined;
  readonly task?: string | undefined;
  readonly aspect?: string | undefined;
}

/** A new project, or none, clears task and aspect; a new task clears the aspect. */
export function navigated(
  { call, state }: RouteContext,
  request: PlaceRequest,
): GatewayState | Refusal {
  const { project, task, aspect } = request;
  const only = call.server.thoughts.project;
  if (typeof project === 'string' && only !== undefined && project !== only) {
    return refuse(
      'INVALID_INPUT',
      `project: must be ${only}; this server serves no other project`,
      {
        details: { field: 'project' },
        recovery: 'Leave project out.',
        suggestions: [
          suggestCall(
            GATEWAY,
            sameCall({ ...request }, { project: only }),
            'The same call, in this project',
          ),
        ],
      },
    );
  }
  const { project: wasProject, task: wasTask, aspect: wasAspect, ...rest } = state;
  const inProject = project === undefined ? wasProject : (project ?? undefined);
  const inTask = task ?? (inProject === wasProject ? wasTask : undefined);
  const inAspect =
    aspect ?? (inTask === wasTask && inProject === wasProject ? wasAspect : undefined);
  return {
    ...rest,
    ...(inProject === undefined ? {} : { project: inProject }),
    ...(inTask === undefined ? {} : { task: inTask }),
    ...(inAspect === undefined ? {} : { aspect: inAspect }),
  };
}
