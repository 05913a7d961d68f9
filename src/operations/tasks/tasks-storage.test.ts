/** Where the memory is stored, by the rules in docs/spec/branches-and-notes.md. */

import { describe, expect, it } from 'vitest';
import { homeServer } from '../../../test/support/home-server.ts';

const DEFAULTS = { branch: 'main', docs: { notes: 'notes', graph: 'graph', trace: 'trace' } };

describe('tasks_storage', () => {
  const home = homeServer();
  const { call } = home;

  it('[BN5] returns the storage directory and the default names', async () => {
    expect(await call('tasks_storage', {})).toEqual({
      workspace: 'home',
      storage_dir: home.server.surface.facts.storageDir,
      defaults: DEFAULTS,
    });
  });
});
