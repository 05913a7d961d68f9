/** `tasks_snapshot`: shows where a plan or task stands and what to do next. */

import type { JsonObject } from '../../kernel/json.ts';
import { omit } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
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
import { findReasoningPlace } from './steps/find-reasoning-place.ts';
import { pageLines, type SnapshotPage } from './steps/page-lines.ts';
import { readMemory } from './steps/read-memory.ts';
import {
  memoryRequest,
  RESUME_TRIMS,
  type ResumeOptions,
  readResume,
} from './steps/read-resume.ts';
import { snapshotFields } from './steps/resume-fields.ts';

interface SnapshotView extends JsonObject {
  readonly way_back?: WayBack;
  /** The pages that cursors asked for. */
  readonly page?: SnapshotPage;
}

export const tasksSnapshot = defineOperation({
  name: 'tasks_snapshot',
  title: 'Snapshot of a task',
  description:
    'Where a plan or task stands: rules, why, progress, next step with its criteria, open questions, last note, next call. A named target becomes the focus.',
  toolset: 'tasks',
  does: viewsIfAny('either', [omit('way_back'), ...RESUME_TRIMS])
    .and(seesPresence)
    .and(printsLines),
  input: snapshotFields,
  example: { title: 'The task in focus', args: {} },
  portal: snapshotLines,
  async run(input, call) {
    const { target } = call;
    if (target && pagedSections(input).length > 0 && !call.wantsView) {
      return answer<SnapshotView>({ page: await readPage(call.tx, target.root.id, input) });
    }
    const long = isLong({ maxChars: input.max_chars });
    const wayBack = withFocusMove(await readWayBack(call, { target, long }), call.focus);
    if (!target || !call.wantsView) return answer<SnapshotView>({ way_back: wayBack });
    const { view } = await readResume(call, target, { ...input, graph_diff: true });
    return answer<SnapshotView>({ ...view, way_back: wayBack });
  },
});

function withFocusMove(wayBack: WayBack, { restored, previous }: FocusMove): WayBack {
  const { in_hand: inHand } = wayBack;
  if (!inHand || !restored || previous === null) return wayBack;
  return { ...wayBack, in_hand: { ...inHand, focus_was: previous } };
}

const SECTIONS = ['notes', 'trace', 'cards'] as const;

/** The sections that the call pages through. */
function pagedSections(input: ResumeOptions) {
  return SECTIONS.filter((name) => typeof input[`${name}_cursor`] === 'number');
}

async function readPage(tx: Reading, id: string, input: ResumeOptions): Promise<SnapshotPage> {
  const { view } = await readMemory(tx, await findReasoningPlace(tx, id), memoryRequest(input));
  const { notes, trace, cards, cards_pagination: pagination } = view;
  // Entries come oldest first, cards newest first.
  const pages = {
    notes: { items: notes.entries.toReversed(), pagination: notes.pagination },
    trace: { items: trace.entries.toReversed(), pagination: trace.pagination },
    cards: { items: cards, pagination },
  };
  return { target: id, sections: pagedSections(input).map((name) => ({ name, ...pages[name] })) };
}

function snapshotLines({ way_back: wayBack, page }: SnapshotView, printing: Printing): Portal {
  if (wayBack) return wayBackLines(wayBack, printing);
  if (!page) throw new Error('a snapshot has a way back or a page');
  return pageLines(page);
}
