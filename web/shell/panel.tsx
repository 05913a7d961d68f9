/** The detail beside a view: one thing, opened by `?panel=KIND:ID`, with its own scrolling. */

import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import { changeQuery, route } from '../router.ts';
import { panelKind } from '../views/all-views.tsx';
import { copyText } from './copy.tsx';
import { Empty } from './empty.tsx';

/** What can be opened, by the kind in the address; the rest of it is the id. */
export type PanelKinds = Readonly<Record<string, PanelKind>>;

export interface PanelKind {
  /** The word above the detail, such as `Thought`. */
  readonly title: string;
  readonly Detail: ComponentType<{ readonly id: string }>;
}

const WIDTH = 'waymark.panel';
const LEAST = 360;
const MOST = 720;
const STEP = 24;

/** A selection in a view replaces the address: the way back leaves the view, not the selection. */
export function openPanel(kind: string, id: string): void {
  changeQuery({ panel: `${kind}:${id}` });
}

function closePanel(): void {
  changeQuery({ panel: undefined });
}

/** The id of what is open, if it is of this kind. */
export function openedIn(kind: string): string | undefined {
  const { panel = '' } = route.value.query;
  return panel.startsWith(`${kind}:`) ? panel.slice(kind.length + 1) : undefined;
}

export function Panel() {
  const { panel } = route.value.query;
  const [width, setWidth] = useState(() => bounded(Number(localStorage.getItem(WIDTH)) || 420));
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (body.current) body.current.scrollTop = 0;
  }, [panel]);
  useKeys(
    panel === undefined
      ? []
      : [
          { keys: 'Escape', does: 'close the detail', run: closePanel },
          { keys: 'y', does: 'copy the link', run: () => copyText(location.href) },
        ],
  );
  if (panel === undefined) return null;
  const kind = panel.split(':', 1)[0] ?? '';
  const known = panelKind(kind);
  const found = known === 'unknown' ? undefined : known;
  const resize = (to: number) => {
    setWidth(bounded(to));
    localStorage.setItem(WIDTH, String(bounded(to)));
  };
  return (
    <aside class="panel" style={{ width: `${width}px` }} aria-label={found?.title ?? 'Detail'}>
      <Edge width={width} resize={resize} />
      <div class="panel-head">
        <h2 class="grow">{found?.title ?? 'Detail'}</h2>
        <button type="button" class="button bare" onClick={() => copyText(location.href)}>
          Copy link
        </button>
        <button type="button" class="button bare" aria-label="Close" onClick={closePanel}>
          ✕
        </button>
      </div>
      <div class="panel-body" ref={body} tabIndex={-1}>
        {found ? <found.Detail key={panel} id={panel.slice(kind.length + 1)} /> : null}
        {known === 'unknown' && (
          <Empty title="Nothing to show">This address names no detail that exists.</Empty>
        )}
      </div>
    </aside>
  );
}

function bounded(width: number): number {
  return Math.round(Math.min(MOST, Math.max(LEAST, width)));
}

/** The edge by which the panel is made wider, by pointer or by arrow keys. */
function Edge({ width, resize }: { readonly width: number; resize(to: number): void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be dragged
    <div
      class="panel-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the detail"
      aria-valuenow={width}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') resize(width + STEP);
        if (event.key === 'ArrowRight') resize(width - STEP);
      }}
      onPointerDown={(event) => {
        event.preventDefault();
        const { currentTarget, pointerId } = event;
        currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          resize(window.innerWidth - event.clientX);
        }
      }}
    />
  );
}
