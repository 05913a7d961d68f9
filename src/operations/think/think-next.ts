/** `think_next`: the open card to continue with. */

import type { Trim } from '../../kernel/budget.ts';
import { squeezeView } from '../../kernel/cuts/squeeze.ts';
import { isJsonObject } from '../../kernel/json.ts';
import { omit, shortenText, within } from '../../kernel/trims.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { cardView, nextCandidate, readFrontier } from './steps/read-cards.ts';
import { readingScope, thinkPlace } from './steps/think-place.ts';

const LIMITS = { hypotheses: 5, questions: 5, subgoals: 5, tests: 5 };

const STUB_BYTES = 80;

/** Cuts no more than it has to. */
const shorterCard = within('candidate', [{ ...squeezeView, minimal: false }]);

/** Keeps only what identifies the card. */
const stub: Trim = {
  minimal: true,
  apply(view) {
    const { candidate } = view;
    if (candidate === undefined || candidate === null || !isJsonObject(candidate)) return view;
    const { id, type, title, text, status } = candidate;
    const words = typeof title === 'string' ? { title } : typeof text === 'string' ? { text } : {};
    const short = Object.fromEntries(
      Object.entries(words).map(([name, value]) => [name, shortenText(value, STUB_BYTES)]),
    );
    return { ...view, candidate: { id, type, ...short, status } };
  },
};

export const thinkNext = defineOperation({
  name: 'think_next',
  title: 'Next open card',
  description:
    'The open card to continue with: the hypothesis, question, subgoal or test that was changed last; null if none is open.',
  toolset: 'reasoning',
  does: reads([...shorterCard, stub, omit('graph_doc', 'branch')]).and(scoped(readingScope)),
  input: {},
  example: { title: 'What now?', args: {} },
  async run(input, { tx, scope }) {
    const place = thinkPlace(scope, input);
    const candidate = nextCandidate(await readFrontier(tx, place, LIMITS));
    return answer({
      branch: place.branch.name,
      graph_doc: place.graph,
      candidate: candidate ? cardView(candidate) : null,
      truncated: false,
    });
  },
});
