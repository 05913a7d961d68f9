/** The address of what an event, a claim or a focus is about. */

import { pathOf, route, type ViewName } from '../../router.ts';

/** `at`: the view, and the segments behind it. */
export function placeHref({ at }: { readonly at?: readonly string[] }): string | undefined {
  const { workspace } = route.value;
  const [view, ...rest] = at ?? [];
  if (workspace === undefined || view === undefined) return undefined;
  return pathOf(workspace, view as ViewName, rest);
}
