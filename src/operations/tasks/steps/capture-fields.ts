/** The arguments by which tools take evidence. */

import * as z from 'zod';
import { ARTIFACT_KINDS, type CaptureInput } from '../../../domain/tasks/evidence.ts';
import { CHECKPOINTS } from '../../../domain/tasks/target.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { line, meta, receipts } from '../../declaration/fields.ts';

const long = z.string().optional();

const artifact = z.strictObject({
  kind: z.enum(ARTIFACT_KINDS),
  command: long,
  stdout: long,
  stderr: long,
  exit_code: z.int().optional(),
  diff: long,
  content: long,
  url: long,
  external_uri: long,
  meta,
});

const checkpoint = z.enum(CHECKPOINTS);

export const capture = {
  items: z.array(artifact).optional().describe('Artifacts: output, diffs, files, links'),
  checks: receipts.optional().describe('Receipts: CMD: ..., LINK: ...'),
  attachments: receipts.optional(),
  cell: line(LIMITS.title).optional().describe('notebook:cell whose last run is the evidence'),
  checkpoint: z
    .union([checkpoint, z.array(checkpoint)], { error: CHECKPOINTS.join(', ') })
    .optional()
    .describe('The checkpoints it proves'),
};

export const captureBounds = {
  max_items: z.int().min(1).max(LIMITS.evidenceItems).optional(),
  max_artifact_bytes: z.int().min(1).max(LIMITS.artifactBytes).optional(),
};

/** Removes the fields that are undefined in parsed arguments: stored JSON must not have them. */
export function captureInput(input: object): CaptureInput {
  return JSON.parse(JSON.stringify(input)) as CaptureInput;
}
