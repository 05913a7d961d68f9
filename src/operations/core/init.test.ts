/** Creating a workspace, by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { homeServer } from '../../../test/support/home-server.ts';
import { headsOf } from '../../../test/support/journal.ts';

const DEFAULTS = { branch: 'main', docs: { notes: 'notes', graph: 'graph', trace: 'trace' } };

describe('init', () => {
  const home = homeServer();
  const { call } = home;

  it('[BN1] creates the workspace with its first branch, and returns its names', async () => {
    const result = await call('init', { workspace: 'acme' });
    expect(result).toEqual({
      workspace: 'acme',
      storage_dir: home.server.surface.facts.storageDir,
      schema_version: home.server.surface.facts.schemaVersion,
      checkout: 'main',
      defaults: DEFAULTS,
    });
    const branches = await call('branch_list', { workspace: 'acme' });
    expect(branches.branches).toMatchObject([{ name: 'main', base_branch: null, base_seq: null }]);
  });

  it('[BN2] of an existing workspace changes nothing, and returns its state', async () => {
    await home.server.call('macro_branch_note', { workspace: 'twice', name: 'idea', content: 'x' });
    const before = await headsOf(home.server.surface.store);
    const first = await call('init', { workspace: 'twice' });
    expect(await call('init', { workspace: 'twice' })).toEqual(first);
    expect(first.checkout).toBe('idea');
    expect(await headsOf(home.server.surface.store)).toEqual(before);
  });

  it('[BN83] names the first branch as it is called now', async () => {
    const workspace = 'renamed';
    await call('init', { workspace });
    await call('branch_rename', { workspace, old: 'main', new: 'trunk' });
    const defaults = { ...DEFAULTS, branch: 'trunk' };
    expect(await call('init', { workspace })).toMatchObject({ checkout: 'trunk', defaults });
    expect(await call('tasks_storage', { workspace })).toMatchObject({ defaults });
  });
});
