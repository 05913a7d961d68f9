/** Everything of a project at once: a box is as wide as what is below it, and as green as done. */

import { useMemo } from 'preact/hooks';
import type { WorkRow } from '../../../src/observatory/views/work/work-view.ts';
import type { Boxes } from '../../graph/boxes.ts';
import { type Camera, type Extent, filledBy } from '../../graph/camera.ts';
import { icicleLayout } from '../../graph/icicle-layout.ts';
import { Empty } from '../../shell/empty.tsx';
import { visible } from '../../shell/said.tsx';
import { CanvasTree } from './canvas-tree.tsx';
import { labelOf } from './outline.tsx';
import { type Tokens, usePaint } from './scene-paint.ts';
import { useTree } from './use-tree.ts';
import type { LensProps } from './work.tsx';
import { STATES } from './work-state.tsx';
import { belowOf, shareDone, shownState } from './work-tree.ts';

/** Ten steps from nothing done to all done. */
const STEPS = 10;

const mixed = (at: number, full: string, none: string) =>
  `color-mix(in srgb, var(--${full}) ${at * STEPS}%, var(--${none}))`;

const LEVELS = Array.from({ length: STEPS + 1 }, (_, at) => at);

const TOKENS: Tokens = {
  fills: LEVELS.map((at) => mixed(at, 'good-soft', 'surface')),
  edges: LEVELS.map((at) => mixed(at, 'good', 'line')),
  inks: LEVELS.map(() => 'text'),
};

export function AllLens({ project, selected, select, open }: LensProps) {
  const { tree, live, holdingOf } = useTree(project, 'all', selected);
  const paint = usePaint(TOKENS);
  const { shape, items, index } = tree;
  const boxes = useMemo(() => icicleLayout(shape), [shape]);
  const content = useMemo(() => {
    const kinds = Uint8Array.from(items, (row) => Math.floor(shareDone(row) * STEPS));
    const labelAt = (at: number) => {
      const row = items[at];
      return row ? boxLabel(row, STATES[shownState(row, holdingOf(row))].icon) : '';
    };
    const chosen = selected === undefined ? -1 : (index.get(selected) ?? -1);
    return { boxes, kinds, labelOf: labelAt, selected: chosen };
  }, [boxes, tree, holdingOf, selected]);
  if (live.isReady && shape.count === 0) {
    return <Empty title={`No project is called ${project}`} />;
  }
  const keyOf = (at: number) => items[at]?.key ?? '';
  return (
    <CanvasTree
      label="Node"
      content={content}
      paint={paint}
      shape={shape}
      axes="x"
      isReady={live.isReady}
      keyOf={keyOf}
      indexOf={(key) => index.get(key) ?? -1}
      describe={(at) => {
        const row = items[at];
        return row ? `${labelOf(row, holdingOf(row))}, ${percent(row)} done` : '';
      }}
      first={whole}
      least={(of, extent) => extent.width / Math.max(1, of.width)}
      select={(at) => select(keyOf(at))}
      clicked={filledBy}
      open={(at) => open(keyOf(at))}
    />
  );
}

/** Few levels are drawn higher. */
const TALLEST = 1.4;

function whole(boxes: Boxes, extent: Extent): Camera {
  const scaleY = Math.min(TALLEST, Math.max(1, extent.height / Math.max(1, boxes.height)));
  return { x: 0, y: 0, scaleX: extent.width / Math.max(1, boxes.width), scaleY };
}

function percent(row: WorkRow): string {
  return `${Math.floor(shareDone(row) * 100)} %`;
}

function boxLabel(row: WorkRow, icon: string): string {
  const share = belowOf(row).total === 0 ? '' : ` ${percent(row)} ·`;
  return `${icon}${share} ${visible(row.summary)}`;
}
