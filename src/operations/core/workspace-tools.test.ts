/** init, status, help and tasks_storage, named by the rules in docs/spec/branches-and-notes.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headsOf } from '../../../test/support/journal.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';
import { CATALOGUE } from '../catalogue.ts';

const DEFAULTS = { branch: 'main', docs: { notes: 'notes', graph: 'graph', trace: 'trace' } };

let server: TestSurface;

beforeAll(async () => {
  server = await openTestSurface({ defaultWorkspace: 'home' });
});
afterAll(() => server.close());

const resultOf = async (tool: string, args: object) =>
  JSON.parse((await server.call(tool, args)).text).result;
const linesOf = async (tool: string, args: object) =>
  (await server.call(tool, args)).text.split('\n');

describe('init', () => {
  it('[BN1] makes the workspace with its first branch, and tells its names', async () => {
    const result = await resultOf('init', { workspace: 'acme' });
    expect(result).toEqual({
      workspace: 'acme',
      storage_dir: server.surface.facts.storageDir,
      schema_version: server.surface.facts.schemaVersion,
      checkout: 'main',
      defaults: DEFAULTS,
    });
    const branches = await resultOf('branch_list', { workspace: 'acme' });
    expect(branches.branches).toMatchObject([{ name: 'main', base_branch: null, base_seq: null }]);
  });

  it('[BN2] of one that is there changes nothing, and tells where it stands', async () => {
    await server.call('macro_branch_note', { workspace: 'twice', name: 'idea', content: 'x' });
    const before = await headsOf(server.surface.store);
    const first = await resultOf('init', { workspace: 'twice' });
    expect(await resultOf('init', { workspace: 'twice' })).toEqual(first);
    expect(first.checkout).toBe('idea');
    expect(await headsOf(server.surface.store)).toEqual(before);
  });
});

describe('status', () => {
  it('[BN4] [RP10] of a missing workspace says that it is new, and how to begin', async () => {
    expect(await linesOf('status', { workspace: 'missing' })).toEqual([
      'new workspace=missing',
      'tasks_macro_start task_title="<fill: what to do>" workspace=missing',
    ]);
    const { structured } = await server.call('status', { workspace: 'missing' });
    expect(structured).toMatchObject({ workspace_exists: false, checkout: null });
    expect(structured).not.toHaveProperty('last_event');
  });

  it('[BN3] of one without entries tells checkout and last event', async () => {
    await server.call('init', { workspace: 'bare' });
    expect(await linesOf('status', { workspace: 'bare' })).toEqual([
      'ready checkout=main | last event=evt_0000000000000001',
      'tasks_macro_start task_title="<fill: what to do>" workspace=bare',
    ]);
  });

  it('[BN3] [RP10] of one with entries tells the last', async () => {
    await server.call('notes_commit', { workspace: 'full', content: 'one' });
    await server.call('branch_create', { workspace: 'full', name: 'idea' });
    await server.call('notes_commit', {
      workspace: 'full',
      branch: 'idea',
      doc: 'my risks',
      content: 'two',
    });
    await server.call('checkout', { workspace: 'full', ref: 'idea' });
    expect(await linesOf('status', { workspace: 'full' })).toEqual([
      'ready checkout=idea | last event=evt_0000000000000005 | last entry=idea/my risks@4',
      'tasks_macro_start task_title="<fill: what to do>" workspace=full',
    ]);
    const { structured } = await server.call('status', { workspace: 'full' });
    expect(structured).toMatchObject({
      workspace: 'full',
      schema_version: server.surface.facts.schemaVersion,
      workspace_exists: true,
      checkout: 'idea',
      defaults: DEFAULTS,
      last_event: { event_id: 'evt_0000000000000005' },
      last_doc_entry: { seq: 4, branch: 'idea', doc: 'my risks', kind: 'note' },
    });
  });
});

describe('tasks_storage', () => {
  it('[BN5] tells the place and the default names', async () => {
    expect(await resultOf('tasks_storage', {})).toEqual({
      workspace: 'home',
      storage_dir: server.surface.facts.storageDir,
      defaults: DEFAULTS,
    });
  });
});

describe('help', () => {
  it('[BN6] is a guide, without a workspace', async () => {
    const lines = await linesOf('help', {});
    expect(lines[0]).toMatch(/^\[Waymark\]/);
    expect(lines.join('\n')).toContain('status');
  });

  it.each(CATALOGUE)(
    '[BN6] of $name tells its arguments, a valid call and its refusals',
    async (tool) => {
      const lines = await linesOf('help', { tool: tool.name });
      expect(lines[0]).toBe(`${tool.name}: ${tool.description}`);
      const told = tool.router?.lines ?? Object.keys(tool.fields);
      for (const each of told) {
        expect(lines.filter((line) => line.startsWith(`  ${each}`)).length).toBeGreaterThan(0);
      }
      const call = lines.find((line) => line.startsWith(`valid call: ${tool.name} `));
      const args = JSON.parse(call?.slice(`valid call: ${tool.name} `.length) ?? '');
      expect(tool.schema.safeParse(args).success).toBe(true);
      expect(lines.at(-1)).toMatch(/^refusals: .*INVALID_(INPUT|PAYLOAD)/);
    },
  );

  it.each([
    ['compare branches', 'diff'],
    ['notes_commit', 'notes_commit'],
    ['where does the memory lie', 'tasks_storage'],
    ['check out', 'checkout'],
  ])('[BN6] search=%j finds %s', async (search, tool) => {
    const found = await linesOf('help', { search });
    expect(found.map((line) => line.split(':', 1)[0])).toContain(tool);
    expect(found.length).toBeLessThanOrEqual(8);
  });

  it('[BN6] a search gives the best first: a name before a mere mention', async () => {
    const [best] = await linesOf('help', { search: 'status' });
    expect(best).toMatch(/^status: /);
  });

  it('[BN6] a search that finds nothing says so, and leads back', async () => {
    expect(await linesOf('help', { search: 'zzzz' })).toEqual(['no tool is about "zzzz"', 'help']);
  });

  it('[BN6] [RP6] never has a blank line', async () => {
    const asked = [{}, { search: 'a' }, { search: '' }, { search: 'branch\n\nnote' }];
    for (const args of [...asked, ...CATALOGUE.map(({ name }) => ({ tool: name }))]) {
      for (const line of await linesOf('help', args)) expect(line.trim()).not.toBe('');
    }
  });

  it('[BN7] both at once are refused, and so is an unknown tool', async () => {
    const [both] = await linesOf('help', { tool: 'show', search: 'x' });
    expect(both).toMatch(/^ERROR: INVALID_INPUT tool, search: /);
    expect(await linesOf('help', { tool: 'chekout' })).toEqual([
      'ERROR: UNKNOWN_TOOL no tool "chekout" | fix: Did you mean checkout?',
      'help tool=checkout',
    ]);
  });
});
