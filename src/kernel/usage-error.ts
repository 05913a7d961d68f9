/** A command or a request that the person at the command line has to change. */

/** Reported in a sentence, without a stack. */
export class UsageError extends Error {}
