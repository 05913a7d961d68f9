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
    /** The number of the text that holds instead. */
    successor: number | null;
    title: string | null;
    body: string | null;
  };
  /** Where each term occurs: one row for each stretch of the journal, newest postings last. */
  recall_postings: { workspace: string; term: string; block: number; postings: string };
}
