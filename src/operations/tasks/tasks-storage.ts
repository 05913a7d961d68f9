/** `tasks_storage`: where the memory lies and what its parts are called. */

import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { readsAnywhere } from '../declaration/facets.ts';

export const tasksStorage = defineOperation({
  name: 'tasks_storage',
  title: 'Storage places',
  description: 'Where the memory lies, and the default names of branch and documents.',
  toolset: 'tasks',
  does: readsAnywhere([omit('defaults', 'workspace')]),
  input: {},
  example: { title: 'Ask where things are', args: {} },
  async run(_input, call) {
    return answer({
      workspace: call.workspace,
      storage_dir: call.server.storageDir,
      defaults: DEFAULTS,
    });
  },
});
