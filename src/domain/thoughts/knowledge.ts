/** The knowledge zone: patterns worth keeping, and notes that are passed around. */

/** Types, not interfaces: they go into events and answers. */
export type KnowledgePattern = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly content: string;
  readonly derivedFromSessions?: readonly string[];
  readonly createdBy?: string;
};

export type KnowledgeNote = {
  readonly id: string;
  readonly title: string;
  readonly content: string;
};
