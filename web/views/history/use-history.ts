/** The lines of the journal that are shown: the newest ones live, older ones as they are asked for. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { HistoryRow } from '../../../src/observatory/views/history/history-view.ts';
import { readRows, useRows } from '../../live/rows.ts';

export interface HistoryFilter {
  readonly agent?: string;
  readonly type?: string;
  readonly entity?: string;
}

export interface History {
  /** Newest first. */
  readonly rows: readonly HistoryRow[];
  readonly isReady: boolean;
  /** Whether the first event has been reached. */
  readonly isWhole: boolean;
  /** Reads on backwards; resolves to whether lines came. */
  more(): Promise<boolean>;
}

/** Lines that are kept while nobody asked for older ones, and after that. */
const MAX_NEW = 1_000;
const MAX_KEPT = 20_000;
/** A page may be empty and have more behind it. */
const MAX_EMPTY = 20;

interface Kept {
  readonly rows: Map<number, HistoryRow>;
  /** Where older lines go on. */
  cursor: string | undefined;
  hasOlder: boolean;
  isWhole: boolean;
  isAsking: boolean;
}

const nothing = (): Kept => ({
  rows: new Map(),
  cursor: undefined,
  hasOlder: false,
  isWhole: false,
  isAsking: false,
});

export function useHistory(filter: HistoryFilter): History {
  const live = useRows<HistoryRow>('history', filter);
  const name = JSON.stringify(filter);
  const kept = useRef<{ name: string; value: Kept }>({ name, value: nothing() });
  if (kept.current.name !== name) kept.current = { name, value: nothing() };
  const [round, setRound] = useState(0);
  const { value } = kept.current;
  const rows = useMemo(() => {
    takeNewest(value, [...live.rows.values()]);
    return [...value.rows.values()].sort((a, b) => b.seq - a.seq);
  }, [live.rows, name, round]);
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );

  const more = async (): Promise<boolean> => {
    if (value.isAsking || value.isWhole || !live.isReady) return false;
    value.isAsking = true;
    const before = value.rows.size;
    await readOlder(value, filter, rows.at(-1)?.seq);
    value.isAsking = false;
    if (isHere.current) setRound((now) => now + 1);
    return value.rows.size > before;
  };
  return { rows, isReady: live.isReady, isWhole: value.isWhole, more };
}

/** Lines never change, so what was shown once may stay, unless there is a gap before the newest. */
function takeNewest(kept: Kept, newest: readonly HistoryRow[]): void {
  const isApart = kept.rows.size > 0 && newest.length > 0;
  if (isApart && !newest.some(({ seq }) => kept.rows.has(seq))) {
    kept.rows.clear();
    kept.cursor = undefined;
    kept.hasOlder = false;
    kept.isWhole = false;
  }
  for (const row of newest) kept.rows.set(row.seq, row);
  const most = kept.hasOlder ? MAX_KEPT : MAX_NEW;
  if (kept.rows.size <= most) return;
  const seqs = [...kept.rows.keys()].sort((a, b) => b - a);
  for (const seq of seqs.slice(most)) kept.rows.delete(seq);
  kept.cursor = undefined;
  kept.isWhole = false;
}

async function readOlder(
  kept: Kept,
  filter: HistoryFilter,
  oldest: number | undefined,
): Promise<void> {
  let cursor = kept.cursor ?? String(oldest ?? Number.MAX_SAFE_INTEGER);
  for (let round = 0; round < MAX_EMPTY; round++) {
    const reply = await readRows<HistoryRow>('history', filter, cursor);
    if (!reply.ok) return;
    kept.hasOlder = true;
    for (const row of reply.result.rows) kept.rows.set(row.seq, row);
    const { next } = reply.result;
    kept.cursor = next;
    kept.isWhole = next === undefined;
    if (next === undefined || reply.result.rows.length > 0) return;
    cursor = next;
  }
}
