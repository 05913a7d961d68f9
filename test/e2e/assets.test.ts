/** The official client lists and reads every resource and gets every prompt, in each era. */

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/operations/catalogue.ts';
import { getPrompt, listPrompts, quotedTool } from '../../src/surface/assets/prompts.ts';
import {
  listResources,
  listResourceTemplates,
  readResource,
} from '../../src/surface/assets/resources.ts';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { callText, connectStdio, ERAS } from '../support/sdk-client.ts';
import { StdioClient } from '../support/stdio-client.ts';

const [engine] = MAIN_ENGINES;
if (!engine) throw new Error('no engine to test on');

let place: TestPlace;
beforeAll(async () => {
  place = await engine.migrated();
});
afterAll(() => place.remove());

async function expectEveryResource(client: Client): Promise<void> {
  const { resources } = await client.listResources();
  expect(resources).toEqual(listResources());
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates).toEqual(listResourceTemplates());
  const directory = JSON.parse(readResource('thoughtbox://mental-models')?.text ?? '') as {
    tags: { name: string; models: { uri: string }[] }[];
  };
  const uris = [
    ...resources.map(({ uri }) => uri),
    ...directory.tags.map(({ name }) => `thoughtbox://mental-models/${name}`),
    ...directory.tags.flatMap(({ models }) => models.map(({ uri }) => uri)),
  ];
  expect(uris.length).toBeGreaterThan(25);
  for (const uri of uris) {
    expect((await client.readResource({ uri })).contents).toEqual([readResource(uri)]);
  }
}

async function expectEveryPrompt(client: Client): Promise<void> {
  const { prompts } = await client.listPrompts();
  expect(prompts).toEqual(listPrompts());
  for (const { name, arguments: taken } of prompts) {
    const given = (taken ?? []).filter((each) => each.required).map((each) => each.name);
    const args = Object.fromEntries(given.map((each) => [each, `Mend the ${each}`]));
    const { messages, description } = await client.getPrompt({ name, arguments: args });
    const quoted = quotedTool(name) && (await callText(client, quotedTool(name) ?? '', {})).text;
    expect({ messages, description }, name).toEqual(getPrompt(name, args, CATALOGUE, quoted));
  }
}

describe('resources and prompts over stdio', () => {
  it.each(ERAS)('[AS13] [AS32] are served to a client of %s', async (era) => {
    const { client } = await connectStdio(era, place.flags, 'assets');
    try {
      expect(client.getServerCapabilities()).toMatchObject({ resources: {}, prompts: {} });
      await expectEveryResource(client);
      await expectEveryPrompt(client);

      const ref = {
        type: 'ref/resource' as const,
        uri: 'thoughtbox://mental-models/{tag}/{model}',
      };
      const argument = { name: 'tag', value: 'de' };
      const { completion } = await client.complete({ ref, argument });
      expect(completion.values, '[AS32]').toEqual(['debugging', 'decision-making']);

      const uri = 'thoughtbox://mental-models/planning/five-whys';
      await expect(client.readResource({ uri }), '[AS7]').rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(
          /planning\/five-whys.*debugging\/five-whys.*resources\/list/,
        ),
        data: { uri },
      });
      await expect(
        client.getPrompt({ name: 'interleaved-thinking' }),
        '[AS11]',
      ).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(/task: required.*prompts\/list/),
      });
    } finally {
      await client.close();
    }
  });

  it('[AS11] [AS7] what cannot be read is -32602, and reported by name', async () => {
    const client = await StdioClient.start({ flags: place.flags, workspace: 'assets' });
    try {
      for (const [method, params, name] of [
        ['resources/read', {}, 'uri'],
        ['resources/read', { uri: null }, 'uri'],
        ['prompts/get', { name: 5 }, 'name'],
        ['prompts/get', { name: 'subagent-summarize', arguments: { sessionId: 5 } }, 'arguments'],
        ['prompts/get', { name: 'subagent-summarize', arguments: [] }, 'arguments'],
      ] as const) {
        const { error } = await client.request(method, params);
        expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(name) });
      }
    } finally {
      await client.close();
    }
  });

  it('[AS7] an error does not repeat an endless URI, nor a secret in one', async () => {
    const { client } = await connectStdio('2025-11-25', place.flags, 'assets');
    try {
      const uri = `thoughtbox://init?token=abcdef0123456789&${'x'.repeat(100_000)}`;
      const error = await client.readResource({ uri }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: -32602 });
      const told = JSON.stringify([String(error), (error as { data: unknown }).data]);
      expect(told.length).toBeLessThan(1_000);
      expect(told).not.toContain('abcdef0123456789');
    } finally {
      await client.close();
    }
  });
});
