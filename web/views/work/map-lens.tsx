/** The frontier as a map: what is not finished and the way to it, from left to right. */

import { useMemo } from 'preact/hooks';
import type { Boxes } from '../../graph/boxes.ts';
import type { Camera, Extent } from '../../graph/camera.ts';
import { rowsPerColumn, tidyLayout } from '../../graph/tidy-layout.ts';
import { Empty } from '../../shell/empty.tsx';
import { visible } from '../../shell/said.tsx';
import { CanvasTree } from './canvas-tree.tsx';
import { labelOf } from './outline.tsx';
import { type Tokens, usePaint } from './scene-paint.ts';
import { useTree } from './use-tree.ts';
import type { LensProps } from './work.tsx';
import { STATES } from './work-state.tsx';
import {
  chainsOf,
  type Dependents,
  dependentsIn,
  hiddenBelow,
  type ShownState,
  shownState,
  type WorkTree,
} from './work-tree.ts';

const KINDS: readonly ShownState[] = ['actionable', 'claimed', 'open', 'blocked', 'resolved'];

const TOKENS: Tokens = {
  fills: ['accent-soft', 'busy-soft', 'surface', 'warn-soft', 'good-soft'],
  edges: ['accent', 'busy', 'strong-line', 'warn', 'good'],
  inks: ['accent', 'busy', 'text', 'warn', 'good'],
};

export function MapLens({ project, selected, select, open }: LensProps) {
  const { tree, live, holdingOf } = useTree(project, 'open', selected);
  const paint = usePaint(TOKENS);
  const { shape, items, index } = tree;
  const boxes = useMemo(() => tidyLayout(shape, rowsPerColumn(shape)), [shape]);
  const dependents = useMemo(() => dependentsIn(items), [items]);
  const content = useMemo(() => {
    const stateAt = (at: number) => {
      const row = items[at];
      return row ? shownState(row, holdingOf(row)) : 'open';
    };
    const kinds = Uint8Array.from({ length: shape.count }, (_, at) => KINDS.indexOf(stateAt(at)));
    const labelAt = (at: number) => {
      const hidden = hiddenBelow(tree, at);
      const done = hidden > 0 ? `  ✓ ${hidden}` : '';
      return `${STATES[stateAt(at)].icon} ${visible(items[at]?.summary ?? '')}${done}`;
    };
    return {
      boxes,
      parent: boxes.lines,
      kinds,
      labelOf: labelAt,
      selected: selected === undefined ? -1 : (index.get(selected) ?? -1),
      ...linked(tree, dependents, selected),
    };
  }, [boxes, tree, holdingOf, selected, dependents]);
  if (live.isReady && shape.count === 0) {
    return (
      <Empty title="Nothing is left to do">
        Everything in this project is finished. The lens All shows it.
      </Empty>
    );
  }
  const keyOf = (at: number) => items[at]?.key ?? '';
  return (
    <CanvasTree
      label="Node"
      content={content}
      paint={paint}
      shape={shape}
      axes="both"
      isReady={live.isReady}
      keyOf={keyOf}
      indexOf={(key) => index.get(key) ?? -1}
      describe={(at) => {
        const row = items[at];
        return row ? labelOf(row, holdingOf(row)) : '';
      }}
      first={(of, extent) => firstSight(of, extent, content.kinds)}
      least={leastScale}
      select={(at) => select(keyOf(at))}
      open={(at) => open(keyOf(at))}
    />
  );
}

/** All of it is seen, with some room around it. */
function leastScale({ width, height }: Boxes, extent: Extent): number {
  return 0.9 * Math.min(1, extent.width / Math.max(1, width), extent.height / Math.max(1, height));
}

const EDGE = 24;
/** Below this, texts could hardly be read. */
const LEAST_FIT = 0.7;

/** All of a small map; of a large one the first node that somebody works on or could. */
function firstSight(boxes: Boxes, extent: Extent, kinds: Uint8Array): Camera {
  const fit = Math.min(
    1,
    (extent.width - 2 * EDGE) / Math.max(1, boxes.width),
    (extent.height - 2 * EDGE) / Math.max(1, boxes.height),
  );
  if (fit >= LEAST_FIT) {
    const above = (extent.height / fit - boxes.height) / 2;
    return { x: -EDGE / fit, y: -above, scaleX: fit, scaleY: fit };
  }
  const claimed = kinds.indexOf(KINDS.indexOf('claimed'));
  const at = claimed >= 0 ? claimed : Math.max(0, kinds.indexOf(KINDS.indexOf('actionable')));
  const right = (boxes.x[at] ?? 0) + (boxes.w[at] ?? 0) + EDGE - extent.width;
  const y = (boxes.y[at] ?? 0) - extent.height / 2;
  return { x: Math.max(-EDGE, right), y, scaleX: 1, scaleY: 1 };
}

/** The chains of dependencies through the selected node, and all else dimmed. */
function linked(tree: WorkTree, dependents: Dependents, selected: string | undefined) {
  if (selected === undefined || !tree.index.has(selected)) return {};
  const { upstream, downstream } = chainsOf(tree, dependents, selected);
  const inside = new Set([selected, ...upstream, ...downstream]);
  const links: number[] = [];
  const lit = new Uint8Array(tree.shape.count);
  for (const key of inside) {
    const at = tree.index.get(key);
    if (at === undefined) continue;
    lit[at] = 1;
    for (const dep of tree.items[at]?.deps ?? []) {
      const to = inside.has(dep) ? tree.index.get(dep) : undefined;
      if (to !== undefined) links.push(to, at);
    }
  }
  return links.length === 0 ? {} : { lit, links };
}
