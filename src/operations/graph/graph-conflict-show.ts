/** `graph_conflict_show`: one conflict with all its sides. */

import * as z from 'zod';
import { isRefusal } from '../../kernel/refusal.ts';
import { omit, within } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { budget, workspace } from '../fields.ts';
import { CONFLICT_SCENE, SCENE_CONFLICT_ID } from './conflict-scene.ts';
import { conflictView } from './conflict-view.ts';
import { branchNamesOf, findConflict } from './find-conflict.ts';

const acme = { workspace: 'acme' };
const nowhere = `CONFLICT-${'0'.repeat(32)}`;

export const graphConflictShow = defineOperation({
  name: 'graph_conflict_show',
  title: 'Show a graph conflict',
  description:
    'One conflict of a graph merge: base, theirs (the merged branch) and ours (its base branch).',
  family: 'reasoning',
  effect: 'read',
  input: { workspace, conflict_id: z.string().max(64), ...budget },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such conflict',
      before: [{ tool: 'init', args: acme }],
      args: { ...acme, conflict_id: nowhere },
    },
  },
  examples: [
    {
      title: 'Both changed a title',
      before: CONFLICT_SCENE,
      args: { ...acme, conflict_id: SCENE_CONFLICT_ID },
    },
  ],
  trims: within('conflict', [omit('base', 'ours', 'theirs')]),
  async run(input, { tx }) {
    const conflict = await findConflict(tx, input.conflict_id);
    if (isRefusal(conflict)) return conflict;
    const names = await branchNamesOf(tx, conflict);
    return answer({
      conflict: conflictView(conflict, names, {
        status: conflict.status,
        created_at_ms: conflict.createdMs,
        ...(conflict.resolvedMs === undefined ? {} : { resolved_at_ms: conflict.resolvedMs }),
      }),
    });
  },
});
