/** Loads the configuration: flags override the environment, that the file, that the defaults. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { ThoughtFacts } from '../domain/thoughts/thought-facts.ts';
import type { ClaimPolicy } from '../domain/work/claim-policy.ts';
import type { EvidencePolicy } from '../domain/work/evidence-policy.ts';
import type { Project } from '../domain/workspace/project-name.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import type { StorePlace } from '../store/open-store.ts';
import type { Toolset } from '../surface/toolsets.ts';
import { directoryWith, findProject } from './find-project.ts';
import { SETTINGS, type SettingName, type SettingValues, type UsualValues } from './settings.ts';

export interface Config extends StorePlace {
  /** The workspace in the settings; undefined for the workspace of the project. */
  readonly workspace: string | undefined;
  /** The workspace was named on the command line. */
  readonly isNamedByFlag?: boolean;
  /** The project of the directory; undefined if the directory is not a project. */
  readonly project: Project | undefined;
  /** Undefined if the settings name none. */
  readonly agent: string | undefined;
  readonly toolsets: readonly Toolset[];
  readonly structured: boolean;
  /** What is served if the command line has no command. */
  readonly transport: 'stdio' | 'http';
  readonly host: string;
  readonly port: number;
  readonly observatory: ObservatorySettings;
  readonly allowedHosts: readonly string[];
  readonly tokens: readonly TokenSetting[];
  /** Whether claims end with the process or session that made them. */
  readonly presence: boolean;
  readonly claimTtlMinutes: number;
  readonly claims: ClaimPolicy;
  readonly evidenceOnResolve: EvidencePolicy;
  readonly thoughts: ThoughtFacts;
  readonly notebooks: NotebookSettings;
  /** Without effect: the text of thoughts is never logged. */
  readonly disableThoughtLogging: boolean;
}

export interface ObservatorySettings {
  /** Whether `waymark serve` also serves it. */
  readonly enabled: boolean;
  /** Whether a setting says so, and not only the default: then the stdio server serves it too. */
  readonly isAsked: boolean;
  readonly port: number;
  /** Other sites whose pages may read it; `*` for all. */
  readonly origins: readonly string[];
  readonly maxConnections: number;
  /** Without effect until its endpoints exist. */
  readonly httpApi: boolean;
}

export interface NotebookSettings {
  readonly runtime: 'auto' | 'node' | 'quickjs' | 'off';
  readonly install: boolean;
  /** Undefined: the one that npm is configured to use. */
  readonly registry: string | undefined;
  /** The directory for packages; undefined: the usual one. */
  readonly packages: string | undefined;
  /** What is allowed on a server that other machines can reach. */
  readonly remote: 'off' | 'run' | 'install';
}

export interface TokenSetting {
  readonly token: string;
  readonly agent?: string | undefined;
  readonly role: 'read' | 'write';
  readonly workspaces?: readonly string[] | undefined;
}

/** What the configuration is read from; passed in, so that tests can replace it. */
export interface Surroundings {
  readonly flags: Readonly<Partial<Record<SettingName, string | boolean>>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** `--config FILE`. */
  readonly configFile?: string | undefined;
  /** Passed in, so that the YAML parser is imported only if a file exists. */
  readonly parseYaml: (text: string) => unknown;
}

/** A configuration that cannot be used; the message names the source and the problem. */
export class ConfigError extends Error {}

const CONFIG_FILES = ['waymark.config.yaml', 'graph.config.yaml'];

export function loadConfig(around: Surroundings): Config {
  const flags = fromFlags(around.flags);
  const others = { ...fromFiles(around), ...fromEnvironment(around.env) };
  const values = {
    ...USUAL,
    ...(namesPlace(flags) ? withoutPlace(others) : others),
    ...flags,
  } as SettingValues & UsualValues;
  const tokens = values.tokens ?? [];
  return {
    dataDir: absolute(values.dataDir, around),
    databaseUrl: values.databaseUrl,
    databaseFile: values.databaseFile && absolute(values.databaseFile, around),
    storage: values.storage,
    sqliteProvider: values.sqliteProvider,
    workspace: values.workspace,
    ...(flags.workspace === undefined ? {} : { isNamedByFlag: true }),
    project: findProject({
      directory: around.env.CLAUDE_PROJECT_DIR || around.cwd,
      home: around.home,
    }),
    agent: values.agent,
    toolsets: values.toolsets,
    structured: values.structured,
    transport: values.transport,
    host: values.host,
    port: values.port,
    observatory: {
      enabled: values.observatoryEnabled,
      isAsked: { ...others, ...flags }.observatoryEnabled === true,
      port: values.observatoryPort,
      origins: values.observatoryCors ?? [],
      maxConnections: values.observatoryMaxConnections,
      httpApi: values.observatoryHttpApi,
    },
    allowedHosts: values.allowedHosts ?? [],
    tokens:
      values.token === undefined ? tokens : [{ token: values.token, role: 'write' }, ...tokens],
    presence: values.presence,
    claimTtlMinutes: values.claimTtlMinutes,
    claims: values.claims,
    evidenceOnResolve: values.evidenceOnResolve,
    thoughts: {
      stages: values.stages,
      project: values.project,
      autoCreateSession: values.autoCreateSession,
      sessionId: values.reasoningSession,
    },
    notebooks: {
      runtime: values.notebooks,
      install: values.notebookInstall,
      registry: values.notebookRegistry,
      packages: values.notebookPackages && absolute(values.notebookPackages, around),
      remote: values.notebookRemote,
    },
    disableThoughtLogging: values.disableThoughtLogging,
  };
}

