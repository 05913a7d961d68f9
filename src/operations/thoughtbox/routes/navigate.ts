/** `navigate`: sets the project, task, aspect and domain that the caller works on. */

import { GATEWAY, STAGE_NAMES, withDomain } from '../../../domain/thoughts/gateway-state.ts';
import { isRefusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { defineRoute } from '../router/define-route.ts';
import { chooseDomain } from '../steps/choose-domain.ts';
import { aspect, domain, projectOrAll, task } from '../steps/gateway-fields.ts';
import { refuseToKeep } from '../steps/nameless-caller.ts';
import { navigated } from '../steps/navigated.ts';

export const navigate = defineRoute({
  operation: 'navigate',
  stage: 0,
  does: writes(),
  input: { project: projectOrAll, task, aspect, domain },
  minimal: { task: '<fill: what is worked on>' },
  async run(input, context) {
    const { project: to, task: on, aspect: of, domain: into } = input;
    if ([to, on, of, into].every((value) => value === undefined)) return nothingGiven();
    if (context.call.isAnonymous) return refuseToKeep('navigate');
    const moved = navigated(context, input);
    if (isRefusal(moved)) return moved;
    const { domain: chosen, note } = await chooseDomain(input.domain);
    const state = chosen === undefined ? moved : withDomain(moved, chosen);
    const { project: inProject, task: inTask, aspect: inAspect } = state;
    return {
      ...answer({
        stage: state.stage,
        stageName: STAGE_NAMES[state.stage],
        activeDomain: state.domain ?? null,
        navigationContext: {
          ...(inProject === undefined ? {} : { project: inProject }),
          ...(inTask === undefined ? {} : { task: inTask }),
          ...(inAspect === undefined ? {} : { aspect: inAspect }),
        },
        ...note,
      }),
      state,
    };
  },
});

function nothingGiven() {
  return refuse('INVALID_INPUT', 'project: give this, or task, aspect or domain', {
    details: { field: 'project' },
    suggestions: [
      suggestCall(
        GATEWAY,
        { operation: 'navigate', task: '<fill: what is worked on>' },
        'Name the task',
      ),
    ],
  });
}
