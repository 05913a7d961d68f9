/** Set-up for tests of the thinking tools: answers read, refusals proven to leave no trace. */

import { beforeEach, expect } from 'vitest';
import type { JsonObject } from '../../src/kernel/json.ts';
import type { TestEngine } from './engines.ts';
import { type Scenes, scenes } from './scenes.ts';
import type { Shown } from './task-world.ts';

export interface CardShown extends JsonObject {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly tags: readonly string[];
}

export interface ThinkScenes extends Scenes {
  /** The result of a call that must succeed. */
  ask(tool: string, args?: object): Promise<Shown>;
  /** The text of a refusal, after which nothing has changed. */
  refused(tool: string, args: object): Promise<string>;
  cards(args?: object): Promise<CardShown[]>;
  card(id: string): Promise<CardShown | undefined>;
}

export function thinkScenes(engine: TestEngine): ThinkScenes {
  const here = scenes(engine);
  const say = (tool: string, args: object) =>
    here.server.call(tool, { workspace: here.workspace, ...args });
  beforeEach(() => here.call('init'));
  const world: ThinkScenes = Object.assign(here, {
    async ask(tool: string, args: object = {}) {
      const reply = await say(tool, args);
      expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
      return JSON.parse(reply.text).result;
    },
    async refused(tool: string, args: object) {
      const before = await here.head();
      const reply = await say(tool, args);
      expect(reply.isError, `${tool}: ${reply.text}`).toBe(true);
      expect(await here.head()).toBe(before);
      return reply.text;
    },
    cards: async (args: object = {}) => (await world.ask('think_query', args)).cards,
    card: async (id: string) => (await world.cards({ ids: [id] }))[0],
  });
  return world;
}

/** Records a question `q1`, a hypothesis `h1` and evidence `e1`, in this order. */
export async function recordCards({ ask }: ThinkScenes): Promise<void> {
  await ask('think_card', { card: { id: 'q1', type: 'question', title: 'Why?' } });
  await ask('think_card', { card: { id: 'h1', type: 'hypothesis', title: 'Cold' } });
  await ask('think_card', { card: { id: 'e1', type: 'evidence', title: 'Seen' } });
}

/** What is open after `recordCards` and `refuteHypothesis`: the question alone. */
export const ONE_QUESTION = { hypotheses: [], questions: [{ id: 'q1' }], tests: [] };

export async function refuteHypothesis({ ask }: ThinkScenes): Promise<void> {
  await ask('think_set_status', { targets: ['h1'], status: 'refuted' });
}
