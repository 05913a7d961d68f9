/**
 * Lays out a session as a snake: every row reads left to right and folds through the gutter, and a
 * branch is a block under the row of its fork.
 *
 * The result is a list of bands from top to bottom. A card is known by its band and its column, so
 * that a change of a row's height moves bands and never cards within them. Time and memory are
 * proportional to the number of bands and branches.
 */

export interface SnakeChain {
  readonly count: number;
  /** Where it begins; undefined for the main chain, which is the first of all. */
  readonly fork?: SnakePlace | undefined;
}

/** A thought by its chain and its position on it, both counted from 0. */
export interface SnakePlace {
  readonly chain: number;
  readonly at: number;
}

export interface SnakeMetrics {
  /** From one card to the next, and the card itself. */
  readonly cell: number;
  readonly card: number;
  readonly height: number;
  readonly branchHeight: number;
  /** By how much the first card of a branch's row is narrower, for the rail from its fork. */
  readonly inset: number;
  /** Of the line above a branch, and of the chip that stands for further ones. */
  readonly head: number;
  readonly chip: number;
  /** Below every row: the line folds there. */
  readonly gap: number;
  /** Left and right of the cards. */
  readonly gutter: number;
}

/** A row of cards, the head of a branch, or a chip for branches that are not listed. */
export interface Band {
  readonly kind: 'row' | 'head' | 'chip';
  readonly chain: number;
  /** The position of the first card, and how many there are. For a chip: how many branches. */
  readonly first: number;
  readonly count: number;
  /** The column of the first card. */
  readonly column: number;
  readonly top: number;
  readonly height: number;
  /** The row under which a branch is; -1 on the main chain. */
  readonly parent: number;
  /** The branches that begin in this row, by fork. */
  readonly forks?: readonly Fork[] | undefined;
  /** For a chip or head: the position of the fork on the chain of the parent. */
  readonly at?: number | undefined;
  readonly isOpen?: boolean | undefined;
}

export interface Fork {
  readonly at: number;
  /** The column under which its branches are. */
  readonly column: number;
  /** The last band that its rail leads to. */
  readonly last: number;
}

export interface SnakeRequest {
  /** The main chain first; a branch comes after the chain that it begins on. */
  readonly chains: readonly SnakeChain[];
  readonly columns: number;
  readonly metrics: SnakeMetrics;
  /** Whether a person opened or closed a branch; undefined if neither. */
  readonly isOpen?: (chain: number) => boolean | undefined;
  /** Whether all branches of a fork are listed. */
  readonly isListed?: (fork: SnakePlace) => boolean;
  /** The height of a row whose cards have grown. */
  readonly heightOf?: (chain: number, first: number, count: number) => number | undefined;
}

export interface Snake {
  readonly bands: readonly Band[];
  readonly height: number;
  readonly columns: number;
  readonly metrics: SnakeMetrics;
  /** Per chain: the bands of its rows, and how many cards a row has. Empty if it is folded. */
  readonly rows: readonly ChainRows[];
}

export interface ChainRows {
  readonly bands: readonly number[];
  readonly columns: number;
}

/** Of the branches at one fork, so many are open unless somebody decides otherwise. */
const OPEN_BRANCHES = 3;

type Draft<Value> = { -readonly [Name in keyof Value]: Value[Name] };

type BandPosition = Pick<Band, 'chain' | 'first' | 'count' | 'column' | 'parent'>;

type Pending =
  | { readonly is: 'chain'; chain: number; first: number; column: number; parent: number }
  | { readonly is: 'head'; chain: number; column: number; parent: number; fork: Draft<Fork> }
  | { readonly is: 'chip'; count: number; column: number; parent: number; fork: Draft<Fork> };

export function columnsIn(width: number, metrics: SnakeMetrics): number {
  return Math.max(1, Math.floor((width - 2 * metrics.gutter) / metrics.cell));
}

export function layoutSnake(request: SnakeRequest): Snake {
  return new Laying(request).run();
}

