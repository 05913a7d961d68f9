/** Which caller an HTTP request comes from, named by the rules in docs/spec/transports.md. */

import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Visitor } from '../surface/visitor.ts';
import { admit, type Guards, type TokenGrant } from './guards.ts';

const anyone: Visitor = { role: 'write' };

function admitted(headers: Record<string, string>, grants: readonly TokenGrant[] = []) {
  const guards: Guards = {
    ...{ hosts: ['localhost'], namedHosts: [], addresses: false, origins: [] },
    ...{ grants, anyone },
  };
  const request = { headers: { host: 'localhost', ...headers } } as unknown as IncomingMessage;
  return admit(request, guards);
}

function agentOf(headers: Record<string, string>, grants?: readonly TokenGrant[]) {
  return (admitted(headers, grants) as Visitor).agent;
}

describe('a client over HTTP', () => {
  it('[TP27] has the name it sends, or none yet', () => {
    expect(agentOf({})).toBeUndefined();
    expect(agentOf({ 'waymark-agent': ' ada ' })).toBe('ada');
    expect(agentOf({ 'waymark-agent': Buffer.from('Zoë').toString('latin1') })).toBe('Zoë');
  });

  it.each([' ', 'x'.repeat(129), 'person:ada', 'a\u0007b'])('[TP33] is refused as %j', (name) => {
    expect(admitted({ 'waymark-agent': name })).toMatchObject({ status: 400 });
  });

  it('[TP27] has the name of its token, if the token has one', () => {
    const authorization = 'Bearer long-enough';
    const token = 'long-enough';
    const said = { authorization, 'waymark-agent': 'ada' };
    expect(agentOf(said, [{ token, visitor: { ...anyone, agent: 'rita' } }])).toBe('rita');
    expect(agentOf(said, [{ token, visitor: anyone }])).toBe('ada');
  });
});
