/** The settings of a server that concern sessions of thought. */

export interface ThoughtFacts {
  /** Whether the gateway's stages are enforced. */
  readonly stages: boolean;
  /** The only project, if the server was started for one. */
  readonly project: string | undefined;
  /** Whether the first thought may start a session. */
  readonly autoCreateSession: boolean;
  /** The session that is active at the start of every connection. */
  readonly sessionId: string | undefined;
}