class Laying {
  readonly #request: SnakeRequest;
  readonly #bands: Draft<Band>[] = [];
  readonly #rows: { bands: number[]; columns: number }[];
  readonly #branches: ReturnType<typeof branchesByFork>;
  /** A stack of its own: chains may begin on each other without end. */
  readonly #stack: Pending[] = [{ is: 'chain', chain: 0, first: 0, column: 0, parent: -1 }];
  #top: number;

  constructor(request: SnakeRequest) {
    this.#request = request;
    this.#rows = request.chains.map(() => ({ bands: [], columns: 1 }));
    this.#branches = branchesByFork(request.chains);
    this.#top = request.metrics.gap;
  }

  run(): Snake {
    for (let next = this.#stack.pop(); next; next = this.#stack.pop()) {
      if (next.is === 'chain') this.#addRows(next);
      else if (next.is === 'head') this.#addHead(next);
      else this.#addChip(next);
    }
    const { columns, metrics } = this.#request;
    return { bands: this.#bands, height: this.#top, columns, metrics, rows: this.#rows };
  }

  /** The index of the new band. All bands have the same fields, so that engines keep them small. */
  #add(
    kind: Band['kind'],
    { chain, first, count, column, parent }: BandPosition,
    height: number,
  ): number {
    this.#bands.push({
      kind,
      chain,
      first,
      count,
      column,
      top: this.#top,
      height,
      parent,
      forks: undefined,
      at: undefined,
      isOpen: undefined,
    });
    this.#top += height;
    return this.#bands.length - 1;
  }

  /** Row by row, up to the first one at which branches begin: these come before the next. */
  #addRows({ chain, first: from, column, parent }: Pending & { is: 'chain' }): void {
    const { chains, columns, metrics, heightOf } = this.#request;
    const { count: all = 0 } = chains[chain] ?? {};
    const own = this.#rows[chain];
    const width = columns - column;
    const usual = parent < 0 ? metrics.height : metrics.branchHeight;
    if (own) own.columns = width;
    for (let first = from; first < all; first += width) {
      const count = Math.min(width, all - first);
      const height = heightOf?.(chain, first, count) ?? usual;
      const band = this.#add('row', { chain, first, count, column, parent }, height);
      this.#top += metrics.gap;
      own?.bands.push(band);
      const forks = this.#forksIn(band);
      if (!forks) continue;
      this.#stack.push({ is: 'chain', chain, first: first + width, column, parent });
      for (const { fork, here } of forks)
        this.#pushBranches(here, { chain, at: fork.at }, fork, band);
      return;
    }
  }

  /** The last fork of a row is pushed last and comes first: no rail runs through other cards. */
  #forksIn(band: number) {
    const row = this.#bands[band];
    const known = row && this.#branches[row.chain];
    if (!known) return undefined;
    const { first, count, column } = row;
    const forks: { fork: Draft<Fork>; here: readonly number[] }[] = [];
    for (let at = first; at < first + count; at++) {
      const here = known.get(at);
      if (!here) continue;
      // Two columns at least, where there are two: one would make a long branch a tower.
      const under = Math.min(column + at - first, Math.max(0, this.#request.columns - 2));
      forks.push({ fork: { at, column: under, last: band }, here });
    }
    if (forks.length === 0) return undefined;
    row.forks = forks.map(({ fork }) => fork);
    return forks;
  }

  #pushBranches(here: readonly number[], at: SnakePlace, fork: Draft<Fork>, parent: number): void {
    const { isListed, isOpen } = this.#request;
    const listsAll = isListed?.(at) ?? false;
    const newest = here.length - OPEN_BRANCHES;
    const shown = here.filter(
      (chain, index) => listsAll || index >= newest || isOpen?.(chain) !== undefined,
    );
    const place = { column: fork.column, parent, fork };
    for (const chain of [...shown].reverse()) this.#stack.push({ is: 'head', chain, ...place });
    const count = here.length - shown.length;
    if (count > 0 || (listsAll && here.length > OPEN_BRANCHES)) {
      this.#stack.push({ is: 'chip', count, ...place });
    }
  }

  #addHead({ chain, column, parent, fork }: Pending & { is: 'head' }): void {
    const { chains, metrics } = this.#request;
    const isOpen = this.#request.isOpen?.(chain) ?? this.#isNewest(chain);
    const { count = 0 } = chains[chain] ?? {};
    const index = this.#add('head', { chain, first: 0, count, column, parent }, metrics.head);
    this.#lead(fork, index).isOpen = isOpen;
    this.#top += isOpen ? HEAD_SPACE : metrics.gap / 4;
    if (isOpen) this.#stack.push({ is: 'chain', chain, first: 0, column, parent });
  }

  #addChip({ count, column, parent, fork }: Pending & { is: 'chip' }): void {
    const { metrics } = this.#request;
    const chain = this.#bands[parent]?.chain ?? 0;
    this.#lead(fork, this.#add('chip', { chain, first: 0, count, column, parent }, metrics.chip));
    this.#top += metrics.gap / 4;
  }

  /** Leads the rail of a fork to a band. */
  #lead(fork: Draft<Fork>, index: number): Draft<Band> {
    const band = this.#bands[index] as Draft<Band>;
    band.at = fork.at;
    fork.last = index;
    return band;
  }

  #isNewest(chain: number): boolean {
    const { fork } = this.#request.chains[chain] ?? {};
    const here = fork && this.#branches[fork.chain]?.get(fork.at);
    return here === undefined || here.indexOf(chain, -OPEN_BRANCHES) >= 0;
  }
}

