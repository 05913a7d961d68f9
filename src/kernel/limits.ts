/** The limits at the border. Truncation and refusal are decisions with a name, never accidents. */

export const LIMITS = {
  /** One call's arguments as JSON, in bytes. Below the transport's own cap, so we answer it. */
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
  /** A free-form object of the caller's, as JSON bytes. */
  metaBytes: 64_000,
  /** Bases a branch may stand on, one above the other. */
  branchDepth: 256,
  /** Steps of one task. */
  steps: 300,
  /** Levels of a tree of work. */
  workDepth: 200,
  /** Texts in one list, such as criteria or tests. */
  listItems: 100,
  /** A plan or task with everything on it, as JSON bytes. */
  entityBytes: 1_000_000,
  /** Artifacts in one capture of evidence, and the text of each in bytes. */
  evidenceItems: 20,
  artifactBytes: 256_000,
  /** What an answer may cost when the caller sets no budget: below what clients cut off. */
  answerBytes: 60_000,
  /** A suggested call as JSON: one that repeats what was just sent costs the reader twice. */
  suggestionBytes: 2_000,
  /** The smallest budget that holds a payload, `{}`. */
  budgetFloor: 2,
} as const;
