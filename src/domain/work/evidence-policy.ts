/** Whether work may be resolved without evidence: silently, with a warning, or not at all. */

export const EVIDENCE_POLICIES = ['off', 'warn', 'require'] as const;

export type EvidencePolicy = (typeof EVIDENCE_POLICIES)[number];
