/** The steps of a playbook, by the rules in docs/spec/calls.md. */

import { describe, expect, it } from 'vitest';
import { homeServer } from '../../../test/support/home-server.ts';

describe('think_playbook', () => {
  const { call } = homeServer();

  it('[CA13] returns the steps of the named playbook', async () => {
    const [usual, forBugs] = [
      await call('think_playbook'),
      await call('think_playbook', { name: 'debug' }),
    ];
    expect(await call('think_playbook', { name: 'default' })).toEqual(usual);
    for (const { template } of [usual, forBugs]) {
      const kinds = template.steps.map((step: string) => step.split(':')[0]);
      expect(kinds).toEqual(['frame', 'hypothesis', 'test', 'evidence', 'decision']);
    }
    expect(forBugs.template.steps).toContainEqual(expect.stringContaining('reproduce'));
    expect(usual.template.steps).not.toEqual(forBugs.template.steps);
    expect(await call('think_playbook', { name: 'debgu' })).toMatchObject({
      code: 'UNKNOWN_ID',
      recovery: 'The playbooks are default and debug.',
    });
  });
});
