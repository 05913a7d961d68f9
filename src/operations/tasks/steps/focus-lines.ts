/** Prints a plan or task in a few lines: where it stands, and the call that comes next. */

import type { CapsuleAction, Outlook } from '../../../domain/tasks/views/capsule.ts';
import { isJsonObject, type JsonObject } from '../../../kernel/json.ts';
import { type Suggestion, suggestCall } from '../../../kernel/suggestion.ts';
import { shortenText } from '../../../kernel/trims.ts';
import type { Portal } from '../../declaration/define-operation.ts';

const TITLE_BYTES = 60;

/** Reads the capsule only, since it is the last part of a resume that a budget cuts. */
export function focusLines(view: JsonObject): Portal {
  const { capsule: found } = view;
  if (!isJsonObject(found)) {
    return {
      state: ['the budget left nothing of the resume'],
      commands: [suggestCall('tasks_snapshot', {}, 'Look again')],
    };
  }
  const capsule = found as Outlook;
  return {
    state: [stateLine(capsule)],
    commands: [capsule.action, capsule.backup].flatMap((each) => (each ? [commandOf(each)] : [])),
  };
}

function stateLine({ focus, target, next, step }: Outlook): string {
  const word = focus === undefined || focus === target.id ? 'focus' : target.kind;
  const title = shortenText(target.title ?? '', TITLE_BYTES);
  const bare = next === 'done' || next.startsWith('waits for ');
  const ahead = bare || step === undefined ? '' : ` — ${step}`;
  const line = `${word} ${target.id} — ${title} | ${bare ? next : `next ${next}`}${ahead}`;
  // Reasons and points of a checklist may contain line breaks.
  return line.replaceAll(/\s+/g, ' ');
}

function commandOf({ tool, args, purpose }: CapsuleAction): Suggestion {
  return suggestCall(tool, args, purpose ?? 'Continue');
}
