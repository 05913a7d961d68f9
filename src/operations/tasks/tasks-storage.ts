/** `tasks_storage`: where the memory is stored, and the default names of branch and documents. */

import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { readsAnywhere } from '../declaration/facets.ts';
import { defaultNames } from '../steps/default-names.ts';

export const tasksStorage = defineOperation({
  name: 'tasks_storage',
  title: 'Storage location',
  description: 'Where the memory is stored, and the default names of branch and documents.',
  toolset: 'tasks',
  does: readsAnywhere([omit('defaults', 'workspace')]),
  input: {},
  example: { title: 'Ask where the memory is stored', args: {} },
  async run(_input, call) {
    return answer({
      workspace: call.workspace,
      storage_dir: call.server.storageDir,
      defaults: await defaultNames(call.tx),
    });
  },
});
