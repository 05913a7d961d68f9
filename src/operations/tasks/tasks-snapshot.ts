/** `tasks_snapshot`: a plan or task at a glance, and what to do next. */

import type { JsonObject } from '../../kernel/json.ts';
import type { Pagination } from '../../kernel/paging.ts';
import { shortenText } from '../../kernel/trims.ts';
import { answer, defineOperation, type Portal } from '../declaration/define-operation.ts';
import { printsLines, seesPresence, views } from '../declaration/facets.ts';
import { focusLines } from './steps/focus-lines.ts';
import { snapshotFields } from './steps/resume-fields.ts';
import { type Glance, glanceAt, RESUME_TRIMS, superResume } from './steps/super-resume.ts';

export const tasksSnapshot = defineOperation({
  name: 'tasks_snapshot',
  title: 'Snapshot of a task',
  description:
    'Where a plan or task stands and the one next call, in a few lines: the next step, its checkpoints, the newest decision or note. A target that is named comes into focus.',
  toolset: 'tasks',
  does: views('either', RESUME_TRIMS).and(seesPresence).and(printsLines),
  input: snapshotFields,
  example: { title: 'The task in focus', args: {} },
  portal: snapshotLines,
  async run(input, call) {
    if (!call.wantsView) return answer<Glance>(await glanceAt(call, call.target, input));
    const { view } = await superResume(call, call.target, { ...input, graph_diff: true });
    return answer<Glance>(view);
  },
});

const LINE_BYTES = 160;

/** Beyond the line of state: what the next step is about, and what was last decided or noted. */
function snapshotLines(view: Glance): Portal {
  const portal = focusLines(view);
  const told = [aheadLine(view), ...memoryLines(view)].flatMap((line) =>
    line === undefined ? [] : [shortenText(line.replaceAll(/\s+/g, ' ').trim(), LINE_BYTES)],
  );
  return { ...portal, state: [...portal.state, ...told], more: cursorsOf(view) };
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
  const said = checks.map((text) => text.replace(/^: /, 'blocker: '));
  return `${path} ${said.join(' | ')}`;
}

/** What was decided last, and what was noted last. */
function memoryLines({ signals, memory }: Glance): readonly string[] {
  const [decision] = signals.decisions;
  const note = memory.notes.entries.at(-1);
  const said = [note?.title, note?.content].filter((part) => part !== undefined);
  return [
    ...(decision ? [`decision ${decision.id}: ${decision.title ?? decision.text}`] : []),
    ...(note ? [`note @${note.seq}: ${said.join(': ')}`] : []),
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
