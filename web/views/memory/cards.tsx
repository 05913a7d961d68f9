/** The cards of a branch: lanes of an argument, or a list where there are too many for lanes. */

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BranchRow } from '../../../src/observatory/views/memory/branches-view.ts';
import type { CardRow } from '../../../src/observatory/views/memory/cards-view.ts';
import type { DocumentRow } from '../../../src/observatory/views/memory/documents-view.ts';
import { useRows } from '../../live/rows.ts';
import { changeQuery, route } from '../../router.ts';
import { Empty } from '../../shell/empty.tsx';
import { useRoving } from '../../shell/roving.ts';
import { Said } from '../../shell/said.tsx';
import { VirtualList } from '../../shell/virtual-list.tsx';
import {
  LANES,
  type LaneName,
  laneOf,
  lanesOf,
  MAX_IN_LANES,
  type Relation,
  relationsOf,
  relClass,
} from './card-lanes.ts';
import { CardStatus } from './card-status.tsx';
import { DocPicker } from './doc-picker.tsx';
import { Elbows } from './elbows.tsx';
import { cardPanel } from './panel-ids.ts';

interface CardsTabProps {
  readonly branch: BranchRow;
  readonly documents: readonly DocumentRow[];
  /** Whether all documents are known. */
  readonly isReady: boolean;
  readonly named: string | undefined;
  onDoc(doc: string): void;
}

export function CardsTab({ branch, documents, isReady, named, onDoc }: CardsTabProps) {
  const graphs = documents.filter(({ kind }) => kind === 'graph');
  const chosen =
    graphs.find(({ doc }) => doc === named) ??
    graphs.find(({ doc }) => doc === 'graph') ??
    graphs[0];
  if (!isReady) return null;
  const doc = chosen?.doc ?? 'graph';
  return (
    <Cards key={doc} branch={branch.id} doc={doc}>
      <DocPicker documents={graphs} chosen={doc} onDoc={onDoc} />
    </Cards>
  );
}

interface CardsOfProps {
  readonly branch: number;
  readonly doc: string;
  readonly children: ComponentChildren;
}

function Cards({ branch, doc, children }: CardsOfProps) {
  const { rows, isReady } = useRows<CardRow>('cards', { branch, doc });
  const cards = useMemo(() => [...rows.values()], [rows]);
  const { card: selected } = route.value.query;
  const select = (id: string) =>
    changeQuery({ card: id, panel: `card:${cardPanel(branch, doc, id)}` });
  useEffect(() => {
    // An address with a card opens it.
    if (selected !== undefined && route.value.query.panel === undefined) select(selected);
  }, []);
  if (cards.length === 0) {
    if (!isReady) return null;
    return (
      <Empty
        title="No cards yet"
        calls={[
          'think_card {"card":{"type":"question","title":"…"}}',
          'think_pipeline {"frame":"…"}',
        ]}
      >
        Cards are questions, hypotheses, tests, evidence and decisions of this branch.
      </Empty>
    );
  }
  return (
    <div class={cards.length > MAX_IN_LANES ? 'cards-box whole' : 'cards-box'}>
      {children}
      {cards.length > MAX_IN_LANES ? (
        <CardList cards={cards} selected={selected} onSelect={select} />
      ) : (
        <Lanes cards={cards} selected={selected} onSelect={select} />
      )}
    </div>
  );
}

interface CardsProps {
  readonly cards: readonly CardRow[];
  readonly selected: string | undefined;
  onSelect(id: string): void;
}

