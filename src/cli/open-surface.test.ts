/** Who may run cells and install packages; the rules are in docs/spec/notebooks.md. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { QUIET } from '../../test/support/outside.ts';
import { openTestSurface, type TestSurface } from '../../test/support/surface.ts';
import { loadConfig } from '../config/config.ts';
import { openSandbox } from './open-surface.ts';

let test: TestSurface;

beforeAll(async () => {
  test = await openTestSurface();
});
afterAll(() => test.close());

function sandbox(env: Record<string, string>, isHttp: boolean) {
  const around = { flags: {}, cwd: '/', home: '/', parseYaml: parse };
  const config = loadConfig({ ...around, env: { WAYMARK_NOTEBOOKS: 'quickjs', ...env } });
  return openSandbox(
    config,
    test.surface.store,
    { ...QUIET, env: {}, cwd: '/', home: '/' },
    isHttp,
  );
}

const REACHABLE = { WAYMARK_HOST: '0.0.0.0' };

describe('a server that other machines can reach', () => {
  it('[NB79] runs no cells unless the settings say so', async () => {
    expect(await sandbox(REACHABLE, true).open()).toContain('notebook_remote: off');
    const allowed = { ...REACHABLE, WAYMARK_NOTEBOOK_REMOTE: 'run' };
    expect(await sandbox(allowed, true).open()).toMatchObject({ runtime: { kind: 'quickjs' } });
    expect(await sandbox({}, true).open()).toMatchObject({ runtime: { kind: 'quickjs' } });
    expect(await sandbox(REACHABLE, false).open()).toMatchObject({ runtime: { kind: 'quickjs' } });
  });

  it('[NB80] installs no packages unless the settings say so', async () => {
    const reason = async (env: Record<string, string>) => sandbox(env, true).packages();
    expect(await reason({ ...REACHABLE, WAYMARK_NOTEBOOK_REMOTE: 'run' })).toContain(
      'unless notebook_remote is install',
    );
    expect(await reason({ ...REACHABLE, WAYMARK_NOTEBOOK_REMOTE: 'install' })).toContain(
      'Packages need Node in bubblewrap',
    );
    expect(await reason({ WAYMARK_NOTEBOOK_INSTALL: 'off' })).toContain('notebook_install: off');
  });
});
