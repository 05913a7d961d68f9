/** Tests of the sources of settings; the rules are in docs/spec/configuration.md. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Config, ConfigError, loadConfig, type Surroundings } from './config.ts';
import { SETTINGS, type SettingName } from './settings.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'waymark-config-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

function file(content: string, name = 'waymark.config.yaml'): string {
  const path = join(cwd, name);
  writeFileSync(path, content);
  return path;
}

function load(around: Partial<Surroundings> = {}): Config {
  return loadConfig({ flags: {}, env: {}, cwd, home: '/u/ann', parseYaml: parse, ...around });
}

function refused(around: Partial<Surroundings> = {}): string {
  try {
    load(around);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('the configuration was accepted');
}

const SESSION = '019a8b3c-0000-7000-8000-000000000001';
const REGISTRY = 'https://npm.example/';
const NONE = { registry: undefined, packages: undefined };
const NOTEBOOKS = { runtime: 'auto', install: true, ...NONE, remote: 'off' };
const THOUGHTS = {
  stages: true,
  project: undefined,
  autoCreateSession: true,
  sessionId: undefined,
};
const OBSERVATORY = {
  ...{ enabled: true, isAsked: false },
  port: 1729,
  origins: [],
  maxConnections: 100,
  httpApi: false,
};

describe('precedence', () => {
  it('[CO2] without any source the defaults apply', () => {
    expect(load()).toEqual({
      dataDir: '/u/ann/.waymark',
      databaseUrl: undefined,
      databaseFile: undefined,
      storage: 'fs',
      sqliteProvider: undefined,
      workspace: undefined,
      project: expect.objectContaining({
        directory: realpathSync(cwd),
        names: [basename(cwd)],
        formerNames: [basename(cwd)],
      }),
      agent: undefined,
      toolsets: ['daily'],
      structured: false,
      transport: 'stdio',
      host: '127.0.0.1',
      port: 1731,
      observatory: OBSERVATORY,
      allowedHosts: [],
      tokens: [],
      presence: true,
      claimTtlMinutes: 60,
      claims: 'soft',
      evidenceOnResolve: 'warn',
      notebooks: NOTEBOOKS,
      thoughts: THOUGHTS,
      disableThoughtLogging: false,
    });
  });

  it('[CO1] a flag overrides a variable, that our file, that the older file', () => {
    const seen: string[] = [];
    const look = (around: Partial<Surroundings> = {}) => seen.push(load(around).agent ?? 'none');
    look();
    file('agent_identity: from-older-file', 'graph.config.yaml');
    look();
    file('agent: from-file');
    look();
    const env = { WAYMARK_AGENT: 'from-variable' };
    look({ env });
    look({ env, flags: { agent: 'from-flag' } });
    expect(seen).toEqual(['none', 'from-older-file', 'from-file', 'from-variable', 'from-flag']);
  });

  it('[CO1] each setting comes from the strongest source that has it', () => {
    file('agent: file-agent\nport: 4001\nhost: localhost');
    file('agent_identity: older\nclaim_ttl_minutes: 5', 'graph.config.yaml');
    const env = { PORT: '4002' };
    expect(load({ env, flags: { host: '127.0.0.2' } })).toMatchObject({
      agent: 'file-agent',
      claimTtlMinutes: 5,
      port: 4002,
      host: '127.0.0.2',
    });
  });

  it('[CO5] a named file is read instead of both, from the working directory', () => {
    file('agent: ours');
    file('claim_ttl_minutes: 5', 'graph.config.yaml');
    file('port: 4003', 'mine.yaml');
    expect(load({ configFile: 'mine.yaml' })).toMatchObject({
      agent: undefined,
      claimTtlMinutes: 60,
      evidenceOnResolve: 'warn',
      port: 4003,
    });
  });

  it('[CO5] a named file must exist', () => {
    expect(refused({ configFile: 'gone.yaml' })).toMatch(/gone\.yaml: cannot be read/);
  });
});

/** A value for each setting, as text, and what it becomes. */
const SAMPLES: Readonly<Record<SettingName, readonly [string, keyof Config, unknown]>> = {
  dataDir: ['/d', 'dataDir', '/d'],
  databaseUrl: ['postgres://h/db', 'databaseUrl', 'postgres://h/db'],
  databaseFile: ['/d/x.db', 'databaseFile', '/d/x.db'],
  workspace: ['acme/web', 'workspace', 'acme/web'],
  agent: ['ann', 'agent', 'ann'],
  toolsets: ['core,tasks', 'toolsets', ['core', 'tasks']],
  structured: ['true', 'structured', true],
  host: ['::1', 'host', '::1'],
  port: ['4100', 'port', 4100],
  transport: ['http', 'transport', 'http'],
  storage: ['memory', 'storage', 'memory'],
  observatoryEnabled: ['false', 'observatory', { ...OBSERVATORY, enabled: false }],
  observatoryPort: ['4101', 'observatory', { ...OBSERVATORY, port: 4101 }],
  observatoryCors: ['*', 'observatory', { ...OBSERVATORY, origins: ['*'] }],
  observatoryMaxConnections: ['7', 'observatory', { ...OBSERVATORY, maxConnections: 7 }],
  observatoryHttpApi: ['true', 'observatory', { ...OBSERVATORY, httpApi: true }],
  disableThoughtLogging: ['true', 'disableThoughtLogging', true],
  allowedHosts: ['a.test, b.test', 'allowedHosts', ['a.test', 'b.test']],
  token: ['long-enough', 'tokens', [{ token: 'long-enough', role: 'write' }]],
  tokens: ['', 'tokens', []],
  presence: ['off', 'presence', false],
  claimTtlMinutes: ['90', 'claimTtlMinutes', 90],
  claims: ['fenced', 'claims', 'fenced'],
  evidenceOnResolve: ['require', 'evidenceOnResolve', 'require'],
  sqliteProvider: ['bundled', 'sqliteProvider', 'bundled'],
  stages: ['off', 'thoughts', { ...THOUGHTS, stages: false }],
  project: ['web', 'thoughts', { ...THOUGHTS, project: 'web' }],
  autoCreateSession: ['false', 'thoughts', { ...THOUGHTS, autoCreateSession: false }],
  notebooks: ['quickjs', 'notebooks', { ...NOTEBOOKS, runtime: 'quickjs' }],
  notebookInstall: ['off', 'notebooks', { ...NOTEBOOKS, install: false }],
  notebookRegistry: [REGISTRY, 'notebooks', { ...NOTEBOOKS, registry: REGISTRY }],
  notebookPackages: ['/p', 'notebooks', { ...NOTEBOOKS, packages: '/p' }],
  notebookRemote: ['run', 'notebooks', { ...NOTEBOOKS, remote: 'run' }],
  reasoningSession: [SESSION, 'thoughts', { ...THOUGHTS, sessionId: SESSION }],
};

