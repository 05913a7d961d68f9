/** `bind_root`: chooses one of the client's directories as the project of new sessions. */

import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { DEFAULT_PROJECT } from '../../../domain/thoughts/session.ts';
import { PROJECT_NAME } from '../../../kernel/ids.ts';
import { isRefusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { line } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { navigated } from '../steps/navigated.ts';
import { readRoots } from '../steps/read-roots.ts';

const uri = line(2_000);

export const bindRoot = defineRoute({
  operation: 'bind_root',
  stage: 0,
  does: writes(),
  input: { rootUri: uri.optional(), uri: uri.optional().describe('Alias of rootUri') },
  synonyms: { uri: 'rootUri' },
  minimal: { rootUri: '<fill: a uri that list_roots shows>' },
  run(input, context) {
    const wanted = input.rootUri;
    return readRoots(context, (roots) => {
      const root =
        wanted === undefined && roots.length === 1
          ? roots[0]
          : roots.find((each) => each.uri === wanted);
      if (!root)
        return unknownRoot(
          wanted,
          roots.map((each) => each.uri),
        );
      const moved = navigated(context, {
        operation: input.operation,
        project: context.call.server.thoughts.project ?? projectFrom(root.name),
      });
      if (isRefusal(moved)) return moved;
      return {
        ...answer({ success: true, boundRoot: root, project: moved.project ?? DEFAULT_PROJECT }),
        state: { ...moved, root },
      };
    });
  },
});

function unknownRoot(wanted: string | undefined, known: readonly string[]) {
  const why = wanted === undefined ? 'required' : 'the client has no such root';
  return refuse('INVALID_INPUT', `rootUri: ${why}`, {
    details: { field: 'rootUri', availableRoots: known },
    suggestions: known
      .slice(0, 1)
      .map((rootUri) => suggestCall(GATEWAY, { operation: 'bind_root', rootUri }, 'Bind this one')),
  });
}

function projectFrom(name: string): string {
  const cleaned = name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9_]+/, '')
    .slice(0, 64);
  return PROJECT_NAME.test(cleaned) ? cleaned : DEFAULT_PROJECT;
}
