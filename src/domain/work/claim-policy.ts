/** What a claim on a node means for other agents: a warning that names its holder, or a refusal. */

export const CLAIM_POLICIES = ['soft', 'fenced'] as const;

export type ClaimPolicy = (typeof CLAIM_POLICIES)[number];