const NAMES = Object.keys(SETTINGS) as SettingName[];
const VARIABLES = NAMES.flatMap((name) => SETTINGS[name].env.map((env) => ({ name, env })));
const ALIASES = VARIABLES.filter(({ env }) => !env.startsWith('WAYMARK_'));
const KEYS = NAMES.flatMap((name) => SETTINGS[name].file.map((key) => ({ name, key })));

describe('names', () => {
  it.each(VARIABLES)('[CO3] $env sets $name', ({ name, env }) => {
    const [given, field, expected] = SAMPLES[name];
    expect(load({ env: { [env]: given } })[field]).toEqual(expected);
  });

  it('[CO3] every setting but the list of tokens has a variable of ours', () => {
    for (const name of NAMES) {
      if (name !== 'tokens') expect(SETTINGS[name].env[0]).toMatch(/^WAYMARK_[A-Z_]+$/);
    }
  });

  it.each(ALIASES)('[CO3] our variable overrides the older $env', ({ name, env: alias }) => {
    const [own = ''] = SETTINGS[name].env;
    const [given, field, expected] = SAMPLES[name];
    expect(load({ env: { [own]: given, [alias]: 'nonsense \n' } })[field]).toEqual(expected);
  });

  it('[CO3] an empty variable counts as not set', () => {
    const env = Object.fromEntries(VARIABLES.map((each) => [each.env, '']));
    expect(load({ env })).toEqual(load());
    expect(load({ env: { WAYMARK_PORT: '', PORT: '4100' } }).port).toBe(4100);
  });

  it.each(KEYS.filter(({ name }) => name !== 'tokens'))(
    '[CO4] $key in the file sets $name',
    ({ name, key }) => {
      const [given, field, expected] = SAMPLES[name];
      file(`${key}: ${JSON.stringify(given)}`);
      expect(load()[field]).toEqual(expected);
    },
  );

  it('[CO4] the file of seed 003 is read unchanged', () => {
    file(
      `# graph.config.yaml
agent_identity: "claude-code-v1"    # attached to all writes
db_path: "./graph.db"           # SQLite file location
claim_ttl_minutes: 60               # soft claim expiry
`,
      'graph.config.yaml',
    );
    expect(load()).toMatchObject({
      agent: 'claude-code-v1',
      databaseFile: join(cwd, 'graph.db'),
      claimTtlMinutes: 60,
      evidenceOnResolve: 'warn',
    });
  });

  it('[CO6] an unknown key is refused with the nearest known one', () => {
    const path = file('agnet: ann');
    expect(refused()).toBe(`${path}: unknown setting agnet; did you mean agent?`);
    file('zzzzzzzz: 1');
    expect(refused()).toBe(`${path}: unknown setting zzzzzzzz`);
  });
});

