/** `status`: what an agent needs to be back at work, in one answer. */

import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { counted } from '../../kernel/text.ts';
import { omit } from '../../kernel/trims.ts';
import {
  answer,
  type BaseCall,
  defineOperation,
  type Portal,
  type Printing,
} from '../declaration/define-operation.ts';
import { readsAnywhere, seesPresence } from '../declaration/facets.ts';
import { line, unlisted } from '../declaration/fields.ts';
import { NOTHING_READ } from './steps/read-lists.ts';
import { parseMore, readMore } from './steps/read-more.ts';
import { readWayBack, type WayBackCall } from './steps/read-way-back.ts';
import { LISTS, type Lists, type WayBack } from './steps/way-back.ts';
import { isLong, listPage, wayBackLines } from './steps/way-back-lines.ts';

const LONGEST_MARK = 400;

type ListPage = Lists & { readonly target?: string };

interface StatusView extends JsonObject {
  readonly way_back?: WayBack;
  readonly page?: ListPage;
}

export const status = defineOperation({
  name: 'status',
  title: 'Where things stand',
  description:
    'The way back to work, at the start and after a lost context: standing rules, the task in focus with its next step, open questions, the last note, what else is under way, and the next call.',
  toolset: 'reasoning',
  does: readsAnywhere([
    omit('under_way', 'decisions', 'notes'),
    omit('hypotheses', 'questions', 'directories'),
    omit('rules', 'in_hand'),
  ]).and(seesPresence),
  input: {
    more: unlisted(line(LONGEST_MARK).optional().describe('Reads on, as a line MORE says')),
  },
  example: { title: 'A new workspace', args: {} },
  portal: statusLines,
  async run(input, call) {
    const more = input.more === undefined ? undefined : parseMore(input.more);
    if (isRefusal(more)) return more;
    if (more && (await call.tx.state())) {
      const lists = await readMore(call.tx, more);
      const { target } = more;
      return answer<StatusView>({ page: target === undefined ? lists : { ...lists, target } });
    }
    const target = await targetInFocus(call);
    const wayBack = await readWayBack(call, {
      target,
      long: isLong({ maxChars: input.max_chars }),
    });
    return answer<StatusView>({ way_back: wayBack });
  },
});

async function targetInFocus({ tx, agent }: WayBackCall & BaseCall) {
  const { target } = await tx.agents.focus(agent);
  return target === null ? undefined : tx.targets.byId(target);
}

function statusLines({ way_back: wayBack, page }: StatusView, printing: Printing): Portal {
  if (wayBack) return wayBackLines(wayBack, printing);
  const { target, ...lists }: ListPage = page ?? NOTHING_READ;
  const count = LISTS.reduce((sum, name) => sum + lists[name].length, 0);
  const head = count === 0 ? 'nothing more' : `${counted(count, 'more line')}`;
  return listPage(lists, { head, target }, printing);
}
