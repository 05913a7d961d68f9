/** An error in a command or its options, which the person at the command line can fix. */

/** Reported in a sentence, without a stack. */
export class UsageError extends Error {}
