/** `trace_hydrate`: the end of a trace, short enough to continue from. */

import * as z from 'zod';
import { excerpt } from '../../kernel/excerpt.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { redactText } from '../../kernel/redaction.ts';
import { answer, defineOperation } from '../declaration/define-operation.ts';
import { reads, scoped } from '../declaration/facets.ts';
import { cursor, limit } from '../declaration/fields.ts';
import { ENTRY_TRIMS, entryPage } from '../notes/steps/entry-page.ts';
import { viewOf } from '../steps/branch-ref.ts';
import { traceFields } from './steps/trace-place.ts';

/** The length of the dots that mark a cut. */
const SHORTEST = 3;

export const traceHydrate = defineOperation({
  name: 'trace_hydrate',
  title: 'Resume from a trace',
  description:
    'Reads a trace to resume from it: its newest steps and events, oldest first, each statement cut to statement_max_bytes if given; next_cursor leads to older ones.',
  toolset: 'reasoning',
  does: reads(ENTRY_TRIMS).and(scoped(traceFields)),
  input: {
    cursor,
    limit_steps: limit(50, 200),
    statement_max_bytes: z.int().min(SHORTEST).optional().describe('Cap on each statement'),
  },
  example: { title: 'Pick up the thread', args: { limit_steps: 2, statement_max_bytes: 20 } },
  async run(input, { tx, workspace, scope }) {
    const docName = input.doc ?? scope.docs.trace;
    const view = await viewOf(tx, scope.branch);
    const page = await entryPage(tx, view, docName, { ...input, limit: input.limit_steps });
    const cut = withStatementsOf(page.entries, input.statement_max_bytes);
    return answer({
      workspace,
      branch: scope.branch.name,
      doc: docName,
      ...page,
      entries: cut.entries,
      truncated: cut.truncated,
    });
  },
});

/** Secrets are redacted before the cut: half a secret would not be recognised. */
function withStatementsOf(entries: readonly JsonObject[], bytes: number | undefined) {
  if (bytes === undefined) return { entries, truncated: false };
  let truncated = false;
  const shortened = entries.map((entry) => {
    if (typeof entry.content !== 'string') return entry;
    const statement = redactText(entry.content);
    const content = excerpt(statement, bytes);
    truncated ||= content !== statement;
    return { ...entry, content };
  });
  return { entries: shortened, truncated };
}
