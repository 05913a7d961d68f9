/** `start_new`: starts a session and makes it the active one. */

import { entered, withDomain } from '../../../domain/thoughts/gateway-state.ts';
import { isRefusal } from '../../../kernel/refusal.ts';
import { knownAbout, knownField } from '../../../recall/query/known-about.ts';
import { groupOf } from '../../../recall/terms/recall-text.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { text } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { chooseDomain } from '../steps/choose-domain.ts';
import { aspect, domainName, project, sessionTitle, tags, task } from '../steps/gateway-fields.ts';
import { navigated } from '../steps/navigated.ts';
import { openSession } from '../steps/open-session.ts';

export const startNew = defineRoute({
  operation: 'start_new',
  stage: 0,
  does: writes(),
  input: {
    sessionTitle,
    title: sessionTitle.describe('Alias of sessionTitle'),
    description: text.optional(),
    sessionTags: tags,
    tags: tags.describe('Alias of sessionTags'),
    domain: domainName.optional(),
    project,
    task,
    aspect,
  },
  synonyms: { title: 'sessionTitle', tags: 'sessionTags' },
  async run(input, context) {
    const moved = navigated(context, input);
    if (isRefusal(moved)) return moved;
    const { domain, note } = await chooseDomain(input.domain);
    const isKept = domain !== undefined && !context.call.isAnonymous;
    const there = isKept ? withDomain(moved, domain) : moved;
    const { sessionTitle: title, description } = input;
    const session = await openSession(
      { ...context, state: there },
      { title, description, tags: input.sessionTags ?? [] },
    );
    const state = entered(there, session.id);
    const known = await knownAbout(context.call, {
      text: [title, description, ...session.tags].join('\n'),
      leaveOut: [groupOf.session(session.seq)],
      within: [session.id],
    });
    return {
      ...answer({
        sessionId: session.id,
        ...(title === undefined ? {} : { title }),
        stage: state.stage,
        next: state.stage < 2 ? 'cipher' : 'thought',
        ...note,
        ...knownField(known),
      }),
      state,
    };
  },
});
