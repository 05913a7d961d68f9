/**
 * Characters that change the direction of writing: refused in one-line texts, kept in long ones.
 */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeIn } from '../../../test/support/reply.ts';
import { openTestSurface, type TestSurface } from '../../../test/support/surface.ts';

/** Looks like `report gpj.exe` on a screen. */
const TURNED = 'report \u202eexe.jpg';
const ISOLATED = 'a \u2066b\u2069 c';

let server: TestSurface;
beforeEach(async () => {
  server = await openTestSurface({ defaultWorkspace: 'own' });
});
afterEach(() => server.close());

describe('text that changes its direction', () => {
  it.each([
    ['notes_commit', { content: 'x', title: TURNED }],
    ['notes_commit', { content: 'x', doc: ISOLATED }],
    ['branch_create', { name: TURNED }],
    ['tasks_create', { kind: 'plan', title: TURNED }],
    ['tasks_macro_start', { task_title: ISOLATED }],
    ['graph_apply', { ops: [{ op: 'node_upsert', id: TURNED, type: 'note' }] }],
    ['tag_create', { name: ISOLATED }],
    ['thoughtbox_gateway', { operation: 'start_new', title: TURNED }],
  ])('[TP47] is refused in a one-line text: %s', async (tool, args) => {
    await server.call('notes_commit', { content: 'something to name' });
    const reply = await server.call(tool, args);
    expect(reply.isError, reply.text).toBe(true);
    expect(codeIn(reply.text)).toMatch(/^(INVALID_INPUT|INVALID_NAME|INVALID_PAYLOAD)$/);
    expect(reply.text).toMatch(/one line|control/);
  });

  it('[TP47] is kept in a text of several lines', async () => {
    const content = `first\n${TURNED}\n${ISOLATED}`;
    await server.call('notes_commit', { content });
    const shown = await server.call('show', { doc_kind: 'notes' });
    expect(shown.text).toContain(JSON.stringify(content).slice(1, -1));
  });
});
