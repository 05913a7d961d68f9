/** What a connection remembers between its calls: its last place, and the state of each gateway. */

import type { GatewayState } from '../domain/thoughts/gateway-state.ts';

export class Connection {
  readonly #states = new Map<string, GatewayState>();
  /** The workspace that the client's roots mean; asked once. */
  home: Promise<string | undefined> | undefined;
  #place = { workspace: '', worksOn: '' };

  /** The workspace of its last call, and what that call was about. */
  get place(): { readonly workspace: string; readonly worksOn: string } {
    return this.#place;
  }

  /** Without `worksOn` the last one stays, unless it was in another workspace. */
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
