/** Where the caller is after naming a project, a task or an aspect. */

import { GATEWAY, type GatewayState } from '../../../domain/thoughts/gateway-state.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { sameCall } from '../../../kernel/same-call.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { RouteContext } from '../router/define-route.ts';

/** The call, of which some arguments are places. */
interface Going {
  readonly operation: string;
  readonly project?: string | undefined;
  readonly task?: string | undefined;
  readonly aspect?: string | undefined;
}

/** A new project leaves task and aspect behind, a new task the aspect. */
export function navigated({ call, state }: RouteContext, request: Going): GatewayState | Refusal {
  const { project, task, aspect } = request;
  const only = call.server.thoughts.project;
  if (project !== undefined && only !== undefined && project !== only) {
    return refuse('INVALID_INPUT', `project: this server keeps to the project ${only}`, {
      details: { field: 'project' },
      recovery: 'Leave project out.',
      suggestions: [
        suggestCall(
          GATEWAY,
          sameCall({ ...request }, { project: only }),
          'The same, in its project',
        ),
      ],
    });
  }
  const { project: wasProject, task: wasTask, aspect: wasAspect, ...rest } = state;
  const inProject = project ?? wasProject;
  const inTask = task ?? (project === undefined || project === wasProject ? wasTask : undefined);
  const inAspect =
    aspect ?? (inTask === wasTask && inProject === wasProject ? wasAspect : undefined);
  return {
    ...rest,
    ...(inProject === undefined ? {} : { project: inProject }),
    ...(inTask === undefined ? {} : { task: inTask }),
    ...(inAspect === undefined ? {} : { aspect: inAspect }),
  };
}
