/**
 * The guide, the search for tools, and the description of each, by the rules in
 * docs/spec/branches-and-notes.md.
 */

import { describe, expect, it } from 'vitest';
import { homeServer } from '../../../test/support/home-server.ts';
import { CATALOGUE } from '../catalogue.ts';

describe('help', () => {
  const { lines } = homeServer();

  it('[BN6] is a guide, without a workspace', async () => {
    const shown = await lines('help', {});
    expect(shown[0]).toMatch(/^\[Waymark\]/);
    expect(shown.join('\n')).toContain('status');
  });

  it.each(CATALOGUE)(
    '[BN6] of $name shows its arguments, a valid call and its refusals',
    async (tool) => {
      const shown = await lines('help', { tool: tool.name });
      expect(shown[0]).toBe(`${tool.name}: ${tool.description}`);
      const told = tool.router?.lines ?? Object.keys(tool.fields);
      for (const each of told) {
        expect(shown.filter((line) => line.startsWith(`  ${each}`)).length).toBeGreaterThan(0);
      }
      const call = shown.find((line) => line.startsWith(`valid call: ${tool.name} `));
      const args = JSON.parse(call?.slice(`valid call: ${tool.name} `.length) ?? '');
      expect(tool.schema.safeParse(args).success).toBe(true);
      expect(shown.at(-1)).toMatch(/^refusals: .*INVALID_(INPUT|PAYLOAD)/);
    },
  );

  it.each([
    ['compare branches', 'diff'],
    ['notes_commit', 'notes_commit'],
    ['where does the memory lie', 'tasks_storage'],
    ['check out', 'checkout'],
  ])('[BN6] search=%j finds %s', async (search, tool) => {
    const found = await lines('help', { search });
    expect(found.map((line) => line.split(':', 1)[0])).toContain(tool);
    expect(found.length).toBeLessThanOrEqual(8);
  });

  it('[BN6] a search lists the best match first: a name before a mention', async () => {
    const [best] = await lines('help', { search: 'status' });
    expect(best).toMatch(/^status: /);
  });

  it.each(['notebook', 'run code', 'install packages'])(
    '[BN6] search=%j finds operations of the gateway too',
    async (search) => {
      const found = await lines('help', { search });
      expect(found.some((line) => line.startsWith('thoughtbox_gateway notebook '))).toBe(true);
    },
  );

  it('[BN6] a search that finds nothing says so, and suggests help', async () => {
    expect(await lines('help', { search: 'zzzz' })).toEqual(['no tool is about "zzzz"', 'help']);
  });

  it('[BN6] [RP6] never has a blank line', async () => {
    const asked = [{}, { search: 'a' }, { search: '' }, { search: 'branch\n\nnote' }];
    for (const args of [...asked, ...CATALOGUE.map(({ name }) => ({ tool: name }))]) {
      for (const line of await lines('help', args)) expect(line.trim()).not.toBe('');
    }
  });

  it('[BN7] both at once are refused, and so is an unknown tool', async () => {
    const [both] = await lines('help', { tool: 'show', search: 'x' });
    expect(both).toMatch(/^ERROR: INVALID_INPUT tool, search: /);
    expect(await lines('help', { tool: 'chekout' })).toEqual([
      'ERROR: UNKNOWN_TOOL no tool "chekout" | fix: Did you mean checkout?',
      'help tool=checkout',
    ]);
  });
});
