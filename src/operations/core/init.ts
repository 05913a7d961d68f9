/** `init`: creates a workspace if it does not exist. */

import { answer, defineOperation } from '../declaration/define-operation.ts';
import { writes } from '../declaration/facets.ts';
import { checkedOut } from '../steps/branch-ref.ts';
import { defaultNames } from '../steps/default-names.ts';

export const init = defineOperation({
  name: 'init',
  title: 'Initialize a workspace',
  description:
    'Creates the workspace with its first branch if it does not exist; returns its storage, checkout and default names.',
  toolset: 'reasoning',
  does: writes({ idempotent: true }),
  input: {},
  example: { title: 'Create a workspace', args: {} },
  async run(_input, call) {
    return answer({
      workspace: call.workspace,
      storage_dir: call.server.storageDir,
      schema_version: call.server.schemaVersion,
      checkout: (await checkedOut(call.tx)).name,
      defaults: await defaultNames(call.tx),
    });
  },
});
