/** Evidence of work: runs of cells as evidence, and what happens without any. */

import { evidenceLine } from '../../../domain/notebooks/run-evidence.ts';
import type { WorkNode } from '../../../domain/work/work-node.ts';
import { isRefusal, type Refusal, refuse } from '../../../kernel/refusal.ts';
import type { Reading } from '../../../store/port.ts';
import type { BaseCall, Warning } from '../../declaration/define-operation.ts';
import { readCellEvidence } from '../../steps/cell-evidence.ts';

interface Looking extends Pick<BaseCall, 'nowMs' | 'server'> {
  readonly tx: Reading;
}

/** A type, because arguments are JSON. */
type Piece = { readonly type: string; readonly ref: string };

/** A reference `notebook:cell`: notebooks have UUIDs, other references rarely begin with one. */
const CELL_REF = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}:/i;

/** Evidence of the type `cell` becomes a line about the last run of that cell. */
export async function withCellRuns(
  { tx, nowMs }: Looking,
  pieces: readonly Piece[] | undefined,
  at: string,
): Promise<Piece[] | undefined | Refusal> {
  const added: Piece[] = [];
  for (const [index, piece] of (pieces ?? []).entries()) {
    if (piece.type.trim() !== 'cell' || !CELL_REF.test(piece.ref)) {
      added.push(piece);
      continue;
    }
    const evidence = await readCellEvidence(tx, piece.ref, nowMs);
    if (isRefusal(evidence)) {
      const field = `${at}add_evidence.${index}.ref`;
      return refuse('INVALID_INPUT', `${field}: ${evidence.message}`, { details: { field } });
    }
    added.push({ type: 'cell', ref: evidenceLine(evidence) });
  }
  return pieces && added;
}

/** For a node that is resolved by a call without evidence: whether it has some from before. */
export async function evidenceOf(
  { tx, server }: Looking,
  node: WorkNode,
  at: string,
): Promise<readonly Warning[] | Refusal> {
  if (server.evidenceOnResolve === 'off') return [];
  if ((await tx.work.evidence([node.id])).has(node.id)) return [];
  return server.evidenceOnResolve === 'require' ? evidenceRequired(at, node) : [unproven(node)];
}

function evidenceRequired(at: string, node: WorkNode): Refusal {
  return refuse('EVIDENCE_REQUIRED', `${at}add_evidence: ${node.id} has no evidence`, {
    recovery: 'Add evidence that it is done: a commit, a test or a note.',
    details: { field: `${at}add_evidence`, node_id: node.id },
  });
}

function unproven(node: WorkNode): Warning {
  return {
    code: 'EVIDENCE_MISSING',
    message: `${node.id} was resolved without evidence`,
    recovery: 'Add it with graph_update add_evidence.',
  };
}
