/** What to do about each refusal of the work graph. */

import type { WorkReason } from '../../../domain/work/reasons.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { AdviceTable } from '../../steps/advice-table.ts';

export const WORK_ADVICE: AdviceTable<WorkReason> = {
  parent_missing: () => ({
    recovery: 'Give project: its root is then the parent. Or give the id of a node, or a ref.',
    suggestions: [suggestCall('graph_onboard', {}, 'See the projects')],
  }),
  family_cycle: () => ({
    recovery: 'Remove that dependency first.',
  }),
  cycle: () => ({}),
  deadlock: () => ({
    recovery:
      'Make the part that really needs it depend on the part that it needs, or first remove a dependency of this path with graph_connect {remove: true}.',
  }),
};
