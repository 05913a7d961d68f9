/** `tasks_snapshot`: shows in a few lines where a plan or task stands and what to do next. */

import type { JsonObject } from '../../kernel/json.ts';
import type { Pagination } from '../../kernel/paging.ts';
import { shortenText } from '../../kernel/trims.ts';
import { answer, defineOperation, type Portal } from '../declaration/define-operation.ts';
import { printsLines, seesPresence, views } from '../declaration/facets.ts';
import { focusLines } from './steps/focus-lines.ts';
import { type Glance, RESUME_TRIMS, readGlance, readResume } from './steps/read-resume.ts';
import { snapshotFields } from './steps/resume-fields.ts';

export const tasksSnapshot = defineOperation({
  name: 'tasks_snapshot',
  title: 'Snapshot of a task',
  description:
    'Where a plan or task stands and what to call next, in a few lines: next step, its checkpoints, newest decision and note. A named target becomes the focus.',
  toolset: 'tasks',
  does: views('either', RESUME_TRIMS).and(seesPresence).and(printsLines),
  input: snapshotFields,
  example: { title: 'The task in focus', args: {} },
  portal: snapshotLines,
  async run(input, call) {
    if (!call.wantsView) return answer<Glance>(await readGlance(call, call.target, input));
    const { view } = await readResume(call, call.target, { ...input, graph_diff: true });
    return answer<Glance>(view);
  },
});

const LINE_BYTES = 160;

/** Adds to the line of state: what the next step needs, the newest decision and the newest note. */
function snapshotLines(view: Glance): Portal {
  const portal = focusLines(view);
  const added = [aheadLine(view), ...memoryLines(view)].flatMap((line) =>
    line === undefined ? [] : [shortenText(line.replaceAll(/\s+/g, ' ').trim(), LINE_BYTES)],
  );
  return { ...portal, state: [...portal.state, ...added], more: cursorsOf(view) };
}

function aheadLine({ radar, steps, tasks }: Glance): string | undefined {
  const { verify, next, blockers } = radar;
  if (tasks !== undefined) {
    const open = next.filter((text) => text.startsWith('TASK-'));
    return open.length > 0 ? open.join('; ') : undefined;
  }
  const first = (steps as JsonObject | undefined)?.first_open as JsonObject | null | undefined;
  if (!first) return undefined;
  const { path } = first as { path: string };
  const inTheWay = blockers.filter((text) => text.startsWith(`${path}: `));
  const checks = [...inTheWay, ...verify].map((text) => text.slice(path.length).trim());
  if (checks.length === 0) return undefined;
  const parts = checks.map((text) => text.replace(/^: /, 'blocker: '));
  return `${path} ${parts.join(' | ')}`;
}

function memoryLines({ signals, memory }: Glance): readonly string[] {
  const [decision] = signals.decisions;
  const note = memory.notes.entries.at(-1);
  const texts = [note?.title, note?.content].filter((part) => part !== undefined);
  return [
    ...(decision ? [`decision ${decision.id}: ${decision.title ?? decision.text}`] : []),
    ...(note ? [`note @${note.seq}: ${texts.join(': ')}`] : []),
  ];
}

function cursorsOf({ memory }: Glance): string | undefined {
  const sections: readonly (readonly [string, Pagination])[] = [
    ['notes', memory.notes.pagination],
    ['trace', memory.trace.pagination],
    ['cards', memory.cards_pagination],
  ];
  const more = sections.flatMap(([name, { next_cursor: next }]) =>
    next === undefined ? [] : [`${name}_cursor=${next}`],
  );
  return more.length > 0 ? more.join(' ') : undefined;
}
