/** How a question and the card that answers it belong together. */

import { lineExcerpt } from '../../kernel/excerpt.ts';
import type { NodeState } from '../graph/graph-events.ts';

export const LONGEST_TITLE = 160;

type Worded = Pick<NodeState, 'type' | 'title' | 'text'>;

/** What is asked, in one line. An answer has it as its title: a bare "yes" says nothing later. */
export function askedBy({ title, text = '' }: Pick<Worded, 'title' | 'text'>): string {
  return title ?? lineExcerpt(text, LONGEST_TITLE);
}

/** Whether a card that supports a question answers it; other cards may support it too. */
export function isAnswerTo(question: Worded, card: Worded): boolean {
  return (
    question.type === 'question' && card.text !== undefined && card.title === askedBy(question)
  );
}