describe('values', () => {
  it.each([
    ['port', 'http', 'expected a port number'],
    ['port', '70000', 'expected a port number'],
    ['port', '-1', 'expected a port number'],
    ['port', '1.5', 'expected a port number'],
    ['claimTtlMinutes', 'soon', 'expected minutes'],
    ['claimTtlMinutes', '-5', 'expected minutes'],
    ['structured', 'maybe', 'expected true or false'],
    ['workspace', '-x', 'letters, digits'],
    ['databaseUrl', 'mysql://x', 'expected postgres://'],
    ['toolsets', 'daily,nope', 'nope: expected core, daily'],
    ['agent', ' ', 'one short line'],
    ['agent', 'a\nb', 'one short line'],
    ['sqliteProvider', 'other', 'bundled'],
  ] as const)('[CO7] a bad %s (%j) is reported with its source', (name, bad, why) => {
    const spelled = name === 'toolsets' ? 'toolset' : name;
    const flag = `--${spelled.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const [variable = ''] = SETTINGS[name].env;
    const [key = ''] = SETTINGS[name].file;
    const sources: [string, Partial<Surroundings>][] = [
      [`${flag}: `, { flags: { [name]: bad } }],
      [`${variable}: `, { env: { [variable]: bad } }],
    ];
    for (const [source, around] of sources) {
      const message = refused(around);
      expect(message.startsWith(source), message).toBe(true);
      expect(message).toContain(why);
    }
    const path = file(`${key}: ${JSON.stringify(bad)}`);
    const message = refused();
    expect(message.startsWith(`${path}: ${key}: `), message).toBe(true);
    expect(message).toContain(why);
  });

  it('[CO7] an alias is named as it was written', () => {
    expect(refused({ env: { PORT: 'http' } })).toBe('PORT: expected a port number');
  });

  it.each([
    ['token', { env: { WAYMARK_TOKEN: 'abc12' } }],
    ['database url', { env: { WAYMARK_DATABASE_URL: 'mysql://u:abc12@h/db' } }],
    ['token flag', { flags: { token: 'abc12' } }],
  ])('[CO7] a bad %s is not repeated', (_what, around) => {
    expect(refused(around)).not.toContain('abc12');
  });

  it.each(['- a\n- b', 'just words', '"quoted"', '5'])(
    '[CO7] a file without settings is refused: %j',
    (content) => {
      expect(refused({ configFile: file(content) })).toMatch(/expected settings/);
    },
  );

  it('[CO7] a file that is not YAML is refused in one line', () => {
    const message = refused({ configFile: file('a: [1, 2\nb: "') });
    expect(message).toMatch(/waymark\.config\.yaml: cannot be read/);
    expect(message).not.toContain('\n');
  });

  it('[CO7] an empty file is accepted', () => {
    file('# nothing yet\n');
    expect(load()).toEqual(load({ configFile: file('', 'other.yaml') }));
  });

  it.each(['port:', 'port: null', 'port: true', 'port: []', 'port: ""', 'port: " "'])(
    '[CO8] %s is not taken for a number',
    (line) => {
      file(line);
      let port: number | undefined;
      try {
        port = load().port;
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
      }
      expect([undefined, 1731]).toContain(port);
    },
  );

  it.each(['claim_ttl_minutes:', 'claim_ttl_minutes: false', 'claim_ttl_minutes: []'])(
    '[CO8] %s does not end claims at once',
    (line) => {
      file(line);
      let minutes: number | undefined;
      try {
        minutes = load().claimTtlMinutes;
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
      }
      expect([undefined, 60]).toContain(minutes);
    },
  );

  it('[CO11] toolsets are separated by commas or given as a list', () => {
    expect(load({ flags: { toolsets: ' core , full ' } }).toolsets).toEqual(['core', 'full']);
    file('toolset: [tasks, graph]');
    expect(load().toolsets).toEqual(['tasks', 'graph']);
    expect(refused({ flags: { toolsets: ',' } })).toMatch(/^--toolset: empty: expected core/);
  });

  it('[CO12] the single token comes first and may write; the file can give further tokens', () => {
    file(
      `tokens:
  - { token: first-grant, agent: ann, role: read, workspaces: [acme] }
  - { token: second-grant }
`,
    );
    expect(load({ flags: { token: 'the-single' } }).tokens).toEqual([
      { token: 'the-single', role: 'write' },
      { token: 'first-grant', agent: 'ann', role: 'read', workspaces: ['acme'] },
      { token: 'second-grant', role: 'write' },
    ]);
  });

  it.each(['[{ token: short }]', '[{ token: long-enough, rol: read }]', '[{ agent: a }]', 'x'])(
    '[CO12] tokens: %s is refused',
    (tokens) => {
      const path = file(`tokens: ${tokens}`);
      expect(refused().startsWith(`${path}: tokens: `)).toBe(true);
    },
  );
});

describe('places', () => {
  it.each([
    ['~', '/u/ann'],
    ['~/memory', '/u/ann/memory'],
    ['/abs/dir', '/abs/dir'],
  ])('[CO9] %s is %s', (given, expected) => {
    expect(load({ flags: { dataDir: given } }).dataDir).toBe(expected);
    expect(load({ env: { GRAPH_DB: given } }).databaseFile).toBe(expected);
  });

  it.each(['memory', './memory', 'x/../memory'])(
    '[CO9] %s starts at the working directory',
    (given) => {
      expect(load({ flags: { dataDir: given } }).dataDir).toBe(join(cwd, 'memory'));
      file(`data_dir: ${given}`);
      expect(load().dataDir).toBe(join(cwd, 'memory'));
    },
  );

  it('[CO10] a workspace is named only by a setting', () => {
    const env = { CLAUDE_PROJECT_DIR: '/u/ann/other' };
    expect(load({ env }).workspace).toBeUndefined();
    expect(load({ env: { ...env, BRANCHMIND_WORKSPACE: 'set' } }).workspace).toBe('set');
    expect(load({ env: { ...env, WAYMARK_WORKSPACE: '项目' } }).workspace).toBe('项目');
  });

  it('[CO10] the project is that of CLAUDE_PROJECT_DIR, else of the working directory', () => {
    const env = { CLAUDE_PROJECT_DIR: '/u/ann/other' };
    expect(load({ env }).project?.directory).toBe('/u/ann/other');
    expect(load({ env: { CLAUDE_PROJECT_DIR: '' } }).project?.directory).toBe(realpathSync(cwd));
    expect(load({ home: cwd }).project).toBeUndefined();
  });

  it('[CO26] the file of a project applies in all its folders, and not outside', () => {
    const inner = join(cwd, 'web', 'src');
    mkdirSync(inner, { recursive: true });
    file('workspace: shop');
    expect(load({ cwd: inner }).workspace).toBeUndefined();
    mkdirSync(join(cwd, '.git'));
    expect(load({ cwd: inner }).workspace).toBe('shop');
    mkdirSync(join(cwd, 'web', '.git'));
    expect(load({ cwd: inner }).workspace).toBeUndefined();
  });
});
