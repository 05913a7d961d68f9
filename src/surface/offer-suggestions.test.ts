/** The calls that a reply suggests, executed, named by the rules in docs/spec/calls.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filled } from '../../test/support/filled.ts';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import { type Suggestion, suggestCall } from '../kernel/suggestion.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import { answer, defineOperation } from '../operations/declaration/define-operation.ts';
import { pure } from '../operations/declaration/facets.ts';
import type { Reply } from './render.ts';

/** Uses no memory itself, and suggests a call that does. */
const pointer = defineOperation({
  name: 'pointer',
  title: 'A tool of the test',
  description: 'It proposes a call.',
  toolset: 'reasoning',
  does: pure(),
  input: {},
  example: { title: 'Call it', args: {} },
  run: async () => answer({}, { suggestions: [suggestCall('status', {}, 'See')] }),
});

let server: TestSurface;

beforeAll(async () => {
  server = await openTestSurface({
    defaultWorkspace: 'home',
    catalogue: [...CATALOGUE, pointer],
  });
  for (const workspace of ['home', 'other']) {
    await server.call('branch_create', { workspace, name: 'idea/cache' });
  }
});
afterAll(() => server.close());

/** As params, whatever the form of the reply. */
function paramsOf({ suggestions }: Reply) {
  return suggestions.map((each) => each.params);
}

async function follow(suggestions: readonly Suggestion[]): Promise<void> {
  for (const each of suggestions) {
    const reply = await server.call(each.target, filled(each.params));
    expect(reply.isError, `${each.target}: ${reply.text}`).toBe(false);
  }
}

/** Calls that are refused with a next call, each made in every kind of workspace. */
const REFUSED: readonly [string, object][] = [
  ['checkout', { ref: 'idea/cahce' }],
  ['show', { branch: 'idea/cahce', doc: 'notes' }],
  ['show', { target: 'TASK-404' }],
  ['notes_commit', { branch: 'idea/cahce', content: 'x' }],
  ['diff', { from: 'main', to: 'idea/cahce' }],
  ['branch_create', { name: 'idea/cache' }],
  ['branch_create', { name: 'b', from: 'idea/cahce' }],
  ['macro_branch_note', { name: 'idea/cache', content: 'kept words' }],
  ['macro_branch_note', { from: 'idea/cahce', content: 'x' }],
  ['branch_rename', { old: 'idea/cahce', new: 'x' }],
  ['branch_rename', { old: 'main', new: 'idea/cache' }],
  ['branch_delete', { name: 'main' }],
  ['merge', { from: 'idea/cahce' }],
  ['log', { ref: 'idea/cahce' }],
  ['tag_create', { name: 'agreed', from: 99 }],
  ['tag_create', { name: 'idea/cache', from: 'main' }],
  ['reset', { ref: 99 }],
];

describe('a suggested call', () => {
  it.each(REFUSED)('[CA29] of %s %j leaves the server’s own workspace out', async (tool, args) => {
    for (const named of [{}, { workspace: 'home' }]) {
      const reply = await server.call(tool, { ...args, ...named });
      expect(reply.isError).toBe(true);
      expect(reply.suggestions.length).toBeGreaterThan(0);
      for (const params of paramsOf(reply)) expect(params).not.toHaveProperty('workspace');
      expect(reply.text).not.toContain('workspace=');
      expect(reply.text).not.toContain('"workspace"');
    }
  });

  it.each(REFUSED)('[CA29] of %s %j carries any other workspace', async (tool, args) => {
    const reply = await server.call(tool, { ...args, workspace: 'other' });
    expect(reply.suggestions.length).toBeGreaterThan(0);
    for (const params of paramsOf(reply)) {
      expect(params.args ?? params).toMatchObject({ workspace: 'other' });
    }
  });

  it.each(['home', 'other'])('[CA30] runs as it stands in %s', async (workspace) => {
    for (const [tool, args] of REFUSED) {
      await follow((await server.call(tool, { ...args, workspace })).suggestions);
    }
  });

  it('[CA30] runs as it stands in a workspace that is new', async () => {
    let made = 0;
    for (const [tool, args] of REFUSED) {
      const reply = await server.call(tool, { ...args, workspace: `new-${++made}` });
      if (reply.isError) expect(reply.suggestions.length).toBeGreaterThan(0);
      await follow(reply.suggestions);
    }
  });

  it.each(['status', 'macro_branch_note'])(
    '[CA29] of the portal %s follows the same rule',
    async (tool) => {
      const args = tool === 'status' ? {} : { content: 'x' };
      const own = await server.call(tool, args);
      expect(own.text).not.toContain('workspace=');
      await follow(own.suggestions);
      const other = await server.call(tool, { ...args, workspace: 'other' });
      expect(other.text).toContain('workspace=other');
      await follow(other.suggestions);
      const fresh = await server.call(tool, { ...args, workspace: `fresh-${tool}` });
      await follow(fresh.suggestions);
    },
  );

  it('[CA29] for a tool that uses no memory carries no workspace', async () => {
    const reply = await server.call('show', { workspace: 'other', limit: 0 });
    expect(reply.suggestions).toMatchObject([{ target: 'help' }]);
    expect(paramsOf(reply)).toEqual([{ tool: 'show' }]);
  });

  it('[CA29] of a tool that uses no memory leaves the workspace to the server', async () => {
    const reply = await server.call('pointer');
    expect(paramsOf(reply)).toEqual([{}]);
    await follow(reply.suggestions);
  });

  it('[CA36] that would repeat a secret is left out', async () => {
    const secret = `ghp_${'A1b2C3d4'.repeat(3)}`;
    await server.call('branch_create', { name: secret });
    const taken = await server.call('branch_create', { name: secret });
    expect(taken.text).toContain('CONFLICT');
    expect(taken.suggestions).toEqual([]);
    const note = { name: 'idea/cache', content: `the key is ${secret}` };
    expect((await server.call('macro_branch_note', note)).suggestions).toEqual([]);
  });

  it.each([100, 1900, 2000, 20_000])(
    '[CA36] with %i bytes of text is small or left out',
    async (size) => {
      const content = 'x'.repeat(size);
      const reply = await server.call('macro_branch_note', { name: 'idea/cache', content });
      const [next] = paramsOf(reply);
      expect(JSON.stringify(next).length).toBeLessThanOrEqual(2000);
      expect(next?.content).toBe(size < 1950 ? content : undefined);
      await follow(reply.suggestions);
    },
  );

  it('[RP6] in a lines reply is the command that its params spell', async () => {
    const reply = await server.call('macro_branch_note', {
      workspace: 'other',
      name: 'idea/cache',
      content: 'two words\nand "more"',
    });
    expect(reply.text.split('\n')).toEqual([
      expect.stringMatching(/^ERROR: CONFLICT branch "idea\/cache" exists already \| fix: /),
      'macro_branch_note content="two words\\nand \\"more\\"" doc=notes from=idea/cache workspace=other',
    ]);
  });
});
