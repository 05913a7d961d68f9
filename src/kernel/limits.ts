/**
 * The limits on input and output. Truncation and refusal are decisions with a name, never
 * accidents.
 */

export const LIMITS = {
  /**
   * One call's arguments as JSON, in bytes. Below the transport's limit, so that the refusal is
   * ours.
   */
  callBytes: 1_048_576,
  /** Nesting of a call's arguments. */
  depth: 32,
  /** Values (leaves and containers) in one call's arguments. */
  values: 20_000,
  /** A long text: a note, an artifact; in characters. */
  text: 256_000,
  /** A one-line title or message; in characters. */
  title: 1_000,
  /** The name of a branch; in characters. */
  branchName: 200,
  /** The name of a document, a format; in characters. */
  docName: 128,
  /** A free-form object from the caller, in bytes of JSON. */
  metaBytes: 64_000,
  /** How many bases a branch may have, each the base of the one before. */
  branchDepth: 256,
  /** Steps of one task. */
  steps: 300,
  /** Levels of a tree in the work graph, and nodes in one batch of a plan. */
  workDepth: 200,
  workBatch: 500,
  /** What is given as the summary of a node of work, in characters; more than a title is kept too. */
  workText: 16_000,
  /** Texts in one list, such as criteria or tests. */
  listItems: 100,
  /** A plan or task with all its parts, in bytes of JSON. */
  entityBytes: 1_000_000,
  /** Artifacts in one capture of evidence, and the text of each in bytes. */
  evidenceItems: 20,
  artifactBytes: 256_000,
  /** Cells of one notebook, the text of each in bytes, and the name of its file in characters. */
  cells: 200,
  cellBytes: 100_000,
  fileName: 64,
  /**
   * The size of an answer when the caller sets no budget. Below the size at which clients cut
   * answers.
   */
  answerBytes: 60_000,
  /** How far the statistics of a branch count: the cost of an answer must not follow its history. */
  counted: 500,
  /** What a payload gets of a budget at least, and what stands around one that was cut at most. */
  payloadBytes: 600,
  frameBytes: 450,
  /** A suggested call as JSON. A call that repeats long arguments would cost the reader twice. */
  suggestionBytes: 2_000,
  /** The smallest budget: it holds an id and a command, or one item of a page and its cursor. */
  budgetFloor: 200,
} as const;
