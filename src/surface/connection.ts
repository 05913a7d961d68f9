/** What a connection remembers between its calls: where each workspace's gateway stands. */

import type { GatewayState } from '../domain/thoughts/gateway-state.ts';

export class Connection {
  readonly #states = new Map<string, GatewayState>();

  stateIn(workspace: string): GatewayState | undefined {
    return this.#states.get(workspace);
  }

  move(workspace: string, state: GatewayState): void {
    this.#states.set(workspace, state);
  }
}
