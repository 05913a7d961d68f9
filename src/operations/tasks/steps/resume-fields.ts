/** The arguments that limit and page the sections of a resume. */

import * as z from 'zod';
import { cursor, limit, unlisted, versionCursor } from '../../declaration/fields.ts';
import { RESUME_LIMITS } from './read-resume.ts';

/** Accepted for symmetry by views that never change anything. */
export const readOnlyIgnored = z
  .boolean()
  .optional()
  .describe('Ignored: this tool never moves the focus');

function sections<Size, Cursor>(size: (standard: number, most: number) => Size, from: Cursor) {
  return {
    events_limit: size(RESUME_LIMITS.events, 200),
    decisions_limit: size(RESUME_LIMITS.decisions, 50),
    evidence_limit: size(RESUME_LIMITS.evidence, 50),
    blockers_limit: size(RESUME_LIMITS.blockers, 50),
    notes_limit: size(RESUME_LIMITS.notes, 200),
    trace_limit: size(RESUME_LIMITS.trace, 200),
    cards_limit: size(RESUME_LIMITS.cards, 200),
    events_cursor: from,
    notes_cursor: from,
    trace_cursor: from,
    cards_cursor: from,
    graph_diff_cursor: from,
    graph_diff_limit: size(RESUME_LIMITS.graphDiff, 200),
  };
}

/** The schema leaves bounds and defaults out: the tool is in every listing, and few set them. */
const briefly = (_standard: number, most: number) =>
  unlisted(
    z
      .int()
      .refine((count) => count >= 1 && count <= most, `expected 1 to ${most}`)
      .optional(),
  );

const brieflyFrom = unlisted(
  z
    .int()
    .refine((seq) => seq >= 0, 'expected number to be >=0')
    .optional(),
);

export const snapshotFields = {
  ...sections(briefly, brieflyFrom),
  graph_diff_cursor: unlisted(versionCursor),
};

export const superFields = {
  ...sections(limit, cursor),
  graph_diff_cursor: versionCursor,
  graph_diff: z.boolean().default(false),
};
