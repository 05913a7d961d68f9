/** What a claim on work does to others: they are told whose it is, or they are kept from writing. */

export const CLAIM_POLICIES = ['soft', 'fenced'] as const;

export type ClaimPolicy = (typeof CLAIM_POLICIES)[number];
