/** Reads proof as agents paste it: a line, several lines, or a capture of evidence. */

import { refuseFailedRun } from '../../../domain/notebooks/run-evidence.ts';
import { closedWithoutProof } from '../../../domain/tasks/checkpoints.ts';
import {
  type Capture,
  type CaptureInput,
  type ReadCapture,
  readCapture,
} from '../../../domain/tasks/evidence.ts';
import { lackingReceipts, proofLines, receipts } from '../../../domain/tasks/proof.ts';
import type { PlacedStep } from '../../../domain/tasks/step-tree.ts';
import { isOpen, type Target } from '../../../domain/tasks/target.ts';
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts';
import type { Reading } from '../../../store/port.ts';
import type { Warning } from '../../declaration/define-operation.ts';
import { readCellEvidence } from '../../steps/cell-evidence.ts';

/** Proof without a checkpoint counts for the tests. */
export function readProof(proof: string | readonly string[] | CaptureInput): ReadCapture | Refusal {
  if (typeof proof === 'object' && !isList(proof)) {
    return readCapture({ ...proof, checkpoint: proof.checkpoint ?? 'tests' });
  }
  const given = proofLines(proof);
  const checks = receipts(given);
  const capture: Capture = { items: [], checks, attachments: [], checkpoints: ['tests'] };
  return { capture, ignored: given.filter((line) => receipts(line).length === 0).length };
}

export function isList(proof: readonly string[] | CaptureInput): proof is readonly string[] {
  return Array.isArray(proof);
}

/** Warns if proof lacks one of its two receipts: what was run, and where the result can be seen. */
export function weakProof({ capture, ignored }: ReadCapture): readonly Warning[] {
  const { checks, items, attachments } = capture;
  if (checks.length === 0 && ignored === 0 && items.length + attachments.length > 0) return [];
  const lacking = lackingReceipts(checks);
  if (lacking.length === 0) return [];
  return [
    {
      code: 'PROOF_WEAK',
      message: `no ${lacking.join(' or ')} receipt`,
      recovery: `add ${lacking.map((kind) => `"${kind}: ..."`).join(' and ')} to proof`,
    },
  ];
}

/** Of the newest captures; more would not change what a step lacks. */
const MAX_CAPTURES = 50;

/** What a close has to tell about its step. `ignored`: entries of the proof that say nothing. */
export async function closingWarnings(
  tx: Reading,
  before: PlacedStep | undefined,
  after: Target,
  ignored = 0,
): Promise<readonly Warning[]> {
  const now = after.steps.find((step) => step.id === before?.step.id);
  if (!before || !now || !isOpen(before.step) || isOpen(now)) return [];
  const page = { limit: MAX_CAPTURES };
  const captures =
    now.evidenced.length === 0 ? [] : await tx.targets.evidence(after.root.id, now.id, page);
  const shown = captures.flatMap(({ payload }) => payload.evidence ?? []);
  const capture: Capture = {
    items: shown.flatMap(({ items }) => items),
    checks: shown.flatMap(({ checks }) => checks),
    attachments: shown.flatMap(({ attachments }) => attachments),
    checkpoints: now.evidenced,
  };
  const isShown = now.evidenced.length > 0 || ignored > 0;
  const weak = isShown ? weakProof({ capture, ignored }) : [];
  return [...blockLifted(before), ...joined(weak, proofMissing(before, after))];
}

/** A close whose only proof was ignored is warned about once, by what the proof lacks. */
function joined(weak: readonly Warning[], missing: readonly Warning[]): readonly Warning[] {
  const [none] = missing;
  if (!none || weak.length === 0) return [...weak, ...missing];
  return weak.map((warning) => ({ ...warning, message: `${none.message}: ${warning.message}` }));
}

/** A block that nobody lifted before the close should not go unnoticed. */
function blockLifted({ step, path }: PlacedStep): readonly Warning[] {
  if (!step.blocked) return [];
  return [
    {
      code: 'BLOCK_LIFTED',
      message: `${path} was blocked: ${step.blocked_reason ?? 'no reason given'}`,
      recovery: 'reopen and block it if that still holds',
    },
  ];
}

/** Warns if a close left a step without anything that shows that it holds. */
function proofMissing(before: PlacedStep, after: Target): readonly Warning[] {
  const isMeant = closedWithoutProof(after).some(({ step }) => step.id === before.step.id);
  if (!isMeant) return [];
  return [
    {
      code: 'PROOF_MISSING',
      message: `${before.path} closed without proof`,
      recovery: 'send proof with the close',
    },
  ];
}

/** What a request for evidence may name beside its pieces. */
interface WithCell extends CaptureInput {
  readonly cell?: string | undefined;
}

/** Adds the last run of the cell that a request names to its pieces. */
export async function withCellRun(
  tx: Reading,
  { cell, ...request }: WithCell,
  nowMs: number,
  { mustPass = false }: { readonly mustPass?: boolean } = {},
): Promise<CaptureInput | Refusal> {
  if (cell === undefined) return request;
  const evidence = await readCellEvidence(tx, cell, nowMs);
  if (isRefusal(evidence)) return evidence;
  if (mustPass && evidence.exit_code !== 0) return refuseFailedRun(evidence);
  return { ...request, items: [...(request.items ?? []), evidence] };
}
