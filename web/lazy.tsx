/** Parts of the page that are loaded when they are first shown. */

import { type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { awaitsRows } from './live/rows.ts';
import { Empty } from './shell/empty.tsx';
import { isAway, Offline } from './shell/offline.tsx';

export type Loaded<Value> = { readonly value: Value } | { readonly isMissing: true } | undefined;

type Preloadable = ComponentType & { preload(): void };

/** A value that begins to load when it is first asked for. */
export function lazy<Value>(load: () => Promise<Value>): () => Loaded<Value> {
  let state: Signal<Loaded<Value>> | undefined;
  return () => {
    if (!state) {
      const begun = signal<Loaded<Value>>(undefined);
      state = begun;
      load().then(
        (value) => {
          begun.value = { value };
        },
        () => {
          begun.value = { isMissing: true };
        },
      );
    }
    return state.value;
  };
}

/** A component that is loaded when it is first shown, or before by `preload`. */
export function lazily(load: () => Promise<ComponentType>): Preloadable {
  const found = lazy(load);
  return Object.assign(Lazy, { preload: () => void found() });
  function Lazy() {
    const state = found();
    if (state && 'value' in state) return <state.value />;
    if (isAway()) return awaitsRows.value ? null : <Offline />;
    return state ? <OutOfDate /> : null;
  }
}

/** A server of another version has other files. */
function OutOfDate() {
  return (
    <Empty title="The server has changed">
      This page belongs to another version of Waymark.{' '}
      <button type="button" class="button" onClick={() => location.reload()}>
        Load it again
      </button>
    </Empty>
  );
}
