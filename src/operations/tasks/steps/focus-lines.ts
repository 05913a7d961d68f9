/** Prints a plan or task in a few lines: where it stands, and the call that comes next. */

import type { CapsuleAction, Outlook } from '../../../domain/tasks/views/capsule.ts';
import { clampBudget } from '../../../kernel/budget.ts';
import { lineExcerpt, lineOf } from '../../../kernel/excerpt.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import type { FocusMove, Portal } from '../../declaration/define-operation.ts';

const TITLE_BYTES = 60;

/** `most`: the budget of the caller, in bytes. `moved`: what the call did to the focus. */
export function focusLines(outlook: Outlook, most: number | undefined, moved: FocusMove): Portal {
  const { action, backup } = outlook;
  return {
    state: [`${stateLine(outlook)}${focusWas(moved)}`],
    commands: [action, backup].flatMap((each) => (each ? [commandOf(each)] : [])),
    ...(most === undefined ? {} : { room: clampBudget(most).bytes }),
  };
}

/** Names the target that is no longer in focus, for whoever goes back to it. */
function focusWas({ restored, previous }: FocusMove): string {
  return restored && previous !== null ? ` | focus was ${previous}` : '';
}

function stateLine({ focus, target, next, step, remark }: Outlook): string {
  const word = focus === undefined || focus === target.id ? 'focus' : target.kind;
  const title = lineExcerpt(target.title ?? '', TITLE_BYTES);
  const bare = next.startsWith('done') || next.startsWith('waits for ');
  const ahead = bare || step === undefined ? '' : ` — ${step}`;
  const said = remark === undefined ? '' : ` | ${remark}`;
  const line = `${word} ${target.id} — ${title} | ${bare ? next : `next ${next}`}${ahead}${said}`;
  // Reasons and points of a checklist may contain line breaks.
  return lineOf(line);
}

function commandOf({ tool, args, purpose }: CapsuleAction): Suggestion {
  return suggestCall(tool, args, purpose ?? 'Continue');
}
