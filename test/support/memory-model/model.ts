/** A memory that copies everything for every new branch: slow, and obviously correct. */

import type { JsonObject } from '../../../src/kernel/json.ts';
import type { Meeting } from './graph-merge-model.ts';

/** What one event left in a document. */
export interface Entry {
  readonly seq: number;
  /** As `show` returns it, without times. */
  readonly shown: JsonObject;
  /** Of a note: the seq of the original. A copy keeps it. */
  readonly origin?: number;
  /** Of a card, and of its copies: the card as it was recorded. */
  readonly card?: JsonObject | undefined;
}

/** A node or edge; the state is null if it was deleted. */
export interface Cell {
  readonly seq: number;
  readonly state: JsonObject | null;
}

/** By `node|id` or `edge|from|rel|to`. */
export type Graph = Map<string, Cell>;

/** Everything that a branch sees of a document, and what graph merges need to know of it. */
export interface Doc {
  readonly entries: Entry[];
  readonly graph: Graph;
  /** The graph of the base when the branch was created. */
  readonly copied: Graph;
  /** What was written on this branch itself. */
  readonly own: Set<string>;
  /** The states that were last merged into the base. */
  readonly given: Graph;
}

export interface Branch {
  name: string;
  readonly base: Branch | undefined;
  readonly cutoff: number | null;
  readonly docs: Map<string, Doc>;
}

export const refused = (code: string) => ({ code });

export class Memory {
  /** The last seq; the first event created the workspace. */
  head = 1;
  branches: Branch[] = [{ name: 'main', base: undefined, cutoff: null, docs: new Map() }];
  checkout = this.first;
  /** The conflicts of graph merges: previewed, open or resolved. */
  meetings: Meeting[] = [];
  /** The ids of those that were deleted with their branch. */
  readonly goneIds: string[] = [];
  /** Every card that was ever recorded. */
  readonly cards: JsonObject[] = [];

  get first(): Branch {
    const [first] = this.branches;
    if (!first) throw new Error('the model has lost its first branch');
    return first;
  }

  get names(): string[] {
    return this.branches.map((branch) => branch.name);
  }

  /** The checkout, if no name is given. */
  find(name: string | undefined): Branch | undefined {
    if (name === undefined) return this.checkout;
    return this.branches.find((branch) => branch.name === name);
  }

  isBase(branch: Branch): boolean {
    return this.branches.some((each) => each.base === branch);
  }

  doc(branch: Branch, name: string): Doc {
    const doc = branch.docs.get(name) ?? copyOf(undefined);
    branch.docs.set(name, doc);
    return doc;
  }

  /** By its name, else by its first entry; undefined if it has none. */
  kindOf(branch: Branch, name: string): string | undefined {
    if (['notes', 'trace', 'graph'].includes(name)) return name;
    const [first] = this.doc(branch, name).entries;
    return first && (first.shown.kind === 'note' ? 'notes' : 'graph');
  }

  isGraph(branch: Branch, name: string): boolean {
    return this.kindOf(branch, name) === 'graph';
  }

  branchOff(name: string, base: Branch): Branch {
    const docs = new Map([...base.docs].map(([doc, held]) => [doc, copyOf(held)]));
    const branch = { name, base, cutoff: this.head, docs };
    this.head += 1;
    this.branches.push(branch);
    return branch;
  }

  checkOut(branch: Branch): void {
    if (this.checkout !== branch) this.head += 1;
    this.checkout = branch;
  }

  enterNote(
    branch: Branch,
    doc: string,
    note: JsonObject,
    { origin, card }: Pick<Entry, 'origin' | 'card'> = {},
  ): number {
    const seq = ++this.head;
    const shown = { seq, kind: 'note', ...note };
    this.doc(branch, doc).entries.push({ seq, shown, origin: origin ?? seq, card });
    return seq;
  }

  enterCard(branch: Branch, doc: string, card: JsonObject): void {
    const { id, title, ...rest } = card;
    const meta = { source: 'think_card', card_id: id, ...rest };
    this.cards.push(card);
    this.enterNote(branch, doc, { title, format: 'think_card', meta, content: title }, { card });
  }

  enterVersion(branch: Branch, doc: string, key: string, state: JsonObject | null): Cell {
    const seq = ++this.head;
    const event_type = `graph_${key.slice(0, 4)}_${state ? 'upserted' : 'deleted'}`;
    const held = this.doc(branch, doc);
    held.entries.push({ seq, shown: { seq, kind: 'event', event_type } });
    const cell = { seq, state };
    held.graph.set(key, cell);
    held.own.add(key);
    return cell;
  }
}

function copyOf(base: Doc | undefined): Doc {
  return {
    entries: [...(base?.entries ?? [])],
    graph: new Map(base?.graph),
    copied: new Map(base?.graph),
    own: new Set(),
    given: new Map(),
  };
}
