/**
 * Which tools are listed, chosen at launch. A tool that is not listed can still be called by name.
 */

import { HOME_TOOLSETS, type Operation } from '../operations/declaration/operation.ts';

/** Portals first: they are enough for daily work. */
const CORE = [
  'status',
  'tasks_macro_start',
  'tasks_macro_close_step',
  'tasks_snapshot',
  'remember',
  'recall',
] as const;
const DAILY = [
  ...CORE,
  'macro_branch_note',
  'think_card',
  'graph_onboard',
  'graph_plan',
  'graph_next',
  'graph_update',
  'help',
  'thoughtbox_gateway',
] as const;

/** One tool serves two graphs, each with a toolset of its own. */
const ALSO_IN: Readonly<Record<string, Toolset>> = { graph_query: 'graph' };

export const TOOLSETS = ['core', 'daily', ...HOME_TOOLSETS, 'full'] as const;

export type Toolset = (typeof TOOLSETS)[number];

export function isToolset(name: string): name is Toolset {
  return (TOOLSETS as readonly string[]).includes(name);
}

/** The sets that every agent gets without asking, where each character counts. */
export function areSmall(toolsets: readonly Toolset[]): boolean {
  return toolsets.every((each) => each === 'core' || each === 'daily');
}

/** In an order that never changes, so that clients can cache the listing. */
export function listedTools(
  catalogue: readonly Operation[],
  toolsets: readonly Toolset[],
): readonly Operation[] {
  return catalogue
    .filter((operation) => isListed(operation, toolsets))
    .sort((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
}

/** Also for a text that is written before the catalogue is loaded. */
export function isListed(
  tool: Pick<Operation, 'name'> & { readonly toolset: string },
  toolsets: readonly Toolset[],
): boolean {
  return toolsets.some((toolset) => holds(toolset, tool));
}

/** Whether a tool is listed, for texts that are about to name it. */
export function listing(
  catalogue: readonly Operation[],
  toolsets: readonly Toolset[],
): (tool: string) => boolean {
  const listed = new Set(listedTools(catalogue, toolsets).map((each) => each.name));
  return (tool) => listed.has(tool);
}

function holds(
  toolset: Toolset,
  { name, toolset: home }: Pick<Operation, 'name'> & { readonly toolset: string },
): boolean {
  if (toolset === 'full') return true;
  if (toolset === 'core') return includes(CORE, name);
  if (toolset === 'daily') return includes(DAILY, name);
  return home === toolset || ALSO_IN[name] === toolset;
}

function rank(name: string): number {
  if (includes(CORE, name)) return 0;
  return includes(DAILY, name) ? 1 : 2;
}

function includes(names: readonly string[], name: string): boolean {
  return names.includes(name);
}
