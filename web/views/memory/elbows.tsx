/** The edges of the selected card, drawn between the cards as they are on the screen. */

import { useLayoutEffect, useState } from 'preact/hooks';
import { type Box, type Elbow, elbow, type Relation, relClass } from './card-lanes.ts';

interface ElbowsProps {
  readonly box: { readonly current: HTMLDivElement | null };
  readonly selected: string | undefined;
  readonly relations: readonly Relation[];
  /** Drawn anew when these change, since cards may have moved. */
  readonly rows: unknown;
}

interface Drawn extends Elbow {
  readonly key: string;
  readonly rel: string;
}

export function Elbows({ box, selected, relations, rows }: ElbowsProps) {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([]);
  const [size, setSize] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const watcher = new ResizeObserver(() => setSize((last) => last + 1));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = box.current;
    const from = element && selected !== undefined && boxOf(element, selected);
    if (!from) return setDrawn([]);
    setDrawn(
      relations.flatMap(({ id, rel, isOutgoing }) => {
        const to = boxOf(element, id);
        if (!to) return [];
        const drawing = isOutgoing ? elbow(from, to) : elbow(to, from);
        return [{ key: `${id} ${rel} ${isOutgoing}`, rel, ...drawing }];
      }),
    );
  }, [selected, relations, rows, size]);
  return (
    <svg class="elbows" aria-hidden="true">
      {drawn.map(({ key, line, tip, rel }) => (
        <g key={key} class={relClass(rel)}>
          <path class="elbow" d={line} />
          <path class="elbow-tip" d={tip} />
        </g>
      ))}
    </svg>
  );
}

function boxOf(element: HTMLElement, card: string): Box | undefined {
  const found = element.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`);
  if (!found) return undefined;
  const outer = element.getBoundingClientRect();
  const { left, top, width, height } = found.getBoundingClientRect();
  return {
    left: left - outer.left + element.scrollLeft,
    top: top - outer.top + element.scrollTop,
    width,
    height,
  };
}
