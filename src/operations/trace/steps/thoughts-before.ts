/** Whether the thoughts that a new one refers to were recorded in its trace. */

import { traceStep } from '../../../domain/trace/trace-step.ts';
import { type Refusal, refuse } from '../../../kernel/refusal.ts';
import { suggestCall } from '../../../kernel/suggestion.ts';
import type { Reading } from '../../../store/port.ts';
import type { DocumentScope } from '../../declaration/define-operation.ts';
import { viewOf } from '../../steps/branch-ref.ts';

/** Entries that are read for one reference; what an older one says is not checked. */
const MAX_READ = 10_000;
const ENTRIES_AT_ONCE = 500;

interface References {
  readonly doc?: string | undefined;
  readonly revisesThought?: number | undefined;
  readonly branchFromThought?: number | undefined;
}

export async function refuseUnknownThought(
  tx: Reading,
  scope: DocumentScope,
  { doc = scope.docs.trace, revisesThought, branchFromThought }: References,
): Promise<Refusal | undefined> {
  const named = new Map(
    Object.entries({ revisesThought, branchFromThought }).flatMap(([field, number]) =>
      number === undefined ? [] : [[field, number] as const],
    ),
  );
  const view = await viewOf(tx, scope.branch);
  let before: number | undefined;
  for (let read = 0; named.size > 0 && read < MAX_READ; read += ENTRIES_AT_ONCE) {
    const some = await tx.journal.inView(view, doc, { before, limit: ENTRIES_AT_ONCE });
    const numbers = new Set(some.map((event) => traceStep(event)?.order?.thoughtNumber));
    for (const [field, number] of named) if (numbers.has(number)) named.delete(field);
    if (some.length < ENTRIES_AT_ONCE) return firstMissing(named, scope, doc);
    before = some.at(-1)?.seq;
  }
  return undefined;
}

function firstMissing(
  named: ReadonlyMap<string, number>,
  { branch }: DocumentScope,
  doc: string,
): Refusal | undefined {
  const [missing] = named;
  if (!missing) return undefined;
  const [field, number] = missing;
  return refuse('UNKNOWN_ID', `${field}: no thought ${number} in ${doc}`, {
    recovery: 'Use the thoughtNumber of a recorded thought.',
    suggestions: [suggestCall('trace_hydrate', { ref: branch.name, doc }, 'See the thoughts')],
  });
}
