/** The tables of recall. */

export interface RecallTables {
  /**
   * The texts that recall finds. Those without a name never change: their event has the words.
   * `number` tells the event and the place in it.
   */
  recall_docs: {
    workspace: string;
    kind: number;
    number: number;
    name: string | null;
    grp: string;
    at_ms: number;
    state: string | null;
    /** The text that holds instead: its name, or its number if it has no name. */
    successor: string | null;
    title: string | null;
    body: string | null;
  };
  /** The terms of the newest texts, a row for each. */
  recall_latest: { workspace: string; number: number; kind: number; terms: string };
  /** Where each term occurs in the block that the journal is in, the newest texts aside. */
  recall_current: { workspace: string; term: string; block: number; postings: string };
  /** Where each term occurs in the blocks before: one row for each, newest postings last. */
  recall_postings: { workspace: string; term: string; block: number; postings: string };
}
