/** How PostgreSQL's errors are classified. */

import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../unavailable.ts';
import { explain, explainConnecting, isLoss, isRetryable, NoAnswer } from './postgres-failure.ts';
import { publicUrl, refuseUnusable } from './postgres-url.ts';

const withCode = (code: string, severity = 'ERROR') =>
  Object.assign(new Error(`it is ${code}`), { code, severity });

function reasonOf(error: unknown): string {
  const explained = explain(error, 'here');
  return explained instanceof StoreUnavailable ? explained.reason : 'a bug';
}

describe('an error of PostgreSQL', () => {
  it.each([
    ['57P01', 'unreachable'],
    ['57P02', 'unreachable'],
    ['57P03', 'unreachable'],
    ['08006', 'unreachable'],
    ['08P01', 'unreachable'],
    ['25P03', 'unreachable'],
    ['28P01', 'unreachable'],
    ['3D000', 'unreachable'],
    ['ECONNRESET', 'unreachable'],
    ['25006', 'unusable'],
    ['42501', 'unreadable'],
    ['53100', 'full'],
    ['53200', 'busy'],
    ['53300', 'busy'],
    ['55P03', 'busy'],
    ['57014', 'busy'],
    ['40001', 'busy'],
    ['XX001', 'corrupt'],
    ['23505', 'a bug'],
    ['42P01', 'a bug'],
  ])('[ST24] %s is %s', (code, reason) => {
    expect(reasonOf(withCode(code))).toBe(reason);
  });

  it('[ST24] a statement that waited for a lock in vain says where to look', () => {
    const error = Object.assign(new Error('canceling statement due to statement timeout'), {
      code: '57014',
    });
    expect(String(explain(error, 'here'))).toMatch(/nothing was written.*has locked tables/);
  });

  it.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'timeout expired',
  ])('[ST40] "%s" is a lost connection', (words) => {
    expect(isLoss(new Error(words))).toBe(true);
    expect(reasonOf(new Error(words))).toBe('unreachable');
  });

  it('[ST40] distinguishes what ends the connection from what ends a statement', () => {
    expect(isLoss(withCode('53200'))).toBe(false);
    expect(isLoss(withCode('53200', 'FATAL'))).toBe(true);
    expect(isLoss(new NoAnswer(1000))).toBe(true);
    expect(isLoss(new Error('cannot read properties of undefined'))).toBe(false);
    expect(isRetryable(withCode('40P01'))).toBe(true);
  });

  it('while connecting is always reported in a sentence', () => {
    const explained = explainConnecting(
      new Error('SASL: client password must be a string'),
      'here',
    );
    expect(explained.message).toMatch(/here asks for a password.*nothing was written/);
    const unknown = explainConnecting(new Error('something new'), 'here');
    expect(unknown.message).toMatch(/here cannot be reached \(something new\); nothing was/);
  });
});

describe('a database URL', () => {
  it.each([
    ['postgres://u:p@a,b/db', 'several hosts'],
    ['postgres://u:p@a:1,b:2/db?target_session_attrs=read-write', 'several hosts'],
    ['postgres:///db?host=a,b&port=1,2', 'several hosts'],
    ['postgres://a/db?target_session_attrs=primary', 'target_session_attrs'],
    ['postgres://a:notaport/db', 'cannot be used'],
    ['postgres://a/db?sslrootcert=/nowhere/ca.pem', 'names a file for sslrootcert'],
    ['nonsense', 'expected postgres://'],
  ])('[ST46] %s is refused', (url, why) => {
    expect(() => refuseUnusable(url)).toThrow(why);
    expect(() => refuseUnusable(url)).toThrow(StoreUnavailable);
  });

  it.each([
    'postgres://u@localhost/db',
    'postgresql://u:p@127.0.0.1:5432/db?sslmode=disable',
    'postgres:///db?host=/var/run/postgresql',
    'postgres://u@%2Fvar%2Frun%2Fpostgresql/db',
    'postgres://u:a,b@localhost/db',
  ])('%s is not refused', (url) => {
    expect(() => refuseUnusable(url)).not.toThrow();
  });

  it('[ST23] is shown without its password, or not at all', () => {
    expect(publicUrl('postgres://u:hunter2@a/db?password=hunter3')).toBe('postgres://u@a/db');
    expect(publicUrl('postgres://u:hunter2@a:1,b:2/db')).toBe('the given database URL');
  });
});
