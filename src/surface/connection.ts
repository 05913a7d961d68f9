/** What a connection remembers between its calls: where it is, and where its gateways stand. */

import type { GatewayState } from '../domain/thoughts/gateway-state.ts';

export class Connection {
  readonly #states = new Map<string, GatewayState>();
  /** Whose memory the client's roots mean; asked once. */
  home: Promise<string | undefined> | undefined;
  #place = { workspace: '', worksOn: '' };

  /** Where its last call was, and what that was about. */
  get place(): { readonly workspace: string; readonly worksOn: string } {
    return this.#place;
  }

  /** What is left out stays as it was, unless it was of another workspace. */
  touch(workspace: string, worksOn?: string): void {
    const before = workspace === this.#place.workspace ? this.#place.worksOn : '';
    this.#place = { workspace, worksOn: worksOn ?? before };
  }

  stateIn(workspace: string): GatewayState | undefined {
    return this.#states.get(workspace);
  }

  move(workspace: string, state: GatewayState): void {
    this.#states.set(workspace, state);
  }
}
