/** The address of what an event, a claim or a focus is about. */

import { pathOf, route, type ViewName } from '../../router.ts';

/** `at`: the view, and the segments behind it. */
export function placeHref({ at }: { readonly at?: readonly string[] }): string | undefined {
  const { workspace } = route.value;
  const [view, ...rest] = at ?? [];
  if (workspace === undefined || view === undefined) return undefined;
  if (view === 'go') return goHref(rest.join('/'));
  return pathOf(workspace, view as ViewName, rest);
}

/** The place of an id, which the server looks for in this workspace. */
function goHref(id: string): string {
  const { workspace = '' } = route.value;
  return `/go/${encodeURIComponent(id)}?${new URLSearchParams({ w: workspace })}`;
}