function Lanes({ cards, selected, onSelect }: CardsProps) {
  const box = useRef<HTMLDivElement>(null);
  const lanes = useMemo(() => lanesOf(cards), [cards]);
  const relations = useMemo(() => relationsOf(cards, selected), [cards, selected]);
  const first = LANES.flatMap(({ name }) => lanes.get(name) ?? [])[0];
  const roving = useRoving(box, selected ?? first?.id, true);
  return (
    <div class="lanes" ref={box} onKeyDown={roving.onKeyDown}>
      {LANES.map(({ name, title }) => {
        const inLane = lanes.get(name) ?? [];
        return (
          <section key={name} class={inLane.length === 0 ? 'lane bare' : 'lane'}>
            <h3>
              {title} <span class="muted">{inLane.length}</span>
            </h3>
            <ul>
              {inLane.map((card) => (
                <li key={card.id}>
                  <Card
                    card={card}
                    isSelected={card.id === selected}
                    relations={relations.filter(({ id }) => id === card.id)}
                    item={roving.itemProps(card.id)}
                    onSelect={onSelect}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <Elbows box={box} selected={selected} relations={relations} rows={cards} />
    </div>
  );
}

interface CardProps {
  readonly card: CardRow;
  readonly isSelected: boolean;
  readonly relations: readonly Relation[];
  readonly item: object;
  onSelect(id: string): void;
}

function Card({ card, isSelected, relations, item, onSelect }: CardProps) {
  const { id, type, title, text, status, tags, pinned, edges } = card;
  const shownTags = tags.filter((tag) => tag !== 'pinned').slice(0, 4);
  const related = relations.length > 0 && !isSelected ? 'related' : '';
  return (
    <button
      type="button"
      class={`lane-card ${related}`}
      aria-pressed={isSelected}
      data-card={id}
      {...item}
      onClick={() => onSelect(id)}
    >
      <span class="row lane-card-head">
        <Said as="one" text={id} class="tiny muted mono grow" />
        {pinned && <span class="tiny">★ pinned</span>}
        {!isSelected &&
          relations.map(({ rel, isOutgoing }) => (
            <span key={`${rel} ${isOutgoing}`} class={`tiny relation ${relClass(rel)}`}>
              {isOutgoing ? `← ${rel}` : `${rel} →`}
            </span>
          ))}
      </span>
      <Said text={title ?? text} class="lane-card-title" />
      <span class="lane-card-foot">
        <CardStatus status={status} />
        {laneOf(type) === 'other' && (
          <span class="chip">
            <Said text={type} />
          </span>
        )}
        {shownTags.map((tag) => (
          <span key={tag} class="tiny muted">
            #<Said text={tag} />
          </span>
        ))}
        {edges.length > 0 && <span class="tiny muted">→ {edges.length}</span>}
      </span>
    </button>
  );
}

const LINE = 34;

/** Too many for lanes: one kind at a time, with how much leads to and from each. */
function CardList({ cards, selected, onSelect }: CardsProps) {
  const [lane, setLane] = useState<LaneName>('question');
  const lanes = useMemo(() => lanesOf(cards), [cards]);
  const into = useMemo(() => incomingCounts(cards), [cards]);
  return (
    <>
      <div class="row card-kinds">
        {LANES.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            class="button"
            aria-pressed={name === lane}
            onClick={() => setLane(name)}
          >
            {title} {lanes.get(name)?.length ?? 0}
          </button>
        ))}
      </div>
      <div class="card-list">
        <VirtualList
          items={lanes.get(lane) ?? []}
          keyOf={({ id }) => id}
          height={LINE}
          label="Cards"
          selected={selected}
          onSelect={onSelect}
          isMain
          render={({ id, title, text, status, edges }) => (
            <div class="row card-line">
              <Said as="one" text={id} class="tiny muted mono card-line-id" />
              <Said as="one" text={title ?? text} class="grow" />
              <span class="tiny muted">
                ← {into.get(id) ?? 0} · → {edges.length}
              </span>
              <CardStatus status={status} />
            </div>
          )}
        />
      </div>
    </>
  );
}

function incomingCounts(cards: readonly CardRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { edges } of cards) {
    for (const { to } of edges) counts.set(to, (counts.get(to) ?? 0) + 1);
  }
  return counts;
}
