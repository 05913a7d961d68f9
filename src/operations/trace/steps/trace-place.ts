/** The document that a trace tool reads or writes, and the answer of a written step. */

import * as z from 'zod';
import { entryView } from '../../../domain/documents/entry-view.ts';
import type { EventDraft } from '../../../domain/journal/event.ts';
import type { StepPlace } from '../../../domain/trace/record-step.ts';
import type { Json, JsonObject } from '../../../kernel/json.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import type { Writing } from '../../../store/port.ts';
import { type Answer, answer, type DocumentScope } from '../../declaration/define-operation.ts';
import { branch, doc, line, target } from '../../declaration/fields.ts';
import { refuseOtherKind } from '../../steps/document-kind.ts';

/** The arguments by which every trace tool names its document. */
export const traceFields = {
  target,
  ref: branch.optional().describe('Branch; default: the checkout'),
  doc: doc.optional().describe('Default: the trace'),
};

const id = line(LIMITS.docName);

const MAX_IDS = 200;

/** One id or several. They are only stored, so they need not exist. */
export const ids = z
  .union(
    [
      id,
      z
        .array(id)
        .min(1)
        .refine((list) => list.length <= MAX_IDS),
    ],
    {
      error: `an id, or a list of at most ${MAX_IDS}`,
    },
  )
  .optional();

interface StepInput {
  readonly doc?: string | undefined;
  readonly message?: string | undefined;
  readonly meta?: Readonly<Record<string, unknown>> | undefined;
}

export function stepPlace(scope: DocumentScope, input: StepInput): StepPlace {
  return {
    branch: scope.branch.id,
    doc: input.doc ?? scope.docs.trace,
    target: scope.target,
    title: input.message,
    meta: input.meta as JsonObject | undefined,
  };
}

/** Appends a step, and returns it as it is stored. */
export async function appendStep(
  tx: Writing,
  scope: DocumentScope,
  draft: EventDraft | Refusal,
): Promise<Answer | Refusal> {
  if (isRefusal(draft)) return draft;
  const doc = draft.doc ?? scope.docs.trace;
  const use = { branch: scope.branch, doc, kind: 'trace', field: 'doc' } as const;
  const misplaced = await refuseOtherKind(tx, use);
  if (misplaced) return misplaced;
  const [entry] = await tx.append([draft]);
  if (!entry) throw new Error('a step just appended is missing');
  return answer({
    workspace: tx.workspace,
    branch: scope.branch.name,
    doc: entry.doc as Json,
    entry: entryView(entry),
  });
}
