/** `trace_validate`: whether the thoughts of a trace hold together. */

import type { EffectiveView } from '../../domain/branches/effective-view.ts';
import { traceStep } from '../../domain/trace/trace-step.ts';
import { checkTrace } from '../../domain/trace/validate-trace.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { dropItems, omit } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { viewOf } from '../branch-ref.ts';
import { answer, defineOperation } from '../define-operation.ts';
import { budget, limit } from '../fields.ts';
import { traceFields } from './trace-place.ts';

const acme = { workspace: 'acme' };

/** Entries held at once: each may carry a long text. */
const PAGE = 200;

export const traceValidate = defineOperation({
  name: 'trace_validate',
  title: 'Validate a trace',
  description:
    'Checks every step of a trace: required fields, numbers that grow along each chain, references to earlier thoughts. Returns ok and the errors by seq.',
  family: 'reasoning',
  effect: 'read',
  scoped: true,
  input: { ...traceFields, max_errors: limit(50, 500), ...budget },
  refusals: {
    UNKNOWN_ID: {
      title: 'No such branch',
      before: [{ tool: 'init', args: acme }],
      args: { ...acme, ref: 'mian' },
    },
  },
  examples: [
    { title: 'All is well', before: [thought(1), thought(2)], args: acme },
    {
      title: 'A number that goes back, and a thought that is not there',
      before: [thought(1), thought(3), thought(2, { revisesThought: 7 })],
      args: acme,
    },
  ],
  trims: [
    dropItems('errors', { from: 'back', keep: 1 }),
    dropItems('errors', { from: 'back', keep: 0 }),
    omit('workspace', 'doc', 'branch'),
  ],
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
      { suggestions: look ? [suggestCall('show', look, 'Read up to the first fault')] : [] },
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

function thought(thoughtNumber: number, more: JsonObject = {}) {
  return {
    tool: 'trace_sequential_step',
    args: {
      ...acme,
      thought: `Idea ${thoughtNumber}: shorter keys.`,
      thoughtNumber,
      totalThoughts: 3,
      nextThoughtNeeded: true,
      ...more,
    },
  };
}
