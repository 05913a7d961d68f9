/** What to do about each refusal of a ref or a tag. */

import type { RefReason } from '../../../domain/refs/reasons.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { AdviceTable } from '../../steps/advice-table.ts';

export const REF_ADVICE: AdviceTable<RefReason> = {
  tag_hidden_by_branch: () => ({
    recovery: 'Choose another name.',
    suggestions: [suggestCall('tag_list', {}, 'See the tags there are')],
  }),
  tag_exists: ({ name }) => ({
    recovery: 'Choose another name, or move it with force.',
    suggestions: [suggestCall('log', { ref: name, limit: 1 }, 'See what it points to')],
  }),
  note_unknown: ({ branch }) => ({
    recovery: 'Use a seq that log shows, a tag or a branch.',
    suggestions: [suggestCall('log', { ref: branch }, 'See the notes there are')],
  }),
};
