/** Examples of `remember`. */

import { examplesOf } from '../declaration/examples.ts';
import { FOCUS_SCENE } from '../tasks/scenes/task-scene.ts';
import { remember } from './remember.ts';

const RULE = { tool: 'remember', args: { kind: 'rule', text: 'Never force-push.' } };

export const examples = examplesOf(remember, {
  more: [
    {
      title: 'A decision about the task in focus',
      before: FOCUS_SCENE,
      args: { kind: 'decision', text: 'A month is 30 days: the server bills that way.' },
    },
    {
      title: 'A question for the user',
      before: FOCUS_SCENE,
      args: { kind: 'question', to: 'user', text: 'Are exactly 45 seconds a moment?' },
    },
    {
      title: 'A rule in place of another',
      before: [RULE],
      args: { replaces: 'RULE-001', text: 'Force-push only to your own branches.' },
    },
    { title: 'A rule that no longer holds', before: [RULE], args: { replaces: 'RULE-001' } },
    {
      title: 'The answer to a question',
      before: [
        { tool: 'init', args: {} },
        { tool: 'remember', args: { kind: 'question', text: 'Which Node versions?' } },
      ],
      args: { answers: 'CARD-2', text: 'From 20 on.' },
    },
  ],
  refusals: {
    UNKNOWN_ID: {
      title: 'About nothing that exists',
      args: { text: 'It is slow.', about: 'TASK-404' },
    },
  },
});
