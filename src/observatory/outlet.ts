/** A connection, as what is sent over it sees it. */

import type { JsonObject } from '../kernel/json.ts';

export interface Outlet {
  /** Text, or the bytes of it. */
  send(text: string | Buffer): void;
  /** Sends all that `work` sends in one piece. */
  together(work: () => void): void;
  /** Whether more was sent than its reader has taken yet. */
  readonly isFull: boolean;
  /** Resolves when there is room again, or when the connection has ended. */
  room(): Promise<void>;
  readonly isClosed: boolean;
}

export type ErrorCode =
  | 'SESSION_NOT_FOUND'
  | 'INVALID_PAYLOAD'
  | 'STORAGE_ERROR'
  | 'INTERNAL_ERROR';

/** `details` names the subscription or question that is refused. */
export function refusalText(code: ErrorCode, message: string, details?: JsonObject): string {
  const data = { code, message, ...(details === undefined ? {} : { details }) };
  return JSON.stringify({ channel: 'error', event: 'error', data });
}

/** Codes by which a connection is closed. */
export const CLOSE = {
  /** The server stops; connect again. */
  stopping: 1001,
  misuse: 1008,
  /** The server has too much to do for this connection. */
  tryLater: 1013,
} as const;
