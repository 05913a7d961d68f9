/** Addresses, named by the rules in docs/spec/observatory.md. */

import { describe, expect, it } from 'vitest';
import { parseRoute, pathOf } from './router.ts';

describe('an address', () => {
  it('[OB41] is read back as it was written, whatever the segments contain', () => {
    for (const rest of [[], ['TASK-001'], ['a/b', 'ü %', '..'], ['s:0.s:1']]) {
      const path = pathOf('team/app', 'tasks', rest, { panel: 'step:a&b=c', none: undefined });
      const [plain = '', search = ''] = path.split('?');
      expect(parseRoute(plain, search)).toEqual({
        workspace: 'team/app',
        view: 'tasks',
        rest,
        query: { panel: 'step:a&b=c' },
      });
    }
  });

  it('[OB41] that is not known leads to the beginning', () => {
    expect(parseRoute('/', '')).toMatchObject({ workspace: undefined, view: 'now' });
    expect(parseRoute('/w/acme/nothing', '')).toMatchObject({ workspace: 'acme', view: 'now' });
    expect(parseRoute('/w/%E0%A4%A', '')).toMatchObject({ workspace: '%E0%A4%A' });
  });

  it('[OB43] of an id names it, with the workspace if one is given', () => {
    expect(parseRoute('/go/TASK-001', '?w=acme')).toMatchObject({
      go: 'TASK-001',
      workspace: 'acme',
    });
    expect(parseRoute('/go/a%2Fb', '')).toMatchObject({ go: 'a/b', workspace: undefined });
  });
});
