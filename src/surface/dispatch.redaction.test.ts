/** Every answer is redacted, named by the rules in docs/spec/redaction.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import { refuse } from '../kernel/refusal.ts';
import { suggestCall } from '../kernel/suggestion.ts';
import { CATALOGUE } from '../operations/catalogue.ts';
import { answer, defineOperation } from '../operations/declaration/define-operation.ts';
import { pure } from '../operations/declaration/facets.ts';

/** Assembled here, so that no scanner takes this file for a leak. */
const TAIL = 'A1b2C3d4E5f6G7h8';
const SECRET = `ghp_${TAIL}`;

const words = { title: 'A tool of the test', description: 'It does one thing.', input: {} };
const example = { title: 'Call it', args: {} };
const extras = {
  warnings: [{ code: 'HEADS_UP', message: `saw ${SECRET}`, recovery: `revoke ${SECRET}` }],
  suggestions: [suggestCall('show', { doc: SECRET }, `read ${SECRET}`)],
};

const leaky = defineOperation({
  ...words,
  name: 'leaky',
  toolset: 'reasoning',
  does: pure(),
  example,
  run: async () => answer({ text: SECRET, token: 'hunter2' }, extras),
});

const leakyLines = defineOperation({
  ...words,
  name: 'leaky_lines',
  toolset: 'reasoning',
  does: pure(),
  example,
  portal: () => ({
    state: [`state ${SECRET}`],
    commands: [suggestCall('show', { doc: SECRET }, 'read')],
  }),
  run: async () => answer({ text: SECRET }, extras),
});

const leakyPlain = defineOperation({
  ...words,
  name: 'leaky_plain',
  toolset: 'graph',
  does: pure(),
  example,
  plain: true,
  run: async () => answer({ text: SECRET, nodes: [{ password: 'hunter2' }] }),
});

const leakyRefusal = defineOperation({
  ...words,
  name: 'leaky_refusal',
  toolset: 'reasoning',
  does: pure(),
  example,
  run: async () =>
    refuse('INVALID_INPUT', `not ${SECRET}`, {
      recovery: `Take ${SECRET} out.`,
      suggestions: extras.suggestions,
    }),
});

let server: TestSurface;

beforeAll(async () => {
  const catalogue = [...CATALOGUE, leaky, leakyLines, leakyPlain, leakyRefusal];
  server = await openTestSurface({ defaultWorkspace: 'home', catalogue });
});
afterAll(() => server.close());

describe('a reply', () => {
  it.each(['leaky', 'leaky_lines', 'leaky_plain', 'leaky_refusal'])(
    '[RD12] of %s holds no secret, in text or structured content',
    async (tool) => {
      const reply = await server.call(tool);
      for (const sent of [reply.text, JSON.stringify(reply.structured)]) {
        expect(sent).not.toContain(TAIL);
        expect(sent).not.toContain('hunter2');
        expect(sent).toContain('<redacted>');
      }
    },
  );

  it('[RD12] is redacted when a note is written and when it is read', async () => {
    const meta = { apiKey: 'hunter2', note: `see ${SECRET}` };
    const written = await server.call('notes_commit', { content: `use ${SECRET} now`, meta });
    const read = await server.call('show', { doc: 'notes' });
    for (const reply of [written, read]) {
      expect(reply.text).toContain('use <redacted> now');
      expect(reply.text).not.toContain(TAIL);
      expect(reply.text).not.toContain('hunter2');
    }
  });

  it('[RD14] the journal keeps the original', async () => {
    await server.call('notes_commit', { doc: 'kept', content: SECRET, meta: { token: 'x1' } });
    const entry = await server.surface.store.read('home', (tx) => tx.journal.at(tx.head));
    expect(entry?.payload).toEqual({ content: SECRET, meta: { token: 'x1' } });
  });

  it('[RD12] of a line tool is redacted in state and commands', async () => {
    await server.call('macro_branch_note', { name: `idea/${SECRET}`, content: 'x' });
    const reply = await server.call('status');
    expect(reply.text).toContain('branch idea/<redacted>');
    expect(reply.text).not.toContain(TAIL);
    expect(JSON.stringify(reply.structured)).not.toContain(TAIL);
    await server.call('checkout', { ref: 'main' });
  });

  it.each([
    ['an unknown branch', 'show', { branch: SECRET, doc: 'notes' }],
    ['a branch like one there is', 'show', { branch: `idea/${SECRET}x`, doc: 'notes' }],
    ['an unknown argument', 'show', { [SECRET]: 1 }],
    ['a taken name', 'branch_create', { name: `idea/${SECRET}` }],
    ['a missing workspace', 'show', { workspace: SECRET }],
    ['an unknown tool in help', 'help', { tool: SECRET }],
    ['a search for nothing', 'help', { search: SECRET }],
    ['a tool that is none', SECRET, {}],
    [
      'a taken name with its note',
      'macro_branch_note',
      {
        name: `idea/${SECRET}`,
        content: `key ${SECRET}`,
      },
    ],
  ])('[RD12] refused for %s shows no secret', async (_what, tool, args) => {
    const reply = await server.call(tool, args);
    expect(reply.text).not.toContain(TAIL);
    expect(JSON.stringify(reply.structured)).not.toContain(TAIL);
  });

  it('[RD12] refused to a bound caller shows no secret either', async () => {
    const bound = { agent: 'b', role: 'write', workspaces: [`w/${SECRET}`] } as const;
    const reply = await server.call('show', { workspace: `v/${SECRET}` }, bound);
    expect(reply.text).toContain('FORBIDDEN');
    expect(reply.text).not.toContain(TAIL);
  });

  it('[RD29] asks a person nothing with a secret in it', async () => {
    const text = `Is ${SECRET} still in use?`;
    const { ask } = await server.call('remember', { kind: 'question', to: 'user', text });
    expect(JSON.stringify(ask)).toContain('Is <redacted> still in use?');
  });

  it('[RD13] is redacted before it is cut, so that no half of a secret is left', async () => {
    const content = `${'x'.repeat(60)} ${SECRET}${'Q9'.repeat(400)}`;
    await server.call('notes_commit', { doc: 'long', content });
    for (let max_chars = 150; max_chars < 420; max_chars += 7) {
      const reply = await server.call('show', { doc: 'long', max_chars });
      expect(reply.text).not.toMatch(/ghp_|A1b2/);
      const { result } = JSON.parse(reply.text);
      const { budget, ...payload } = result;
      expect(budget.used_chars).toBe(Buffer.byteLength(JSON.stringify(payload)));
    }
  });
});
