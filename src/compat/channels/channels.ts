/** The published channels of a server: one log for each workspace that is followed. */

import type {
  ChannelFollower,
  ChannelRequest,
  ChannelSource,
} from '../../observatory/channel-source.ts';
import type { Hub } from '../../observatory/hub.ts';
import type { Outlet } from '../../observatory/outlet.ts';
import { ChannelLog } from './channel-log.ts';
import { ChannelSubscription } from './channel-subscription.ts';

export class Channels implements ChannelSource {
  readonly #logs = new WeakMap<Hub, ChannelLog>();

  follow(outlet: Outlet, request: ChannelRequest): ChannelFollower {
    return new ChannelSubscription(outlet, request, (hub) => this.#logOf(hub));
  }

  #logOf(hub: Hub): ChannelLog {
    const known = this.#logs.get(hub);
    if (known) return known;
    const log = new ChannelLog(hub);
    hub.onClose(() => log.close());
    this.#logs.set(hub, log);
    return log;
  }
}