/** A place on the command line overrides every other place, also of another kind. */
function namesPlace({ dataDir, databaseUrl }: SettingValues): boolean {
  return dataDir !== undefined || databaseUrl !== undefined;
}

function withoutPlace(values: SettingValues): SettingValues {
  const { databaseUrl: _url, databaseFile: _file, storage: _storage, ...rest } = values;
  return rest;
}

const PATHS = ['dataDir', 'databaseFile', 'notebookPackages'] as const;

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** The defaults, by the names of the settings. */
const USUAL = Object.fromEntries(
  NAMES.flatMap((name) => {
    const { usual } = SETTINGS[name];
    return usual === undefined ? [] : [[name, usual]];
  }),
) as UsualValues;

function fromFlags(flags: Surroundings['flags']): SettingValues {
  return collect((name) => ({ given: flags[name], source: `--${kebab(name)}` }));
}

function fromEnvironment(env: Surroundings['env']): SettingValues {
  return collect((name) => {
    const variable = SETTINGS[name].env.find((each) => (env[each] ?? '') !== '');
    return { given: variable && env[variable], source: variable ?? '' };
  });
}

/** The configuration files that exist, ours first. */
export function configFiles({
  cwd,
  home,
  configFile,
}: Pick<Surroundings, 'cwd' | 'home' | 'configFile'>): string[] {
  if (configFile !== undefined) return [resolve(cwd, configFile)];
  // Searched upwards: the settings of a project apply in all its directories.
  const directory = directoryWith(CONFIG_FILES, { directory: cwd, home });
  return CONFIG_FILES.map((file) => join(directory, file)).filter((file) => existsSync(file));
}

function fromFiles(around: Surroundings): SettingValues {
  // Assigned last to first, so that our file overrides the older one.
  return Object.assign(
    {},
    ...configFiles(around)
      .reverse()
      .map((file) => fromFile(file, around.parseYaml)),
  );
}

function fromFile(file: string, parseYaml: Surroundings['parseYaml']): SettingValues {
  const content = readYaml(file, parseYaml);
  const known = NAMES.flatMap((name) => SETTINGS[name].file);
  for (const key of Object.keys(content)) {
    if (known.includes(key)) continue;
    const meant = nearestName(key, known);
    throw new ConfigError(
      `${file}: unknown setting ${key}${meant ? `; did you mean ${meant}?` : ''}`,
    );
  }
  const values = collect((name) => {
    const key = SETTINGS[name].file.find((each) => content[each] !== undefined);
    return { given: key && content[key], source: `${file}: ${key}` };
  });
  return { ...values, ...pathsFrom(dirname(file), values) };
}

/** A relative path of a file means the same from wherever the program is started. */
function pathsFrom(directory: string, values: SettingValues): SettingValues {
  const given = PATHS.flatMap((name) => {
    const path = values[name];
    return path === undefined || isAtHome(path) ? [] : [[name, resolve(directory, path)]];
  });
  return Object.fromEntries(given);
}

function readYaml(file: string, parseYaml: Surroundings['parseYaml']): Record<string, unknown> {
  try {
    const content: unknown = parseYaml(readFileSync(file, 'utf8')) ?? {};
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
      return content as Record<string, unknown>;
    }
  } catch (error) {
    throw new ConfigError(
      `${file}: cannot be read (${(error as Error).message.split('\n', 1)[0]})`,
    );
  }
  throw new ConfigError(`${file}: expected settings, one "name: value" per line`);
}

function collect(find: (name: SettingName) => { given: unknown; source: string }): SettingValues {
  const values: Record<string, unknown> = {};
  for (const name of NAMES) {
    const { given, source } = find(name);
    if (given === undefined) continue;
    const parsed = SETTINGS[name].value.safeParse(given);
    if (!parsed.success) {
      throw new ConfigError(
        `${source}: ${parsed.error.issues.map((issue) => issue.message).join('; ')}`,
      );
    }
    values[name] = parsed.data;
  }
  return values as SettingValues;
}

function kebab(name: string): string {
  if (name === 'toolsets') return 'toolset';
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function absolute(path: string, { cwd, home }: Surroundings): string {
  if (isAtHome(path)) return join(home, path.slice(1));
  return isAbsolute(path) ? path : resolve(cwd, path);
}

function isAtHome(path: string): boolean {
  return path === '~' || path.startsWith('~/');
}
