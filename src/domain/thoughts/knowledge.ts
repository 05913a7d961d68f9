/** Stored knowledge: patterns, and notes that agents share. */

/** Types, not interfaces, because events and answers are JSON. */
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
