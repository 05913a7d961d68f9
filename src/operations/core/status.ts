/** `status`: the state of the workspace, in two lines. */

import { entryKind } from '../../domain/documents/entry-view.ts';
import { DEFAULTS } from '../../domain/workspace/workspace.ts';
import { eventId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { fill } from '../../kernel/placeholder.ts';
import { suggestCall } from '../../kernel/suggestion.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { omit, shortenText } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import { answer, defineOperation, type Portal } from '../declaration/define-operation.ts';
import { printsLines, readsAnywhere, seesPresence } from '../declaration/facets.ts';
import { checkedOut } from '../steps/branch-ref.ts';
import { findNewestTask } from '../tasks/steps/newest-task.ts';
import { otherAgentOn } from '../tasks/steps/other-agent.ts';
import { GOLDEN_PATH } from './steps/golden-path.ts';

interface StatusView extends JsonObject {
  readonly workspace: string;
  /** The directories that it belongs to. */
  readonly directories: readonly string[];
  readonly workspace_exists: boolean;
  readonly checkout: string | null;
  readonly focus?: { readonly id: string; readonly title: string; readonly status: string };
  /** The agent that works on the target in focus, if it is not the caller. */
  readonly at_work?: string;
  readonly newest_task?: string;
  /** The time is only included when the whole view is sent. */
  readonly last_event?: {
    readonly event_id: string;
    readonly ts?: string;
    readonly ts_ms?: number;
  };
  readonly last_doc_entry?: {
    readonly seq: number;
    readonly ts?: string;
    readonly ts_ms?: number;
    readonly branch: string;
    readonly doc: string;
    readonly kind?: string;
  };
}

export const status = defineOperation({
  name: 'status',
  title: 'Workspace status',
  description:
    'State of the workspace: its directory, checked-out branch, target in focus, last event and entry, and the next call.',
  toolset: 'reasoning',
  does: readsAnywhere([
    omit('last_doc_entry', 'last_event', 'defaults', 'golden_path', 'newest_task', 'checkout'),
    omit('directories'),
    omit('schema_version', 'focus'),
  ])
    .and(seesPresence)
    .and(printsLines),
  input: {},
  example: { title: 'A new workspace', args: {} },
  portal: statusLines,
  async run(_input, call) {
    const state = await call.tx.state();
    return answer<StatusView>({
      workspace: call.workspace,
      directories: await call.tx.agents.directories(),
      schema_version: call.server.schemaVersion,
      workspace_exists: state !== undefined,
      checkout: state ? (await checkedOut(call.tx, state)).name : null,
      ...(await taskInHand(call, state !== undefined)),
      defaults: DEFAULTS,
      golden_path: GOLDEN_PATH,
      ...(await lastEvent(call)),
      ...(await lastEntry(call)),
    });
  },
});

/** The target in focus, else the task that was created last. */
async function taskInHand(
  {
    tx,
    agent,
    present,
  }: {
    readonly tx: Reading;
    readonly agent: string;
    readonly present: ReadonlySet<string> | undefined;
  },
  exists: boolean,
): Promise<Pick<StatusView, 'focus' | 'newest_task' | 'at_work'>> {
  const { target } = await tx.agents.focus(agent);
  const focus = target === null ? undefined : await tx.targets.summary(target);
  if (focus) {
    const holder = await otherAgentOn({ tx, agent, present }, focus.id);
    return {
      focus: { id: focus.id, title: focus.title, status: focus.status },
      ...(holder === undefined ? {} : { at_work: holder }),
    };
  }
  const newest = exists ? await findNewestTask(tx) : undefined;
  return newest ? { newest_task: newest.id } : {};
}

interface Looker {
  readonly tx: Reading;
  /** The lines show no times, so they need no event to be read. */
  readonly wantsView: boolean;
}

async function lastEvent({ tx, wantsView }: Looker): Promise<Pick<StatusView, 'last_event'>> {
  if (tx.head === 0) return {};
  const event = wantsView ? await tx.journal.at(tx.head) : undefined;
  const when = event ? { ts: timestamp(event.tsMs), ts_ms: event.tsMs } : {};
  return { last_event: { event_id: eventId(tx.head), ...when } };
}

async function lastEntry({ tx, wantsView }: Looker): Promise<Pick<StatusView, 'last_doc_entry'>> {
  const document = await tx.documents.latest();
  const branch = document && (await tx.branches.byId(document.branch));
  if (!document || !branch) return {};
  const event = wantsView ? await tx.journal.at(document.lastSeq) : undefined;
  return {
    last_doc_entry: {
      seq: document.lastSeq,
      ...(event ? { ts: timestamp(event.tsMs), ts_ms: event.tsMs } : {}),
      branch: branch.name,
      doc: document.doc,
      ...(event ? { kind: entryKind(event) } : {}),
    },
  };
}

/** Names the directory of the workspace, so that a reader notices a wrong workspace. */
function placeOf({ workspace: name, directories: [first, ...more] }: StatusView): string[] {
  if (first === undefined) return [];
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return [`${name} is ${shortenText(first, PLACE_BYTES)}${others}`];
}

const PLACE_BYTES = 120;
const TITLE_BYTES = 60;

function statusLines(view: StatusView): Portal {
  const { focus, last_doc_entry: entry, last_event: event } = view;
  const parts = [
    view.workspace_exists ? `ready checkout=${view.checkout}` : `new workspace=${view.workspace}`,
    ...placeOf(view),
    ...(focus
      ? [`focus ${focus.id} — ${shortenText(focus.title, TITLE_BYTES)} (${focus.status})`]
      : []),
    ...(event ? [`last event=${event.event_id}`] : []),
    ...(entry ? [`last entry=${entry.branch}/${entry.doc}@${entry.seq}`] : []),
  ];
  return { state: [parts.join(' | ')], commands: [nextCall(view)] };
}

function nextCall({ focus, at_work: holder, newest_task: newest }: StatusView) {
  if (focus && holder !== undefined) {
    const look = { target: focus.id, read_only: true };
    return suggestCall('tasks_snapshot', look, `See what ${holder} works on`);
  }
  if (focus) return suggestCall('tasks_snapshot', { target: focus.id }, 'See its state');
  return newest === undefined
    ? suggestCall('tasks_macro_start', { task_title: fill('what to do') }, 'Start a task')
    : suggestCall('tasks_snapshot', { target: newest }, 'Continue with the newest task');
}
