/** `tasks_snapshot`: shows where a plan or task stands and what to do next. */

import type { JsonObject } from '../../kernel/json.ts';
import { omit } from '../../kernel/trims.ts';
import { readWayBack } from '../core/steps/read-way-back.ts';
import type { WayBack } from '../core/steps/way-back.ts';
import { isLong, wayBackLines } from '../core/steps/way-back-lines.ts';
import {
  answer,
  defineOperation,
  type FocusMove,
  type Portal,
  type Printing,
} from '../declaration/define-operation.ts';
import { printsLines, seesPresence, viewsIfAny } from '../declaration/facets.ts';
import { pageLines, type SnapshotPage, withSections } from './steps/page-lines.ts';
import { RESUME_TRIMS, readResume } from './steps/read-resume.ts';
import { readSnapshotPage } from './steps/read-snapshot-page.ts';
import { snapshotFields } from './steps/resume-fields.ts';

interface SnapshotView extends JsonObject {
  readonly way_back?: WayBack;
  /** The sections that limits or cursors asked for. */
  readonly page?: SnapshotPage;
}

export const tasksSnapshot = defineOperation({
  name: 'tasks_snapshot',
  title: 'Snapshot of a task',
  description:
    'Where a plan or task stands: rules, why, progress, next step with its criteria, open questions, last note, next call. A named target becomes the focus.',
  toolset: 'tasks',
  does: viewsIfAny('either', [omit('way_back', 'page'), ...RESUME_TRIMS])
    .and(seesPresence)
    .and(printsLines),
  input: snapshotFields,
  example: { title: 'The task in focus', args: {} },
  portal: snapshotLines,
  async run(input, call) {
    const { target } = call;
    const page = target && (await readSnapshotPage(call.tx, target.root.id, input));
    if (page?.isPage && !call.wantsView) return answer<SnapshotView>({ page });
    const beside = page ? { page } : {};
    const long = isLong({ maxChars: input.max_chars });
    const wayBack = withFocusMove(await readWayBack(call, { target, long }), call.focus);
    if (!target || !call.wantsView) return answer<SnapshotView>({ way_back: wayBack, ...beside });
    const { view } = await readResume(call, target, { ...input, graph_diff: true });
    return answer<SnapshotView>({ ...view, way_back: wayBack, ...beside });
  },
});

function withFocusMove(wayBack: WayBack, { restored, previous }: FocusMove): WayBack {
  const { in_hand: inHand } = wayBack;
  if (!inHand || !restored || previous === null) return wayBack;
  return { ...wayBack, in_hand: { ...inHand, focus_was: previous } };
}

function snapshotLines({ way_back: wayBack, page }: SnapshotView, printing: Printing): Portal {
  if (page?.isPage) return pageLines(page);
  if (!wayBack) throw new Error('a snapshot has a way back or a page');
  const lines = wayBackLines(wayBack, printing);
  return page ? withSections(lines, page) : lines;
}
