/** `trace_validate`: checks the numbers and references of the thoughts of a trace. */

import type { EffectiveView } from '../../domain/branches/effective-view.ts';
import { traceStep } from '../../domain/trace/trace-step.ts';
import { checkTrace } from '../../domain/trace/validate-trace.ts';
import { cutList } from '../../kernel/cuts/list-cuts.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { omit } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { limit } from '../declaration/fields.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { traceFields } from './steps/trace-place.ts';

/** Entries in memory at once: each may have a long text. */
const PAGE = 200;

export const traceValidate = defineOperation({
  name: 'trace_validate',
  title: 'Validate a trace',
  description:
    'Checks every step of a trace: required fields, numbers that increase along each chain, references to earlier thoughts. Returns ok and the errors by seq.',
  toolset: 'reasoning',
  does: reads([...cutList('errors', { from: 'back' }), omit('workspace', 'doc', 'branch')]).and(
    scoped(traceFields),
  ),
  input: { max_errors: limit(50, 500) },
  example: { title: 'All is well', args: {} },
  async run(input, { tx, workspace, scope }) {
    const branch = scope.branch.name;
    const docName = input.doc ?? scope.docs.trace;
    const view = await viewOf(tx, scope.branch);
    const verdict = await verdictOn(tx, view, docName, input.max_errors);
    const { checked, errors, truncated } = verdict;
    const [first] = errors;
    const look = first && { branch, doc: docName, cursor: first.seq + 1, limit: 5 };
    return answer(
      { workspace, branch, doc: docName, ok: !first, checked, errors, truncated },
      { suggestions: look ? [suggestCall('show', look, 'Read up to the first error')] : [] },
    );
  },
});

async function verdictOn(tx: Reading, view: EffectiveView, doc: string, maxErrors: number) {
  const check = checkTrace(maxErrors);
  let last = 0;
  for (;;) {
    const page = await tx.journal.inViewAfter(view, doc, last, PAGE);
    const verdict = check.take(page.flatMap((event) => traceStep(event) ?? []));
    if (verdict.truncated || page.length < PAGE) return verdict;
    last = page.at(-1)?.seq ?? last;
  }
}
