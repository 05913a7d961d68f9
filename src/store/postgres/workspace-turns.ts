/**
 * The writers of this process take turns per workspace in memory, without a connection.
 *
 * However many wait for a workspace that somebody else holds, one of them stands at the database
 * for all, and the connections are left to the other workspaces and to readers.
 */

import { StoreUnavailable } from '../unavailable.ts';
import type { Patience } from './patience.ts';

export class WorkspaceTurns {
  /** Of each workspace at work: those who wait for it, first come first. */
  private readonly lines = new Map<string, (() => void)[]>();

  async run<Result>(
    workspace: string,
    patience: Patience,
    task: () => Promise<Result>,
  ): Promise<Result> {
    await this.turn(workspace, patience);
    try {
      return await task();
    } finally {
      this.passOn(workspace);
    }
  }

  private turn(workspace: string, patience: Patience): Promise<void> {
    const line = this.lines.get(workspace);
    if (!line) {
      this.lines.set(workspace, []);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.splice(line.indexOf(called), 1);
        reject(tooLong(workspace));
      }, patience.leftMs);
      line.push(called);
    });
  }

  private passOn(workspace: string): void {
    const next = this.lines.get(workspace)?.shift();
    if (next) next();
    else this.lines.delete(workspace);
  }
}

function tooLong(workspace: string): StoreUnavailable {
  return new StoreUnavailable(
    'busy',
    `Other calls have kept workspace ${workspace} waiting for too long; nothing was written. Repeat the call.`,
  );
}
