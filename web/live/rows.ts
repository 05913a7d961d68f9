/** The rows of a view, kept as the server has them. Changes are shown once per frame. */

import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { route } from '../router.ts';
import { ask, type Frame, type Refusal, type Reply, stand } from './socket.ts';

interface Keyed {
  readonly key: string;
}

export interface LiveRows<Row extends Keyed> {
  readonly rows: ReadonlyMap<string, Row>;
  /** Whether all rows have come; what is shown before that is the beginning. */
  readonly isReady: boolean;
  /** Everything up to this seq is in the rows. */
  readonly seq: number;
  /** How many rows exist, if not all of them are sent. */
  readonly total: number | undefined;
  readonly refusal: Refusal | undefined;
}

/** Rows of one view as they change; independent of any component, so that tests can drive it. */
export class RowKeeper<Row extends Keyed> {
  readonly value: Signal<LiveRows<Row>>;
  #rows = new Map<string, Row>();
  /** Keys of rows that a new snapshot has not brought yet. */
  #old: Set<string> | undefined;
  #seq = 0;
  #isReady = false;
  #total: number | undefined;
  #refusal: Refusal | undefined;
  #isDue = false;
  readonly #later: (show: () => void) => void;

  constructor(later: (show: () => void) => void) {
    this.#later = later;
    this.value = signal(this.#shown());
  }

  /** Sent with a subscription: a server that can goes on from here. */
  get since(): number | undefined {
    return this.#isReady && this.#seq > 0 ? this.#seq : undefined;
  }

  hear({ event, data }: Frame): void {
    if (event === 'view:snapshot') this.#take(data);
    if (event === 'view:upsert') this.#put(data.rows as Row[]);
    if (event === 'view:delete') for (const key of data.keys as string[]) this.#rows.delete(key);
    if (event === 'view:ready') this.#finish();
    if (event === 'error') this.#refusal = data as unknown as Refusal;
    if (typeof data.seq === 'number') this.#seq = Math.max(this.#seq, data.seq);
    this.#show();
  }

  #take(data: Frame['data']): void {
    if (data.first) {
      this.#old = new Set(this.#rows.keys());
      this.#isReady = false;
      this.#total = undefined;
    }
    this.#refusal = undefined;
    if (typeof data.total === 'number') this.#total = data.total;
    this.#put(data.rows as Row[]);
  }

  #put(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#rows.set(row.key, row);
      this.#old?.delete(row.key);
    }
  }

  #finish(): void {
    for (const key of this.#old ?? []) this.#rows.delete(key);
    this.#old = undefined;
    this.#isReady = true;
  }

  #show(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#later(() => {
      this.#isDue = false;
      this.value.value = this.#shown();
    });
  }

  #shown(): LiveRows<Row> {
    return {
      rows: new Map(this.#rows),
      isReady: this.#isReady,
      seq: this.#seq,
      total: this.#total,
      refusal: this.#refusal,
    };
  }
}

/** A hidden page gets no frames, and must not fall behind without end. */
const HIDDEN_MS = 500;

export function nextFrame(show: () => void): void {
  if (document.hidden) setTimeout(show, HIDDEN_MS);
  else requestAnimationFrame(show);
}

/** The rows of a view of the workspace that is shown, as long as the component is. */
export function useRows<Row extends Keyed>(view: string, args: object = {}): LiveRows<Row> {
  const { workspace } = route.value;
  const name = JSON.stringify([workspace, view, args]);
  const keeper = useMemo(() => new RowKeeper<Row>(nextFrame), [name]);
  useEffect(
    () =>
      stand(
        (id) => ({
          action: 'subscribe',
          channel: 'view',
          id,
          view,
          args,
          workspace,
          since: keeper.since,
        }),
        (frame) => keeper.hear(frame),
      ),
    [name],
  );
  return keeper.value.value;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next?: string;
  readonly total?: number;
}

/** A page of a view, once. */
export function readRows<Row>(
  view: string,
  args: object = {},
  cursor?: string,
): Promise<Reply<Page<Row>>> {
  return ask({ action: 'read', view, args, cursor, workspace: route.value.workspace });
}

/** The answer of a reading tool, as an agent gets it. */
export function askTool(
  tool: string,
  args: object = {},
): Promise<Reply<{ readonly text: string }>> {
  return ask({ action: 'call', tool, args, workspace: route.value.workspace });
}
