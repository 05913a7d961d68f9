/** What the feed asks of the published channels. `src/compat/channels` provides them. */

import type { Hub } from './hub.ts';
import type { ChannelName, Fault } from './messages.ts';
import type { Outlet } from './outlet.ts';

export interface ChannelRequest {
  readonly channel: ChannelName;
  /** Only events of this session. */
  readonly sessionId: string | undefined;
  readonly workspace: string | undefined;
  /** The seq up to which the client has everything. */
  readonly since: number | undefined;
  /** Whether the client wants to begin with the current state. */
  readonly snapshot: boolean;
  readonly find: () => Promise<Hub | Fault>;
  /** Called when the subscription has ended by itself. */
  readonly ended: () => void;
  readonly log: (line: string) => void;
}

export interface ChannelFollower {
  readonly request: ChannelRequest;
  start(): void;
  stop(): void;
}

export interface ChannelSource {
  follow(outlet: Outlet, request: ChannelRequest): ChannelFollower;
}
