/** What one visitor may see: the hubs, views and rows of the workspaces that its token allows. */

import { WORKSPACE_ID, WORKSPACE_RULE } from '../kernel/ids.ts';
import type { JsonObject } from '../kernel/json.ts';
import type { Store } from '../store/port.ts';
import type { Surface } from '../surface/surface.ts';
import type { Visitor } from '../surface/visitor.ts';
import { NONE_YET, storeOfFirst } from './first-workspace.ts';
import { ASIDE, Hub } from './hub.ts';
import type { Fault } from './messages.ts';
import type { PageAtSeq, RowFeed } from './rows/row-feed.ts';
import { WORKSPACES, WorkspacesFeed } from './rows/workspaces-feed.ts';
import type { AnyView } from './view.ts';

export interface HubsOptions {
  readonly surface: Surface;
  readonly views: ReadonlyMap<string, AnyView>;
  readonly log: (line: string) => void;
}

/** A view as a client names it. */
export interface ViewName {
  readonly view: string;
  readonly args: JsonObject;
  /** The server's own, else the only one, if it is not named. */
  readonly workspace?: string | null | undefined;
}

/** Workspaces without events that are watched at once. */
const MAX_AWAITED = 64;

const NO_WORKSPACE: Fault = {
  fault: 'There is no such workspace here, or this connection may not see it.',
};

const TOO_MANY: Fault = {
  fault: `At most ${MAX_AWAITED} workspaces without events can be watched at once.`,
};

const SEVERAL: Fault = {
  fault: 'There are several workspaces: name one. The view workspaces lists them.',
};

/** The hubs of a server, shared by all its visitors. */
export class Hubs {
  readonly #options: HubsOptions;
  readonly #hubs = new Map<string, Hub>();
  readonly #lists = new Map<string, WorkspacesFeed>();
  /** Names of hubs whose workspaces had no event when they were asked for. */
  readonly #awaited = new Set<string>();
  readonly #firsts = new Map<string, Hub>();

  constructor(options: HubsOptions) {
    this.#options = options;
  }

