/** The queries of recall: where terms occur, and the documents behind them. */

import type { Posting } from '../recall/terms/postings.ts';
import type { RecallKind } from '../recall/terms/recall-kinds.ts';

/** The newest places of one term that are wanted. */
export interface TermPlaces {
  /** Newest first. */
  readonly postings: readonly Posting[];
  /** The seq down to which these are all places; 0 if there are no others. */
  readonly completeFrom: number;
  /** How many places were read for them, wanted or not. */
  readonly read: number;
}

/** Which places are wanted. */
export interface PlaceFilter {
  readonly kinds?: readonly RecallKind[] | undefined;
  /** The numbers of texts: from the first, and below the second. */
  readonly numbers?: readonly [from: number, below: number] | undefined;
}

/** A document of recall. Its text is here if it has a name; else its event has it. */
export interface RecallDoc {
  readonly kind: RecallKind;
  readonly number: number;
  readonly name: string | undefined;
  readonly group: string;
  readonly atMs: number;
  readonly state: string | undefined;
  /** The number of the document that holds instead. */
  readonly successor: number | undefined;
  readonly title: string | undefined;
  readonly body: string | undefined;
  /**
   * The number under which the index has its words, if that is another: a branch may see a version
   * that the base has replaced since, and that says what an earlier one said.
   */
  readonly wordsAt?: number | undefined;
}

/** Nearest first. */
export interface Beside {
  readonly before: readonly RecallDoc[];
  readonly after: readonly RecallDoc[];
}

/** A group, or its texts up to some number. */
export interface GroupSlice {
  readonly group: string;
  /** Only those with a lower number. */
  readonly below?: number | undefined;
}

export interface CardsCalled {
  readonly live: number;
  readonly deleted: number;
}

export interface DocListing {
  readonly kinds?: readonly RecallKind[] | undefined;
  readonly groups?: readonly GroupSlice[] | undefined;
  /** Only those with a lower number. */
  readonly before?: number | undefined;
  /** Only those with this number or a higher one. */
  readonly from?: number | undefined;
  readonly limit: number;
}

export interface RecallQueries {
  /**
   * The newest `most` wanted places of each term, or a few more. Terms that do not occur are left
   * out.
   */
  places(
    terms: readonly string[],
    most: number,
    wanted?: PlaceFilter,
  ): Promise<ReadonlyMap<string, TermPlaces>>;
  /** The places of a term in those texts, if they are older than what `places` read of it. */
  placesIn(term: string, numbers: readonly number[]): Promise<readonly Posting[]>;
  /** Those of these numbers that have a document. */
  docs(keys: readonly Pick<RecallDoc, 'kind' | 'number'>[]): Promise<readonly RecallDoc[]>;
  /** The documents with these numbers, whatever their kind. */
  numbered(numbers: readonly number[]): Promise<readonly RecallDoc[]>;
  named(names: readonly string[]): Promise<readonly RecallDoc[]>;
  /** In how many documents there is a card with each of these ids; more than two count as two. */
  cardsCalled(ids: readonly string[]): Promise<ReadonlyMap<string, CardsCalled>>;
  /** Up to `reach` documents before and after each of these in its group, by its number. */
  around(docs: readonly RecallDoc[], reach: number): Promise<ReadonlyMap<number, Beside>>;
  /** The documents that each of these is linked to, by its number. */
  linked(docs: readonly RecallDoc[]): Promise<readonly (readonly [number, RecallDoc])[]>;
  /** Newest first. */
  newest(listing: DocListing): Promise<readonly RecallDoc[]>;
  /** The same, without reading more than the index has of them. */
  newestKeys(listing: DocListing): Promise<readonly Pick<RecallDoc, 'kind' | 'number'>[]>;
  /** Which of these terms occur. */
  known(terms: readonly string[]): Promise<readonly string[]>;
  /** Terms that begin with this, in the order of their bytes. */
  beginning(prefix: string, limit: number): Promise<readonly string[]>;
}
