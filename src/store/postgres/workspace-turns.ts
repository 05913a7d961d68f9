/**
 * The writers of this process take turns per workspace in memory, without using a connection.
 *
 * However many wait for a workspace that another process holds, only one of them waits at the
 * database. The other connections stay free for other workspaces and for readers.
 */

import type { Patience } from '../patience.ts';
import { StoreUnavailable } from '../unavailable.ts';

export class WorkspaceTurns {
  /** For each workspace in use: the waiting writers, in the order of their arrival. */
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
