/**
 * Whether work may be resolved without evidence: nobody minds, the answer says so, or it is
 * refused.
 */

export const EVIDENCE_POLICIES = ['off', 'warn', 'require'] as const;

export type EvidencePolicy = (typeof EVIDENCE_POLICIES)[number];