/** Between the head of a branch and its first row. */
const HEAD_SPACE = 2;

function branchesByFork(chains: readonly SnakeChain[]): readonly (Map<number, number[]> | null)[] {
  const found: (Map<number, number[]> | null)[] = chains.map(() => null);
  for (const [index, { fork }] of chains.entries()) {
    if (!fork) continue;
    const here = found[fork.chain] ?? new Map<number, number[]>();
    found[fork.chain] = here;
    const known = here.get(fork.at);
    if (known) known.push(index);
    else here.set(fork.at, [index]);
  }
  return found;
}

/** The band that shows a thought; undefined if its branch is folded. */
export function bandOf({ rows }: Snake, { chain, at }: SnakePlace): number | undefined {
  const own = rows[chain];
  return own?.bands[Math.floor(at / own.columns)];
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where a card of a row is. */
export function boxOf({ metrics }: Snake, band: Band, at: number): Box {
  const column = band.column + at - band.first;
  const inset = band.parent >= 0 && at === band.first ? metrics.inset : 0;
  return {
    left: metrics.gutter + column * metrics.cell + inset,
    top: band.top,
    width: metrics.card - inset,
    height: band.height,
  };
}

/** The first band that ends below `y`. */
export function bandAt({ bands }: Snake, y: number): number {
  let [low, high] = [0, bands.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const band = bands[middle];
    if (band && band.top + band.height <= y) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The next thought in a direction: along the chain, or in the row above or below. */
export function nextPlace(
  snake: Snake,
  chains: readonly SnakeChain[],
  from: SnakePlace,
  direction: Direction,
): SnakePlace | undefined {
  const { chain, at } = from;
  if (direction === 'right')
    return at + 1 < (chains[chain]?.count ?? 0) ? { chain, at: at + 1 } : undefined;
  if (direction === 'left') return at > 0 ? { chain, at: at - 1 } : chains[chain]?.fork;
  const index = bandOf(snake, from);
  const here = index === undefined ? undefined : snake.bands[index];
  if (index === undefined || !here) return undefined;
  const column = here.column + at - here.first;
  const step = direction === 'up' ? -1 : 1;
  for (let next = index + step; next >= 0 && next < snake.bands.length; next += step) {
    const band = snake.bands[next];
    if (band?.kind !== 'row') continue;
    const within = Math.max(0, Math.min(column - band.column, band.count - 1));
    return { chain: band.chain, at: band.first + within };
  }
  return undefined;
}
