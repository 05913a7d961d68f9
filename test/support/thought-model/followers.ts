/** Follows the views of the page through a random run: what they have must equal a fresh reading. */

import { SESSIONS_VIEW } from '../../../src/observatory/views/thinking/sessions-view.ts';
import { THOUGHT_VIEW } from '../../../src/observatory/views/thinking/thought-view.ts';
import { THOUGHTS_VIEW } from '../../../src/observatory/views/thinking/thoughts-view.ts';
import { followView, lookAt, type ViewFollower } from '../view-follower.ts';
import { count, type Run } from './run.ts';

type Follower = ViewFollower<{ readonly key: string }>;

/** A new one for each workspace. */
export class Followers {
  readonly #run: Run;
  readonly #followers: Follower[] = [];
  readonly #sessions = new Set<string>();

  private constructor(run: Run) {
    this.#run = run;
  }

  static async of(run: Run): Promise<Followers> {
    const followers = new Followers(run);
    const { server, workspace } = run;
    followers.#followers.push(await followView(server, workspace, SESSIONS_VIEW));
    return followers;
  }

  /** Takes what happened since, compares, and begins to follow the sessions that are new. */
  async catchUp(): Promise<void> {
    const { server, workspace } = this.#run;
    for (const follower of this.#followers) {
      await follower.catchUp();
      count(this.#run, 'rows followed', follower.touched.length);
    }
    const page = { sortBy: 'createdAt', sortOrder: 'asc', limit: 100, offset: 0 } as const;
    const sessions = await lookAt(server, workspace, ({ tx }) => tx.thoughts.sessions({}, page));
    for (const { id: session } of sessions) {
      if (this.#sessions.has(session)) continue;
      this.#sessions.add(session);
      this.#followers.push(await followView(server, workspace, THOUGHTS_VIEW, { session }));
      for (const place of ['1', '2', '5']) {
        const args = { session, place };
        this.#followers.push(await followView(server, workspace, THOUGHT_VIEW, args));
      }
    }
  }
}
