/** `status`: what an agent needs to be back at work, in one answer. */

import { entryKind } from '../../domain/documents/entry-view.ts';
import { eventId } from '../../kernel/ids.ts';
import type { JsonObject } from '../../kernel/json.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { counted } from '../../kernel/text.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { omit } from '../../kernel/trims.ts';
import type { Reading } from '../../store/port.ts';
import {
  answer,
  type BaseCall,
  defineOperation,
  type Portal,
  type Printing,
  type Warning,
} from '../declaration/define-operation.ts';
import { printsLines, readsAnywhere, seesPresence } from '../declaration/facets.ts';
import { line, unlisted } from '../declaration/fields.ts';
import { defaultNames } from '../steps/default-names.ts';
import { GOLDEN_PATH } from './steps/golden-path.ts';
import { NOTHING_READ } from './steps/read-lists.ts';
import { parseMore, readMore } from './steps/read-more.ts';
import { readWayBack, type WayBackCall } from './steps/read-way-back.ts';
import { LISTS, type Lists, type WayBack } from './steps/way-back.ts';
import { isLong, listPage, wayBackLines } from './steps/way-back-lines.ts';

const LONGEST_MARK = 400;

type ListPage = Lists & { readonly target?: string };

interface StatusView extends JsonObject {
  readonly way_back?: WayBack;
  readonly page?: ListPage;
}

export const status = defineOperation({
  name: 'status',
  title: 'Where things stand',
  description:
    'What is needed to resume work, at the start and after a lost context: rules, task in focus with its next step, open questions, last note, what else is under way, next call.',
  toolset: 'reasoning',
  does: readsAnywhere([
    omit('last_doc_entry', 'last_event', 'defaults', 'golden_path', 'checkout'),
    omit('way_back', 'page'),
    omit('directories', 'schema_version'),
  ])
    .and(seesPresence)
    .and(printsLines),
  input: {
    more: unlisted(line(LONGEST_MARK).optional().describe('Reads on, as a line MORE says')),
  },
  example: { title: 'A new workspace', args: {} },
  portal: statusLines,
  async run(input, call) {
    const more = input.more === undefined ? undefined : parseMore(input.more);
    if (isRefusal(more)) return more;
    if (more && (await call.tx.state())) {
      const lists = await readMore(call, more);
      const { target } = more;
      return answer<StatusView>({ page: target === undefined ? lists : { ...lists, target } });
    }
    const target = await targetInFocus(call);
    const wayBack = await readWayBack(call, {
      target,
      long: isLong({ maxChars: input.max_chars }),
    });
    const warnings = (call.server.notices?.() ?? []).map(memoryWarning);
    if (!call.wantsView) return answer<StatusView>({ way_back: wayBack }, { warnings });
    const facts = await factsOf(call, wayBack);
    return answer<StatusView>({ ...facts, way_back: wayBack }, { warnings });
  },
});

function memoryWarning(message: string): Warning {
  const recovery = 'Tell the user; waymark doctor shows the same.';
  return { code: 'MEMORY_AT_RISK', message, recovery };
}

/** The facts that the contract lists, for clients that read structured content. */
async function factsOf(call: WayBackCall & BaseCall, wayBack: WayBack): Promise<JsonObject> {
  const { workspace, directories, workspace_exists, checkout, in_hand: inHand } = wayBack;
  return {
    workspace,
    directories,
    schema_version: call.server.schemaVersion,
    workspace_exists,
    checkout,
    ...(inHand ? { focus: { id: inHand.id, title: inHand.title, status: inHand.status } } : {}),
    defaults: await defaultNames(call.tx),
    golden_path: GOLDEN_PATH,
    ...(await lastEvent(call.tx)),
    ...(await lastEntry(call.tx)),
  };
}

async function lastEvent(tx: Reading): Promise<JsonObject> {
  const event = tx.head === 0 ? undefined : await tx.journal.at(tx.head);
  if (!event) return {};
  const { seq, tsMs } = event;
  return { last_event: { event_id: eventId(seq), ts: timestamp(tsMs), ts_ms: tsMs } };
}

async function lastEntry(tx: Reading): Promise<JsonObject> {
  const document = await tx.documents.latest();
  const branch = document && (await tx.branches.byId(document.branch));
  const event = document && (await tx.journal.at(document.lastSeq));
  if (!branch || !event) return {};
  return {
    last_doc_entry: {
      seq: event.seq,
      ts: timestamp(event.tsMs),
      ts_ms: event.tsMs,
      branch: branch.name,
      doc: document.doc,
      kind: entryKind(event),
    },
  };
}

async function targetInFocus({ tx, agent }: WayBackCall & BaseCall) {
  const { target } = await tx.agents.focus(agent);
  return target === null ? undefined : tx.targets.byId(target);
}

function statusLines({ way_back: wayBack, page }: StatusView, printing: Printing): Portal {
  if (wayBack) return wayBackLines(wayBack, printing);
  const { target, ...lists }: ListPage = page ?? NOTHING_READ;
  const count = LISTS.reduce((sum, name) => sum + lists[name].length, 0);
  const head = count === 0 ? 'nothing more' : `${counted(count, 'more line')}`;
  return listPage(lists, { head, target }, printing);
}
