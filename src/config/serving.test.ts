/** Tests of the settings of a server; the rules are in docs/spec/configuration.md. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Config, loadConfig, type Surroundings } from './config.ts';
import { SETTINGS, type SettingName, usualText } from './settings.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'waymark-serving-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

function load(around: Partial<Surroundings> = {}): Config {
  return loadConfig({ flags: {}, env: {}, cwd, home: '/u/ann', parseYaml: parse, ...around });
}

const USUAL = (Object.keys(SETTINGS) as SettingName[]).flatMap((name) => {
  const { env } = SETTINGS[name];
  const usual = usualText(SETTINGS[name]);
  return usual === undefined ? [] : [{ variable: env[0] ?? '', usual }];
});

/** The variables that programs before this one read, with values other than the defaults. */
const EARLIER: readonly [string, string, Partial<Config>][] = [
  ['THOUGHTBOX_TRANSPORT', 'http', { transport: 'http' }],
  ['THOUGHTBOX_STORAGE', 'memory', { storage: 'memory' }],
  ['THOUGHTBOX_DATA_DIR', '/d', { dataDir: '/d' }],
  ['PORT', '4100', { port: 4100 }],
  ['HOST', '::1', { host: '::1' }],
  ['DISABLE_THOUGHT_LOGGING', 'true', { disableThoughtLogging: true }],
  ['BRANCHMIND_WORKSPACE', 'acme', { workspace: 'acme' }],
  ['BRANCHMIND_TOOLSET', 'core', { toolsets: ['core'] }],
  ['GRAPH_AGENT', 'ann', { agent: 'ann' }],
  ['GRAPH_DB', '/d/x.db', { databaseFile: '/d/x.db' }],
  ['GRAPH_CLAIM_TTL', '5', { claimTtlMinutes: 5 }],
];

const EARLIER_OBSERVATORY: readonly [string, string, Partial<Config['observatory']>][] = [
  ['THOUGHTBOX_OBSERVATORY_ENABLED', 'false', { enabled: false }],
  ['THOUGHTBOX_OBSERVATORY_PORT', '4101', { port: 4101 }],
  ['THOUGHTBOX_OBSERVATORY_CORS', 'https://a.test', { origins: ['https://a.test'] }],
  ['THOUGHTBOX_OBSERVATORY_MAX_CONNECTIONS', '3', { maxConnections: 3 }],
  ['THOUGHTBOX_OBSERVATORY_MAX_CONN', '3', { maxConnections: 3 }],
  ['THOUGHTBOX_OBSERVATORY_HTTP_API', '1', { httpApi: true }],
];

describe('settings of a server', () => {
  it.each(USUAL)('[CO2] $variable=$usual is the default', ({ variable, usual }) => {
    const { observatory, ...others } = load();
    const isAsked = variable === 'WAYMARK_OBSERVATORY';
    expect(load({ env: { [variable]: usual } })).toEqual({
      ...others,
      observatory: { ...observatory, isAsked },
    });
  });

  it.each(EARLIER)('[CO3] %s=%s is read', (variable, value, part) => {
    expect(load({ env: { [variable]: value } })).toEqual({ ...load(), ...part });
  });

  it.each(EARLIER_OBSERVATORY)('[CO3] %s=%s is read', (variable, value, part) => {
    const usual = load();
    const observatory = { ...usual.observatory, ...part };
    expect(load({ env: { [variable]: value } })).toEqual({ ...usual, observatory });
  });

  it('[CO3] THOUGHTBOX_PROJECT=web is read', () => {
    const { thoughts } = load({ env: { THOUGHTBOX_PROJECT: 'web' } });
    expect(thoughts.project).toBe('web');
  });

  it.each([
    ['THOUGHTBOX_TRANSPORT', 'sse', 'expected stdio or http'],
    ['WAYMARK_TRANSPORT', 'HTTP', 'expected stdio or http'],
    ['THOUGHTBOX_STORAGE', 'disk', 'expected memory or fs'],
    ['THOUGHTBOX_OBSERVATORY_ENABLED', 'maybe', 'expected true or false'],
    ['DISABLE_THOUGHT_LOGGING', 'loud', 'expected true or false'],
    ['THOUGHTBOX_OBSERVATORY_HTTP_API', 'on', 'expected true or false'],
  ])('[CO7] %s=%s is refused with the name of the variable', (variable, value, why) => {
    expect(() => load({ env: { [variable]: value } })).toThrow(`${variable}: ${why}`);
  });

  it.each([
    ['https://a.test', ['https://a.test']],
    ['https://A.test/, http://localhost:3000', ['https://a.test', 'http://localhost:3000']],
    ['http://a.test:80', ['http://a.test']],
    ['*', ['*']],
    [' , ', []],
  ])('[CO24] the origins %j are %j', (given, origins) => {
    expect(load({ env: { WAYMARK_OBSERVATORY_CORS: given } }).observatory.origins).toEqual(origins);
  });

  it.each(['a.test', 'null', 'https://a.test/page', 'file:///x', 'https://*.a.test', 'a,*'])(
    '[CO24] the origins %j are refused',
    (given) => {
      expect(() => load({ env: { WAYMARK_OBSERVATORY_CORS: given } })).toThrow(
        'WAYMARK_OBSERVATORY_CORS: expected origins such as https://example.com, separated by commas, or *',
      );
    },
  );

  it.each(['0', '-1', '1.5', 'many', '10001'])('[CO24] %s connections are refused', (given) => {
    const env = { THOUGHTBOX_OBSERVATORY_MAX_CONN: given };
    expect(() => load({ env })).toThrow(/^THOUGHTBOX_OBSERVATORY_MAX_CONN: expected a number/);
  });
});

describe('storage', () => {
  const env = { THOUGHTBOX_STORAGE: 'memory' };

  it('[CO22] a place on the command line overrides it', () => {
    expect(load({ env, flags: { dataDir: '/d' } })).toMatchObject({ storage: 'fs' });
    const databaseUrl = 'postgres://h/db';
    expect(load({ env, flags: { databaseUrl } })).toMatchObject({ storage: 'fs', databaseUrl });
    writeFileSync(join(cwd, 'mine.yaml'), 'storage: memory\n');
    expect(load({ configFile: 'mine.yaml' }).storage).toBe('memory');
    expect(load({ configFile: 'mine.yaml', flags: { dataDir: '/d' } }).storage).toBe('fs');
  });

  it('[CO22] a place in a variable does not', () => {
    const places = { WAYMARK_DATA_DIR: '/d', GRAPH_DB: '/d/x.db' };
    expect(load({ env: { ...env, ...places } }).storage).toBe('memory');
  });
});
