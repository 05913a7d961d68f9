/** The keys by which calls are recognised when they are repeated. */

/** The calls that carried a key of the caller, or the ticket of a commit whose outcome was lost. */
export interface CallKeys {
  /** The first call with this key, if it was applied. */
  find(id: string): Promise<KeptCall | undefined>;
  /** Stores the call that is running, in its own transaction. */
  keep(call: NewCall): Promise<void>;
}

export interface NewCall {
  readonly id: string;
  readonly tool: string;
  /** Of its arguments. */
  readonly fingerprint: string;
  /** Undefined if it was too long to store. */
  readonly answer: string | undefined;
}

export interface KeptCall {
  /** Undefined for a ticket, which records only the events. */
  readonly tool: string | undefined;
  /** Of the arguments. A ticket has only its first digits. */
  readonly fingerprint: string;
  readonly answer: string | undefined;
  /** The events that it appended. */
  readonly events: { readonly first: number; readonly last: number } | undefined;
  readonly madeMs: number;
}
