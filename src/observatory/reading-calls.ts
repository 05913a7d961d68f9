/** Lets the page show the answers of reading tools exactly as an agent gets them. */

import type { JsonObject } from '../kernel/json.ts';
import type { Caller } from '../surface/caller.ts';
import { dispatch } from '../surface/dispatch.ts';
import type { Surface } from '../surface/surface.ts';

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

  async answer(tool: string, args: JsonObject, workspace: string | undefined): Promise<JsonObject> {
    if (!SHOWN.includes(tool)) {
      const message = `${tool} is not called from the page.`;
      return { ok: false, refusal: { code: 'FORBIDDEN', message } };
    }
    const caller: Caller = {
      agent: AGENT,
      role: 'read',
      workspaces: this.#workspaces,
      isPassing: true,
    };
    const named = workspace === undefined ? args : { ...args, workspace };
    const reply = await dispatch(this.#surface, { tool, args: named }, caller);
    if (!reply.isError) return { ok: true, result: { text: reply.text } };
    return { ok: false, refusal: { code: reply.refusal ?? 'INTERNAL', message: reply.text } };
  }
}
