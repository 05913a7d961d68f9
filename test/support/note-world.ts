/**
 * Set-up for tests of notes and branches: notes to write, branches to create, and what each sees.
 */

import type { TestEngine } from './engines.ts';
import { type Scenes, scenes } from './scenes.ts';
import type { Shown } from './task-world.ts';

export interface NoteScenes extends Scenes {
  /** Like `call`, with the suggestions of the reply beside the result or the refusal. */
  callWithSuggestions(tool: string, args?: object): Promise<Shown>;
  /** Writes a note to the document `notes` unless `more` names another; its seq. */
  note(content: string, more?: object): Promise<number>;
  noteOn(branch: string, content: string, more?: object): Promise<number>;
  createBranch(name: string, from?: string): Promise<Shown>;
  /** What a branch sees of a document, by content. */
  seen(branch: string, doc?: string): Promise<string[]>;
  /** What `log` lists, by content. */
  history(args?: object): Promise<string[]>;
}

export function noteScenes(engine?: TestEngine): NoteScenes {
  const here = scenes(engine);
  const { call } = here;
  const note = async (content: string, more: object = {}) =>
    (await call('notes_commit', { content, doc: 'notes', ...more })).entry.seq;
  return Object.assign(here, {
    async callWithSuggestions(tool: string, args: object = {}) {
      const { workspace } = here;
      const reply = await here.server.call(tool, { workspace, ...args });
      const { result, error, suggestions } = JSON.parse(reply.text);
      return { ...(reply.isError ? error : result), suggestions };
    },
    note,
    noteOn: (branch: string, content: string, more: object = {}) =>
      note(content, { branch, ...more }),
    createBranch: (name: string, from = 'main') => call('branch_create', { name, from }),
    async seen(branch: string, doc = 'notes') {
      const { entries } = await call('show', { branch, doc, limit: 200 });
      return entries.map((entry: Shown) => entry.content);
    },
    history: async (args: object = {}) =>
      (await call('log', args)).commits.map((each: Shown) => each.artifact),
  });
}
