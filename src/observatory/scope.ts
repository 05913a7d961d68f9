/** What one visitor may see: the hubs, views and rows of the workspaces that its token allows. */

import type { JsonObject } from '../kernel/json.ts';
import type { Surface } from '../surface/surface.ts';
import type { Visitor } from '../surface/visitor.ts';
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

const NO_WORKSPACE: Fault = {
  fault: 'There is no such workspace here, or this connection may not see it.',
};

/** The hubs of a server, shared by all its visitors. */
export class Hubs {
  readonly #options: HubsOptions;
  readonly #hubs = new Map<string, Hub>();
  readonly #lists = new Map<string, WorkspacesFeed>();

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
    const { surface, log } = this.#options;
    const { store, now, facts } = surface;
    const { claimTtlMinutes, thoughts } = facts;
    const { project } = thoughts;
    const hub = new Hub(workspace, { store, now, claimTtlMinutes, project, log });
    this.#hubs.set(workspace, hub);
    return hub;
  }

  has(workspace: string): boolean {
    return this.#hubs.has(workspace);
  }

  /** One list for all visitors that may see the same. */
  list(allowed: readonly string[] | undefined): WorkspacesFeed {
    const name = JSON.stringify(allowed ?? null);
    const known = this.#lists.get(name);
    if (known) return known;
    const { surface, log } = this.#options;
    const list = new WorkspacesFeed({ store: surface.store, now: surface.now, allowed, log });
    this.#lists.set(name, list);
    return list;
  }

  close(): void {
    for (const hub of this.#hubs.values()) hub.close();
    for (const list of this.#lists.values()) list.close();
  }
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

  async hub(named: string | null | undefined): Promise<Hub | Fault> {
    const { allowed, usual } = this.#bounds;
    const workspace = named ?? usual ?? (await this.#usual());
    if (workspace === undefined || !this.#isAllowed(workspace)) return NO_WORKSPACE;
    if (this.#hubs.has(workspace)) return this.#hubs.hub(workspace);
    // Else anybody could create hubs without end.
    const head = await this.#options.surface.store.read(workspace, async (tx) => tx.head, ASIDE);
    if (head > 0) return this.#hubs.hub(workspace);
    return allowed ? NO_WORKSPACE : { fault: `There is no workspace ${workspace} yet.` };
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

  /** The server's own workspace, else the only one. */
  async #usual(): Promise<string | undefined> {
    const { store, facts } = this.#options.surface;
    if (facts.defaultWorkspace !== undefined) return facts.defaultWorkspace;
    const names = (await store.heads()).map(({ workspace }) => workspace);
    const all = names.filter((each) => this.#isAllowed(each));
    return all.length === 1 ? all[0] : undefined;
  }
}
