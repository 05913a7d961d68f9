/** Who calls over HTTP, named by the rules in docs/spec/transports.md. */

import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../surface/caller.ts';
import { admit, type Guards, type TokenGrant } from './guards.ts';

const anyone: Caller = { agent: 'agent-1a2b', role: 'write' };

function agentOf(headers: Record<string, string>, grants: readonly TokenGrant[] = []): string {
  const guards: Guards = { hosts: ['localhost'], addresses: false, origins: [], grants, anyone };
  const request = { headers: { host: 'localhost', ...headers } } as unknown as IncomingMessage;
  return (admit(request, guards) as Caller).agent;
}

describe('a client over HTTP', () => {
  it('[T27] is who it says, or one with all others that say nothing', () => {
    expect(agentOf({})).toBe('agent-1a2b');
    expect(agentOf({ 'waymark-agent': ' ada ' })).toBe('ada');
    expect(agentOf({ 'waymark-agent': ' ' })).toBe('agent-1a2b');
    expect(agentOf({ 'waymark-agent': 'x'.repeat(129) })).toBe('agent-1a2b');
  });

  it('[T27] is who its token says, where it says so', () => {
    const authorization = 'Bearer long-enough';
    const grant = { token: 'long-enough', caller: { ...anyone, agent: 'rita' } };
    const said = { authorization, 'waymark-agent': 'ada' };
    expect(agentOf(said, [{ ...grant, isNamed: true }])).toBe('rita');
    expect(agentOf(said, [{ ...grant, isNamed: false }])).toBe('ada');
  });
});
