/** Lets the page show what reading tools answer to an agent. */

import { isJsonObject, type JsonObject } from '../kernel/json.ts';
import type { Caller } from '../surface/caller.ts';
import { dispatch } from '../surface/dispatch.ts';
import type { Reply } from '../surface/render.ts';
import type { Surface } from '../surface/surface.ts';
import { shownRecall } from './shown-hits.ts';

/** The tools whose answers the page shows. None of them writes for a caller that may only read. */
const SHOWN: readonly string[] = [
  'status',
  'tasks_radar',
  'tasks_handoff',
  'tasks_snapshot',
  'tasks_context',
  'tasks_lint',
  'graph_next',
  'graph_onboard',
  'recall',
];

/** Never present and never a writer, so no event and no claim can carry this name. */
const AGENT = 'observatory';

export class ReadingCalls {
  readonly #surface: Surface;
  readonly #workspaces: readonly string[] | undefined;

  constructor(surface: Surface, workspaces: readonly string[] | undefined) {
    this.#surface = surface;
    this.#workspaces = workspaces;
  }

  /** The text that an agent reads; of `recall`, what it found. */
  async answer(tool: string, args: JsonObject, workspace: string | undefined): Promise<JsonObject> {
    if (!SHOWN.includes(tool)) {
      const message = `${tool} is not called from the page.`;
      return { ok: false, refusal: { code: 'FORBIDDEN', message } };
    }
    const reply = await this.reply(tool, args, workspace);
    if (reply.isError) return { ok: false, refusal: { ...refusalIn(reply) } };
    if (tool !== 'recall') return { ok: true, result: { text: reply.text } };
    const shown = shownRecall(reply.structured.result as JsonObject, args.query);
    return { ok: true, result: { ...shown } as unknown as JsonObject };
  }

  /** Only for a tool that writes nothing for a caller that may only read. */
  reply(tool: string, args: JsonObject, workspace: string | undefined): Promise<Reply> {
    const caller: Caller = {
      agent: AGENT,
      role: 'read',
      workspaces: this.#workspaces,
      isAnonymous: true,
    };
    const named = workspace === undefined ? args : { ...args, workspace };
    return dispatch(this.#surface, { tool, args: named }, caller);
  }
}

/** The sentence for a person: the rest of a refusal is advice for agents. */
export function refusalIn({ refusal, structured, text }: Reply) {
  const { error } = structured;
  const message = isJsonObject(error) ? error.message : undefined;
  return {
    code: refusal ?? 'INTERNAL',
    message: typeof message === 'string' ? message : text,
  };
}
