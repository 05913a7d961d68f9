/** All rows of a view at one moment, as a page of the Observatory would have them. */

import type { ClaimRule } from '../../src/domain/work/claim.ts';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { AnyView, Look, ViewRow } from '../../src/observatory/view.ts';
import type { TestSurface } from './surface.ts';
import { wholeView } from './whole-view.ts';

export interface Moment {
  readonly nowMs: number;
  readonly claims: ClaimRule;
}

/** At this time every claim holds, unless a test says otherwise. */
const NOW: Moment = { nowMs: 0, claims: { staleMs: -1, present: undefined } };

export function lookAt<Result>(
  { surface }: TestSurface,
  workspace: string,
  work: (look: Look) => Promise<Result>,
  moment: Moment = NOW,
): Promise<Result> {
  return surface.store.read(workspace, (tx) =>
    work({ tx, ...moment, present: async () => [] } as unknown as Look),
  );
}

export function rowsOf<Row extends ViewRow>(
  server: TestSurface,
  workspace: string,
  view: AnyView,
  args: JsonObject = {},
  moment?: Moment,
): Promise<readonly Row[]> {
  const read = async (look: Look) => [
    ...(await wholeView<Row>(look, view, view.args.parse(args))).values(),
  ];
  return lookAt(server, workspace, read, moment);
}
