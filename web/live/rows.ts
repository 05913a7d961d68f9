/** The rows of a view, kept as the server has them. Changes are shown once per frame. */

import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { route } from '../router.ts';
import { ask, type Frame, link, type Refusal, type Reply, stand } from './socket.ts';

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
    this.#refusal = undefined;
    for (const key of this.#old ?? []) this.#rows.delete(key);
    this.#old = undefined;
    this.#isReady = true;
  }

  /** The first rows are shown at once: nothing is there yet that could be shown too often. */
  #show(): void {
    if (this.#isDue) return;
    if (this.value.peek().rows.size === 0 && this.#rows.size > 0) {
      this.value.value = this.#shown();
      return;
    }
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

function nextFrame(show: () => void): void {
  if (document.hidden) setTimeout(show, HIDDEN_MS);
  else requestAnimationFrame(show);
}

/** What is shown in several places is subscribed once. */
interface Shared {
  readonly keeper: RowKeeper<Keyed>;
  readonly stop: () => void;
  users: number;
}

const shared = new Map<string, Shared>();

/** A view that is left for a moment keeps its rows, so that coming back shows them at once. */
const LINGER_MS = 2_000;

/** Whether something that is shown has no rows yet; they cannot come while the server is away. */
export const awaitsRows = signal(false);

function noteAwaited(): void {
  awaitsRows.value = [...shared.values()].some(({ users, keeper }) => {
    const { rows, isReady } = keeper.value.peek();
    return users > 0 && !isReady && rows.size === 0;
  });
}

/** The rows of a view of the workspace that is shown, as long as the component is. */
export function useRows<Row extends Keyed>(
  view: string,
  args: object = {},
  /** Null for a view of the whole memory. */
  of: string | null | undefined = route.value.workspace,
): LiveRows<Row> {
  const name = of === undefined ? undefined : JSON.stringify([of, view, args]);
  const found = useMemo(() => (name === undefined ? undefined : keeperOf(name)), [name]);
  useEffect(() => {
    if (name === undefined) return undefined;
    const entry = keeperOf(name);
    entry.users += 1;
    noteAwaited();
    return () => {
      entry.users -= 1;
      noteAwaited();
      setTimeout(() => forget(name, entry), LINGER_MS);
    };
  }, [name]);
  return (found?.keeper.value.value ?? NOTHING) as LiveRows<Row>;
}

/** Subscribes before a component does, so that the rows are under way while the page is built. */
export function expectRows(view: string, args: object, workspace: string): void {
  const name = JSON.stringify([workspace, view, args]);
  const entry = keeperOf(name);
  setTimeout(() => forget(name, entry), LINGER_MS);
}

const NOTHING: LiveRows<Keyed> = {
  rows: new Map(),
  isReady: false,
  seq: 0,
  total: undefined,
  refusal: undefined,
};

function keeperOf(name: string): Shared {
  const known = shared.get(name);
  if (known) return known;
  const [workspace, view, args] = JSON.parse(name) as [string | null, string, object];
  const keeper = new RowKeeper<Keyed>(nextFrame);
  const asked = { action: 'subscribe', channel: 'view', view, args };
  const stop = stand(
    (id) => ({ ...asked, id, workspace: workspace ?? undefined, since: keeper.since }),
    (frame) => keeper.hear(frame),
  );
  const entry = { keeper, stop, users: 0 };
  shared.set(name, entry);
  return entry;
}

function forget(name: string, entry: Shared): void {
  if (entry.users > 0 || shared.get(name) !== entry) return;
  // Until the server is back, nobody could read them again.
  if (link.value.is !== 'live' && entry.keeper.value.peek().isReady) {
    setTimeout(() => forget(name, entry), LINGER_MS);
    return;
  }
  entry.stop();
  shared.delete(name);
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
  workspace = route.value.workspace,
): Promise<Reply<Page<Row>>> {
  return ask({ action: 'read', view, args, cursor, workspace });
}

/** The answer of a reading tool: its text, as an agent gets it, unless it has a form of its own. */
export function askTool<Result = { readonly text: string }>(
  tool: string,
  args: object = {},
): Promise<Reply<Result>> {
  return ask({ action: 'call', tool, args, workspace: route.value.workspace });
}
