/** One thought as a card: its place, what kind of step it is, what became of it, and its words. */

import { useEffect } from 'preact/hooks';
import type { ThoughtRow } from '../../../src/observatory/views/thinking/thoughts-view.ts';
import type { Box } from '../../graph/snake-layout.ts';
import { At } from '../../shell/age.tsx';
import { Said } from '../../shell/said.tsx';
import type { SessionModel } from './session-model.ts';
import { laneOf, spokenName } from './thought-words.ts';
import { textOf, wantWhole } from './whole-texts.ts';

interface CardProps {
  readonly session: string;
  readonly row: ThoughtRow;
  readonly model: SessionModel;
  readonly chain: number;
  readonly box: Box;
  /** Whether it shows its whole text, however high that is. */
  readonly isWhole: boolean;
  readonly isSelected: boolean;
  /** Whether the thought that is pointed at refers to it, or it to that one. */
  readonly isLit: boolean;
  /** Whether Tab leads to it. */
  readonly isEntry: boolean;
  onSelect(key: string): void;
}

export function ThoughtCard(props: CardProps) {
  const { session, row, model, chain, box, isWhole, isSelected, isLit, isEntry, onSelect } = props;
  useEffect(() => {
    if (isWhole) wantWhole(session, row);
  }, [isWhole, row]);
  const revised = model.revisedBy(row.key);
  const classes = [
    'thought',
    laneOf(chain),
    revised.length > 0 ? 'revised' : '',
    row.revises === undefined ? '' : 'revision',
    isWhole ? 'whole' : '',
    isSelected ? 'selected' : '',
    isLit ? 'lit' : '',
  ];
  return (
    <div
      class={classes.filter((each) => each !== '').join(' ')}
      data-place={row.key}
      role="treeitem"
      aria-level={chain === 0 ? 1 : 3}
      aria-selected={isSelected}
      aria-label={spokenName(row, model)}
      tabIndex={isSelected || isEntry ? 0 : -1}
      style={{
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.width}px`,
        height: isWhole ? undefined : `${box.height}px`,
      }}
      onClick={() => onSelect(row.key)}
      onKeyDown={(event) => {
        if (event.key !== ' ') return;
        event.preventDefault();
        onSelect(row.key);
      }}
    >
      <div class="thought-head">
        <b>{row.number}</b>
        {row.marks.map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
        {row.revises !== undefined && <span class="warned">↺ {row.revises}</span>}
        {revised.length > 0 && <span class="warned">revised by {revised.join(', ')}</span>}
        {row.hasCritique && <span class="critique">✎ critique</span>}
        {model.isEnd(row) && <span class="ended">■ end</span>}
        {isWhole && (
          <span class="thought-when">
            <span class="said">{row.by}</span> · <At atMs={row.atMs} />
          </span>
        )}
      </div>
      <Said as="lines" class="thought-text" text={textOf(session, row)} />
    </div>
  );
}
