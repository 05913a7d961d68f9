/** The rules and open questions about exactly one thing, where that thing is shown. */

import './remembered.css';
import { QuestionItem } from './question-items.tsx';
import { RuleItem } from './rule-items.tsx';
import { useQuestions, useRules } from './use-remembered.ts';

export function RememberedAbout({ id }: { readonly id: string }) {
  const rules = useRules().rows.filter(({ holds, about }) => holds && about?.id === id);
  const questions = useQuestions().rows.filter(({ about }) => about?.id === id);
  return (
    <>
      {rules.length > 0 && (
        <section>
          <h3>Rules</h3>
          <ul aria-label="Rules">
            {rules.map((row) => (
              <RuleItem key={row.key} row={row} />
            ))}
          </ul>
        </section>
      )}
      {questions.length > 0 && (
        <section>
          <h3>Open questions</h3>
          <ul aria-label="Open questions">
            {questions.map((row) => (
              <QuestionItem key={row.key} row={row} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
