/**
 * The guide, the search for tools, and the description of each, by the rules in
 * docs/spec/branches-and-notes.md.
 */

import { describe, expect, it } from 'vitest';
import { homeServer } from '../../../test/support/home-server.ts';
import { GATEWAY } from '../../domain/thoughts/gateway-state.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import { CATALOGUE } from '../catalogue.ts';
import { findOperation } from '../find-operation.ts';

describe('help', () => {
  const here = homeServer();
  const { lines } = here;

  it('[BN6] is a guide, without a workspace', async () => {
    const shown = await lines('help', {});
    expect(shown[0]).toMatch(/^\[Waymark\]/);
    expect(shown.join('\n')).toContain('status');
  });

  it('[BN82] takes the usual workspace, known or not, and needs none', async () => {
    const shown = await lines('help', {});
    for (const workspace of ['home', 'nobodys']) {
      expect(await lines('help', { workspace })).toEqual(shown);
    }
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
      const [, called = '', json = ''] =
        /^valid call: (\w+) (.*)$/.exec(shown.find((line) => line.startsWith('valid')) ?? '') ?? [];
      const routed = findOperation(CATALOGUE, { tool: called, args: JSON.parse(json) });
      if (isRefusal(routed)) throw new Error(routed.message);
      const meant = tool.router ? GATEWAY : tool.name;
      expect(routed.operation.name).toBe(meant);
      expect(routed.operation.prepare(routed.args ?? {})).not.toHaveProperty('issues');
      expect(here.server.surface.facts.lists(called), called).toBe(true);
      expect(shown.at(-1)).toMatch(/^refusals: .*(INVALID_(INPUT|PAYLOAD)|validation_error)/);
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
    expect(found.length).toBeLessThanOrEqual(9);
  });

  it.each([
    ...[
      'remember',
      'rule',
      'preference',
      'instruction',
      'constraint',
      'user',
      'question',
      'ask',
    ].map((word) => [word, 'remember']),
    ...['release claim', 'give back', 'unclaim'].map((words) => [words, 'graph_update']),
    ['read notes', 'show'],
    ['search notes', 'log'],
    ['forget', 'remember'],
    ['undo', 'tasks_undo'],
    ['plan', 'graph_plan'],
    ['todo', 'tasks_macro_start'],
    ['resume', 'status'],
    ['decision', 'think_card'],
    ['progress', 'tasks_snapshot'],
    ['proof', 'tasks_macro_close_step'],
    ['test', 'tasks_macro_close_step'],
    ['dependency', 'graph_plan'],
    ['branch', 'branch_create'],
    ['merge', 'merge'],
    ['export', 'export'],
    ['delete', 'tasks_delete'],
    ['what was I working on', 'status'],
    ['claim', 'graph_next'],
  ])('[CA104] search=%j has %s among the first', async (search, tool) => {
    const found = await lines('help', { search });
    const first = found.slice(0, 4).map((line) => line.split(':', 1)[0]);
    expect(first, found.join('\n')).toContain(tool);
  });

  it.each(['undo', 'history', 'memory'])('[CA104] search=%j does not find help', async (search) => {
    const found = await lines('help', { search });
    expect(found.filter((line) => line.startsWith('help:'))).toEqual([]);
  });

  it('[CA101] says how to call what a search found, if it is not listed', async () => {
    const hint = 'not in your list? thoughtbox_gateway {operation: "call", tool, args}';
    expect((await lines('help', { search: 'undo' })).at(-1)).toBe(hint);
    expect((await lines('help', { search: 'preference' })).join('\n')).not.toContain(hint);
  });

  it.each([
    ['graph_restructure', '  operations: [{op: move|merge|drop, node_id?, new_parent?, source?,'],
    ['graph_connect', '  edges: [{from, to, type, remove?: boolean}]'],
    [
      'graph_query',
      '  filter?: {resolved?, properties?: object|null, text?: string|null, ancestor?,',
    ],
    ['graph_plan', '  nodes?: [{ref?, parent_ref?, summary, '],
    ['tasks_patch', '  ops: [{op: set|unset|append|remove, field, value?}]'],
    ['tasks_macro_start', '  steps?: [{title, success_criteria: string[], tests?: string[],'],
  ])('[CA105] of %s names the arguments of nested objects', async (tool, expected) => {
    const shown = await lines('help', { tool });
    expect(
      shown.some((line) => line.startsWith(expected)),
      shown.join('\n'),
    ).toBe(true);
    for (const line of shown.slice(1, -2)) expect(line.length).toBeLessThanOrEqual(450);
  });

  it('[CA105] names refusals as they are answered', async () => {
    expect((await lines('help', { tool: 'graph_connect' })).at(-1)).toBe(
      'refusals: validation_error',
    );
    const { text } = await here.server.call('graph_connect', {});
    expect(JSON.parse(text).code).toBe('validation_error');
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