  scopeOf({ workspaces, workspace }: Pick<Visitor, 'workspaces' | 'workspace'>): Scope {
    return new Scope(this, this.#options, { allowed: workspaces, usual: workspace });
  }

  /** Kept for good: a hub that nobody watches is only a name. */
  hub(workspace: string): Hub {
    const known = this.#hubs.get(workspace);
    if (known) return known;
    const hub = this.#open(workspace, this.#options.surface.store);
    this.#hubs.set(workspace, hub);
    return hub;
  }

  has(workspace: string): boolean {
    return this.#hubs.has(workspace);
  }

  /**
   * The hub of a workspace without events. Undefined if too many of them are watched: any name can
   * be asked for, and each that is watched reads the store after every commit.
   */
  awaited(workspace: string): Hub | undefined {
    if (this.#awaited.size >= MAX_AWAITED) this.#forgetUnwatched();
    if (this.#awaited.size >= MAX_AWAITED) return undefined;
    this.#awaited.add(workspace);
    return this.hub(workspace);
  }

  /** The hub of the first workspace that appears, for all visitors that may see the same. */
  first(allowed: readonly string[] | undefined): Hub {
    const name = JSON.stringify(allowed ?? null);
    const known = this.#firsts.get(name);
    if (known) return known;
    const isAllowed = (workspace: string) => allowed?.includes(workspace) ?? true;
    const hub = this.#open(NONE_YET, storeOfFirst(this.#options.surface.store, isAllowed));
    this.#firsts.set(name, hub);
    return hub;
  }

  #open(workspace: string, store: Store): Hub {
    const { surface, log } = this.#options;
    const { now, facts } = surface;
    const { claimTtlMinutes, thoughts } = facts;
    const { project } = thoughts;
    return new Hub(workspace, { store, now, claimTtlMinutes, project, log });
  }

  #forgetUnwatched(): void {
    for (const workspace of this.#awaited) {
      if (this.#hubs.get(workspace)?.isFollowing) continue;
      this.#hubs.delete(workspace);
      this.#awaited.delete(workspace);
    }
  }

  /** One list for all visitors that may see the same. */
  list(allowed: readonly string[] | undefined): WorkspacesFeed {
    const name = JSON.stringify(allowed ?? null);
    const known = this.#lists.get(name);
    if (known) return known;
    const { surface, log } = this.#options;
    const { store, now, facts } = surface;
    const expected = expectedBy(facts, allowed);
    const list = new WorkspacesFeed({ store, now, allowed, expected, log });
    this.#lists.set(name, list);
    return list;
  }

  close(): void {
    for (const hub of this.#firsts.values()) hub.close();
    for (const hub of this.#hubs.values()) hub.close();
    for (const list of this.#lists.values()) list.close();
  }
}

/** The workspaces that are served before their first event: those of the token, or the server's own. */
function expectedBy(
  { defaultWorkspace: own }: Surface['facts'],
  allowed: readonly string[] | undefined,
): readonly string[] {
  return allowed ?? (own === undefined ? [] : [own]);
}

interface NamedView {
  readonly view: AnyView;
  readonly args: JsonObject;
}

interface Bounds {
  readonly allowed: readonly string[] | undefined;
  readonly usual: string | undefined;
}

export class Scope {
  readonly #hubs: Hubs;
  readonly #options: HubsOptions;
  readonly #bounds: Bounds;

  constructor(hubs: Hubs, options: HubsOptions, bounds: Bounds) {
    this.#hubs = hubs;
    this.#options = options;
    this.#bounds = bounds;
  }

  /** Also of a workspace without events, which may get its first one at any time. */
  async hub(named: string | null | undefined): Promise<Hub | Fault> {
    const workspace = (named || undefined) ?? this.#bounds.usual ?? (await this.#usual());
    if (typeof workspace !== 'string') return workspace;
    if (!this.#isAllowed(workspace)) return NO_WORKSPACE;
    if (this.#hubs.has(workspace)) return this.#hubs.hub(workspace);
    if (!WORKSPACE_ID.test(workspace)) return { fault: `workspace: ${WORKSPACE_RULE}` };
    const head = await this.#options.surface.store.read(workspace, async (tx) => tx.head, ASIDE);
    if (head > 0) return this.#hubs.hub(workspace);
    return this.#hubs.awaited(workspace) ?? TOO_MANY;
  }

  /** For a single answer, which nothing follows: a name that is not expected is a mistake. */
  async hubToRead(named: string | undefined): Promise<Hub | Fault> {
    const hub = await this.hub(named);
    if ('fault' in hub || named === undefined) return hub;
    const expected = expectedBy(this.#options.surface.facts, this.#bounds.allowed);
    if (expected.includes(named) || (await hub.read(async (tx) => tx.head)) > 0) return hub;
    return { fault: `There is no workspace ${named} yet.` };
  }

  async feed({ view: name, args, workspace }: ViewName): Promise<RowFeed | Fault> {
    if (name === WORKSPACES) return this.#hubs.list(this.#bounds.allowed);
    const view = this.#view(name, args);
    if ('fault' in view) return view;
    const hub = await this.hub(workspace);
    return 'fault' in hub ? hub : hub.feedOf(view.view, view.args);
  }

  async page(name: ViewName, cursor: string | undefined): Promise<PageAtSeq | Fault> {
    if (name.view === WORKSPACES) return this.#hubs.list(this.#bounds.allowed).page();
    const view = this.#view(name.view, name.args);
    if ('fault' in view) return view;
    const hub = await this.hub(name.workspace);
    if ('fault' in hub) return hub;
    return hub.look(async (look) => ({
      page: await view.view.page(look, view.args, cursor),
      seq: look.tx.head,
    }));
  }

  #view(name: string, args: JsonObject): NamedView | Fault {
    const view = this.#options.views.get(name);
    const parsed = view?.args.safeParse(args);
    if (view && parsed?.success) return { view, args: parsed.data };
    return { fault: `There is no view ${name} with these arguments.` };
  }

  #isAllowed(workspace: string): boolean {
    return this.#bounds.allowed?.includes(workspace) ?? true;
  }

  /** The server's own workspace, else the only one, else the first that appears. */
  async #usual(): Promise<string | Hub | Fault> {
    const { store, facts } = this.#options.surface;
    if (facts.defaultWorkspace !== undefined) return facts.defaultWorkspace;
    const names = (await store.heads()).map(({ workspace }) => workspace);
    const [only, ...others] = names.filter((each) => this.#isAllowed(each));
    if (only === undefined) return this.#hubs.first(this.#bounds.allowed);
    return others.length === 0 ? only : SEVERAL;
  }
}
