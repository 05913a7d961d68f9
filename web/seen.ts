/**
 * Since I last looked: up to which event the reader marked things as seen, for each workspace.
 *
 * It is set by hand only, and kept in the browser. Before the first mark nothing counts as unseen.
 */

import { signal } from '@preact/signals';
import type { HeadRow } from '../src/observatory/views/head-view.ts';
import { useRows } from './live/rows.ts';
import { route } from './router.ts';

const PREFIX = 'waymark.seen.';

const marks = signal<ReadonlyMap<string, number>>(new Map());

/** Undefined if nothing was marked yet. */
export function seenSeq(workspace: string | undefined): number | undefined {
  if (workspace === undefined) return undefined;
  const known = marks.value.get(workspace);
  if (known !== undefined) return known;
  const kept = Number(localStorage.getItem(PREFIX + workspace) ?? Number.NaN);
  return Number.isSafeInteger(kept) && kept >= 0 ? kept : undefined;
}

export function markSeen(workspace: string, seq: number): void {
  localStorage.setItem(PREFIX + workspace, String(seq));
  marks.value = new Map([...marks.value, [workspace, seq]]);
}

/** Another tab of the same browser may mark, too. */
export function followMarks(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (!key?.startsWith(PREFIX)) return;
    const seq = Number(newValue ?? Number.NaN);
    const others = new Map(marks.value);
    if (Number.isSafeInteger(seq)) others.set(key.slice(PREFIX.length), seq);
    else others.delete(key.slice(PREFIX.length));
    marks.value = others;
  });
}

/** The newest event of the workspace that is shown. */
export function useHeadSeq(): number {
  return useRows<HeadRow>('head').rows.get('head')?.seq ?? 0;
}

/** How many events came after the mark. */
export function useUnseenCount(): number {
  const seen = seenSeq(route.value.workspace);
  const head = useHeadSeq();
  return seen === undefined ? 0 : Math.max(0, head - seen);
}

export function isUnseen(seq: number): boolean {
  const seen = seenSeq(route.value.workspace);
  return seen !== undefined && seq > seen;
}
