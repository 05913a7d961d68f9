/** `think_playbook`: a prepared sequence of thinking steps. */

import * as z from 'zod';
import { PLAYBOOK_NAMES, playbook } from '../../domain/cards/playbook.ts';
import { squeezeView } from '../../kernel/cuts/squeeze.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import { refuse } from '../../kernel/refusal.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { omit } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { readsAnywhere } from '../declaration/facets.ts';

export const thinkPlaybook = defineOperation({
  name: 'think_playbook',
  title: 'Thinking playbook',
  description: 'The steps of a playbook by its name: default or debug.',
  toolset: 'reasoning',
  does: readsAnywhere([squeezeView, omit('template')]),
  input: { name: z.string().max(128).default('default') },
  refusals: ['UNKNOWN_ID'],
  example: { title: 'For a bug', args: { name: 'debug' } },
  async run({ name }) {
    const steps = playbook(name);
    if (steps) return answer({ name, template: { steps }, truncated: false });
    const meant = nearestName(name, PLAYBOOK_NAMES) ?? 'default';
    return refuse('UNKNOWN_ID', `name: no playbook ${JSON.stringify(name)}`, {
      recovery: `The playbooks are ${PLAYBOOK_NAMES.join(' and ')}.`,
      suggestions: [
        suggestCall('think_playbook', { name: meant }, 'Read the one that was probably meant'),
      ],
    });
  },
});
