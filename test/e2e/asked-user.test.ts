/** A question for the user is asked at once where the client can; docs/spec/way-back.md. */

import type { Client, ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../support/engines.ts';
import { startHttpServer } from '../support/http-server.ts';
import {
  type Abilities,
  callText,
  connectHttp,
  connectStdio,
  type Era,
} from '../support/sdk-client.ts';

/** A client whose user gives these answers, one after the other, and what it was asked. */
function withUser(answers: readonly ElicitResult[]): Abilities & { readonly asked: string[] } {
  const asked: string[] = [];
  const left = [...answers];
  return {
    asked,
    capabilities: { elicitation: { form: {} } },
    prepare: (client) =>
      client.setRequestHandler('elicitation/create', async (request) => {
        asked.push(request.params.message);
        return left.shift() ?? { action: 'cancel' };
      }),
  };
}

const QUESTIONS = ['Is 45 s a moment?', 'Which colour?', 'Which size?'];
const ANSWERS: readonly ElicitResult[] = [
  { action: 'accept', content: { answer: 'No, from 45 s on it is seconds.' } },
  { action: 'decline' },
  { action: 'accept', content: { answer: '  ' } },
];

async function story(client: Client, asked: readonly string[]): Promise<void> {
  const answers: string[] = [];
  for (const text of QUESTIONS) {
    const reply = await callText(client, 'remember', { kind: 'question', to: 'user', text });
    expect(reply.isError, reply.text).toBe(false);
    answers.push(reply.text.split('\n')[0] ?? '');
  }
  expect(asked).toEqual(QUESTIONS);
  expect(answers).toEqual([
    'the user answers: No, from 45 s on it is seconds.',
    expect.stringMatching(/^CARD-\d+ open for the user; asked just now, without an answer$/),
    expect.stringMatching(/^CARD-\d+ open for the user; asked just now, without an answer$/),
  ]);
  const { text } = await callText(client, 'status', {});
  expect(text).not.toMatch(/^question .*Is 45 s a moment/m);
  expect(text).toMatch(/^decision .*: Is 45 s a moment\? No, from 45 s on it is seconds\.$/m);
  for (const open of QUESTIONS.slice(1)) {
    expect(text.split(open)).toHaveLength(2);
  }
}

const [engine] = MAIN_ENGINES;
if (!engine) throw new Error('no engine to test on');

describe('a question for the user', () => {
  it.each<Era>(['2026-07-28', '2025-11-25'])('[WB9] is asked over stdio in %s', async (era) => {
    const place = await engine.place();
    const user = withUser(ANSWERS);
    const { client } = await connectStdio(era, place.flags, 'asking', user);
    await story(client, user.asked);
    await client.close();
    await place.remove();
  });

  it('[WB9] is asked over HTTP in both eras, and stays open where nobody can be asked', async () => {
    const place = await engine.place();
    const server = await startHttpServer({ flags: place.flags, workspace: 'asking' });
    for (const era of ['2026-07-28', '2025-06-18'] as const) {
      const user = withUser(ANSWERS);
      const headers = { 'waymark-agent': era, 'waymark-workspace': `asking-${era}` };
      const abilities = { ...user, listens: true, headers };
      const client = await connectHttp(era, server.mcpUrl, undefined, abilities);
      await story(client, user.asked);
      await client.close();
    }
    const headers = { 'waymark-agent': 'mute', 'waymark-workspace': 'mute' };
    const mute = await connectHttp('2025-11-25', server.mcpUrl, undefined, { headers });
    const reply = await callText(mute, 'remember', { to: 'user', text: 'Anybody?' });
    expect(reply.text).toMatch(/^CARD-\d+ open for the user\nremember answers=CARD-\d+ text=/);
    expect((await callText(mute, 'status', {})).text).toContain('(for user): Anybody?');
    await mute.close();
    await server.stop('SIGKILL');
    await place.remove();
  });
});
