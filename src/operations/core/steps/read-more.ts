/** Reads on in the lists of a way back, from where an earlier answer stopped. */

import { TARGET_ID } from '../../../kernel/ids.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import { checkedOut } from '../../steps/branch-ref.ts';
import { concernsOf } from '../../steps/standing-rules.ts';
import { readInHand } from './read-in-hand.ts';
import { type ListSizes, type ListStarts, placeOfLists, readLists } from './read-lists.ts';
import { readUnderWay, type UnderWayCall } from './read-under-way.ts';
import { textsOf } from './read-way-back.ts';
import { LISTS, type ListName, type Lists } from './way-back.ts';

export interface More {
  readonly target: string | undefined;
  readonly starts: ListStarts;
  readonly names: readonly ListName[];
}

const MARK = new RegExp(`^(${LISTS.join('|')})(?::([0-9]{1,15}))?$`);

/** `TASK-001+rules:7+notes`: the target, then each list with the last item that was shown. */
export function parseMore(text: string): More | Refusal {
  const parts = text.trim().split('+');
  const target = TARGET_ID.test(parts[0] ?? '') ? parts.shift() : undefined;
  const starts: Partial<Record<ListName, number>> = {};
  const names: ListName[] = [];
  for (const part of parts) {
    const [, name, mark] = MARK.exec(part) ?? [];
    if (name === undefined) {
      return refuse('INVALID_INPUT', `more: ${JSON.stringify(part)} names no list`, {
        recovery: `Send what a line MORE says, or one of ${LISTS.join(', ')}.`,
        suggestions: [suggestCall('status', {}, 'Begin again')],
      });
    }
    names.push(name as ListName);
    if (mark !== undefined) starts[name as ListName] = Number(mark);
  }
  return { target, starts, names };
}

const AT_ONCE = 40;

export async function readMore(
  call: UnderWayCall,
  { target, starts, names }: More,
): Promise<Lists> {
  const { tx } = call;
  const found = target === undefined ? undefined : await tx.targets.byId(target);
  const place = await placeOfLists(tx, await checkedOut(tx), {
    target: found?.root.id,
    concerns: found ? concernsOf(found) : [],
    texts: textsOf(found && (await readInHand(call, found)), await readUnderWay(call, found)),
  });
  const size = (name: ListName) => (names.includes(name) ? AT_ONCE : 0);
  const sizes = Object.fromEntries(LISTS.map((name) => [name, size(name)])) as ListSizes;
  return readLists(tx, place, sizes, starts);
}
