/** `bind_root`: chooses one of the client's directories as the project of new sessions. */

import { projectOfRoot, type Root, rootMeant } from '../../../domain/thoughts/client-root.ts';
import { GATEWAY } from '../../../domain/thoughts/gateway-state.ts';
import { DEFAULT_PROJECT } from '../../../domain/thoughts/session.ts';
import { nearestName } from '../../../kernel/nearest-name.ts';
import { isRefusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { answer } from '../../declaration/define-operation.ts';
import { writes } from '../../declaration/facets.ts';
import { line } from '../../declaration/fields.ts';
import { defineRoute } from '../router/define-route.ts';
import { refuseToKeep } from '../steps/nameless-caller.ts';
import { navigated } from '../steps/navigated.ts';
import { readRoots } from '../steps/read-roots.ts';

const root = line(2_000).optional();

export const bindRoot = defineRoute({
  operation: 'bind_root',
  stage: 0,
  does: writes(),
  input: {
    rootUri: root.describe('A URI, path or name that list_roots shows'),
    uri: root.describe('Alias of rootUri'),
    rootPath: root.describe('Alias of rootUri'),
  },
  synonyms: { uri: 'rootUri', rootPath: 'rootUri' },
  minimal: { rootUri: '<fill: a uri that list_roots shows>' },
  run(input, context) {
    if (context.call.isAnonymous) return refuseToKeep('bind_root');
    const wanted = input.rootUri;
    return readRoots(context, async (roots, ignored) => {
      const only = wanted === undefined && roots.length === 1 ? roots[0] : undefined;
      const bound = wanted === undefined ? only : rootMeant(wanted, roots);
      if (!bound) return unknownRoot(wanted, roots);
      const moved = navigated(context, {
        operation: input.operation,
        project: context.call.server.thoughts.project ?? projectOfRoot(bound, roots),
      });
      if (isRefusal(moved)) return moved;
      const project = moved.project ?? DEFAULT_PROJECT;
      // Another directory may have become the same project before.
      const sessions = await context.tx.thoughts.countSessions({ project });
      return {
        ...answer({ success: true, boundRoot: bound, project, sessions, ...ignored }),
        state: { ...moved, root: bound },
      };
    });
  },
});

function unknownRoot(wanted: string | undefined, roots: readonly Root[]) {
  const why = wanted === undefined ? 'required' : 'the client has no such root';
  const known = roots.map(({ uri }) => uri);
  const nearest = wanted === undefined ? undefined : nearestName(wanted, known);
  return refuse('INVALID_INPUT', `rootUri: ${why}`, {
    details: { field: 'rootUri', availableRoots: known },
    suggestions: [nearest ?? known[0]]
      .filter((rootUri) => rootUri !== undefined)
      .map((rootUri) => suggestCall(GATEWAY, { operation: 'bind_root', rootUri }, 'Bind this one')),
  });
}
