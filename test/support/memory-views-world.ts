/** Set-up for tests of views of memory: views that are followed while real tools write. */

import { beforeEach } from 'vitest';
import { GATEWAY } from '../../src/domain/thoughts/gateway-state.ts';
import type { ViewRow } from '../../src/observatory/view.ts';
import type { TestEngine } from './engines.ts';
import type { Shown } from './task-world.ts';
import { type ThinkScenes, thinkScenes } from './think-world.ts';
import { connected, spoken } from './thought-world.ts';
import { ViewMirror } from './view-mirror.ts';

export interface FollowedScenes extends ThinkScenes {
  /** Follows a view from now on. */
  follow<Row extends ViewRow>(view: string, args?: object): Promise<ViewMirror<Row>>;
  /** A call that must succeed, after which every followed view equals a fresh page. */
  act(tool: string, args?: object): Promise<Shown>;
  /** A call of the gateway, in the same way. */
  gateway(what: string, args?: object): Promise<Shown>;
  branchId(name: string): Promise<number>;
  /** Compares every followed view with a fresh page. */
  agree(): Promise<void>;
}

export function followedScenes(engine: TestEngine): FollowedScenes {
  const here = thinkScenes(engine);
  let followed: ViewMirror<ViewRow>[] = [];
  let caller = connected('tester');
  beforeEach(() => {
    followed = [];
    caller = connected('tester');
  });
  const agree = async () => {
    for (const each of followed) await each.catchUp();
  };
  return Object.assign(here, {
    agree,
    async follow<Row extends ViewRow>(view: string, args: object = {}) {
      const mirror = await ViewMirror.of<Row>(
        here.server.surface.store,
        here.workspace,
        view,
        args,
      );
      followed.push(mirror as unknown as ViewMirror<ViewRow>);
      return mirror;
    },
    async act(tool: string, args: object = {}) {
      const answer = await here.ask(tool, args);
      await agree();
      return answer;
    },
    async gateway(what: string, args: object = {}) {
      const named = { workspace: here.workspace, ...spoken(what), ...args };
      const reply = await here.server.call(GATEWAY, named, caller);
      if (reply.isError) throw new Error(reply.text);
      await agree();
      return JSON.parse(reply.text);
    },
    branchId: (name: string) =>
      here.server.surface.store.read(here.workspace, async ({ branches }) => {
        const branch = await branches.byName(name);
        if (!branch) throw new Error(`there is no branch ${name}`);
        return branch.id;
      }),
  });
}
