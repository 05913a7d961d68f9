/**
 * A page as the feed sees it: one connection, and the rows that it keeps with the page's own code.
 * It can be cut off, reconnect from where it was, and stop reading for a while.
 */

import { WebSocket } from 'ws';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { Scope } from '../../src/observatory/scope.ts';
import { RowKeeper } from '../../web/live/rows.ts';
import { SlowSocket } from './slow-socket.ts';

interface Keyed {
  readonly key: string;
}

export interface KeptView {
  readonly view: string;
  readonly args: JsonObject;
  readonly workspace: string;
}

/** What a page is connected by. */
export interface Line {
  send(text: string): void;
  cut(): void;
  stall(): void;
  goOn(): void;
}

export type Connect = (hear: (text: string) => void) => Promise<Line>;

export const overNetwork =
  (url: string): Connect =>
  async (hear) => {
    const socket = new WebSocket(new URL('/ws', url.replace(/^http/, 'ws')), ['waymark.v1']);
    socket.on('error', () => {});
    socket.on('message', (data) => hear(String(data)));
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('close', () => reject(new Error('the feed refused a page')));
    });
    return {
      send: (text) => socket.send(text),
      cut: () => socket.terminate(),
      stall: () => socket.pause(),
      goOn: () => socket.resume(),
    };
  };

/** Without a network, so that a reader that stops is noticed at once. */
export const slowly =
  (scope: Scope): Connect =>
  async (hear) => {
    const socket = new SlowSocket(scope, hear);
    return {
      send: (text) => socket.say(text),
      cut: () => socket.close(),
      stall: () => socket.stall(),
      goOn: () => socket.goOn(),
    };
  };

export class KeptPage {
  readonly #keepers = new Map<string, KeptView & { readonly keeper: RowKeeper<Keyed> }>();
  #line: Line | undefined;
  /** How often the rows went on from where they were. */
  resumed = 0;

  get followed(): readonly KeptView[] {
    return [...this.#keepers.values()];
  }

  async connect(connect: Connect): Promise<void> {
    const line = await connect((text) => {
      if (this.#line === line) this.#hear(JSON.parse(text));
    });
    this.#line = line;
    for (const id of this.#keepers.keys()) this.#subscribe(id);
  }

  follow(kept: KeptView): void {
    const id = JSON.stringify([kept.view, kept.args]);
    if (this.#keepers.has(id)) return;
    this.#keepers.set(id, { ...kept, keeper: new RowKeeper<Keyed>((show) => show()) });
    this.#subscribe(id);
  }

  /** As when the machine falls asleep: nobody says goodbye. */
  cut(): void {
    this.#line?.cut();
    this.#line = undefined;
  }

  stall(): void {
    this.#line?.stall();
  }

  goOn(): void {
    this.#line?.goOn();
  }

  /** The rows that are kept, sorted by their keys; undefined while they are being loaded. */
  rowsOf({ view, args }: KeptView): readonly Keyed[] | undefined {
    const { rows, isReady, refusal } = this.#keeper(view, args).value.peek();
    if (refusal) throw new Error(`${view} ${JSON.stringify(args)}: ${refusal.message}`);
    return isReady ? [...rows.values()].sort(byKey) : undefined;
  }

  #keeper(view: string, args: JsonObject): RowKeeper<Keyed> {
    const found = this.#keepers.get(JSON.stringify([view, args]));
    if (!found) throw new Error(`${view} is not followed`);
    return found.keeper;
  }

  #subscribe(id: string): void {
    const found = this.#keepers.get(id);
    if (!found) return;
    const { view, args, workspace, keeper } = found;
    const { since } = keeper;
    const named = { channel: 'view', id, view, args, workspace };
    this.#line?.send(JSON.stringify({ action: 'subscribe', ...named, since }));
  }

  #hear(frame: Parameters<RowKeeper<Keyed>['hear']>[0]): void {
    if (frame.event === 'view:resumed') this.resumed += 1;
    const { details } = frame.data as { details?: { id?: string } };
    const id = frame.data.id ?? details?.id ?? '';
    this.#keepers.get(id)?.keeper.hear(frame);
  }
}

export function byKey(a: Keyed, b: Keyed): number {
  return a.key < b.key ? -1 : 1;
}
