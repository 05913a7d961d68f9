/** How sessions of thought are kept on a server. */

export interface ThoughtFacts {
  /** Whether the gateway's stages are enforced. */
  readonly stages: boolean;
  /** The only project there is, where the server was started for one. */
  readonly project: string | undefined;
  /** Whether the first thought may begin a session. */
  readonly autoCreateSession: boolean;
  /** The session that every connection begins with. */
  readonly sessionId: string | undefined;
}
