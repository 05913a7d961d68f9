/** Every flag of the command line once: its name, its value, its meaning and its default. */

import { SETTINGS, type SettingName, usualText } from '../config/settings.ts';
import { TOOLSETS } from '../surface/toolsets.ts';
import { CLIENTS } from './init.ts';

export interface Flag {
  /** As it is written after the two dashes. */
  readonly name: string;
  /** `<dir>` for a required value, `[url]` for an optional one; a flag without one is a switch. */
  readonly value?: string;
  readonly meaning: string;
  /** The setting that the flag sets; its default is the flag's. */
  readonly setting?: SettingName;
  /** The default of a flag that sets no setting. */
  readonly usual?: string;
  readonly choices?: readonly string[];
  /** Whether it may be given several times; its values are then joined by commas. */
  readonly isRepeatable?: boolean;
}

export function usualOf({ setting, usual }: Flag): string | undefined {
  return setting === undefined ? usual : usualText(SETTINGS[setting]);
}

export const SHARED_FLAGS: readonly Flag[] = [
  {
    name: 'data-dir',
    value: '<dir>',
    meaning: 'directory of the memory',
    setting: 'dataDir',
  },
  {
    name: 'database-url',
    value: '<url>',
    meaning: 'PostgreSQL instead of SQLite',
    setting: 'databaseUrl',
  },
  {
    name: 'workspace',
    value: '<id>',
    meaning: "workspace to use (default: the directory's)",
    setting: 'workspace',
  },
  { name: 'agent', value: '<name>', meaning: 'name of the agent that writes', setting: 'agent' },
  {
    name: 'config',
    value: '<file>',
    meaning: 'configuration file (instead of waymark.config.yaml)',
  },
];

export const TOOLSET_FLAG: Flag = {
  name: 'toolset',
  value: '<names>',
  meaning: `tools to list: ${TOOLSETS.join(', ')}, or several, separated by commas`,
  setting: 'toolsets',
};

export const LISTING_FLAGS: readonly Flag[] = [
  TOOLSET_FLAG,
  { name: 'structured', meaning: 'also return structuredContent', setting: 'structured' },
];

const NETWORK_FLAGS: readonly Flag[] = [
  {
    name: 'host',
    value: '<address>',
    meaning: 'address to serve on; a token is required unless it is a loopback address',
    setting: 'host',
  },
  {
    name: 'observatory-port',
    value: '<port>',
    meaning: 'Observatory port',
    setting: 'observatoryPort',
  },
  {
    name: 'token',
    value: '<secret>',
    meaning: 'bearer token that every client must send',
    setting: 'token',
  },
];

export const UI_FLAGS: readonly Flag[] = [
  ...NETWORK_FLAGS,
  { name: 'no-open', meaning: 'print the address of the page and open no browser' },
];

export const SERVE_FLAGS: readonly Flag[] = [
  { name: 'port', value: '<port>', meaning: 'MCP port', setting: 'port' },
  ...NETWORK_FLAGS,
  ...LISTING_FLAGS,
];

export const SEARCH_FLAGS: readonly Flag[] = [
  {
    name: 'kind',
    value: '<kinds>',
    meaning: 'only these, e.g. card,rule,thought; may be repeated',
    isRepeatable: true,
  },
  { name: 'about', value: '<id>', meaning: 'only what belongs to this task, session, …' },
  { name: 'since', value: '<day>', meaning: 'only from this day or time on' },
  { name: 'until', value: '<day>', meaning: 'only up to this day or time' },
  { name: 'limit', value: '<n>', meaning: 'how many, at most 100 (10 if not given)' },
  { name: 'json', meaning: 'print JSON, as agents get it' },
];

const PROJECT_FLAG: Flag = {
  name: 'project',
  value: '<name>',
  meaning: "only this project's sessions",
  setting: 'project',
};

export const EXPORT_FLAGS: readonly Flag[] = [
  { name: 'out', value: '<dir>', meaning: 'output directory, empty or an existing archive' },
  {
    name: 'format',
    value: '<name>',
    meaning: 'thoughtbox, json or markdown',
    usual: 'thoughtbox',
  },
  { name: 'partition', value: '<span>', meaning: 'monthly (default), weekly, daily or none' },
  PROJECT_FLAG,
];

export const IMPORT_FLAGS: readonly Flag[] = [
  { name: 'format', value: '<name>', meaning: 'only thoughtbox', usual: 'thoughtbox' },
  PROJECT_FLAG,
];

export const INIT_FLAGS: readonly Flag[] = [
  {
    name: 'client',
    value: '<name>',
    meaning: 'client to configure',
    choices: CLIENTS,
    usual: CLIENTS[0],
  },
  { name: 'print', meaning: 'print the configuration instead of writing it' },
  {
    name: 'http',
    value: '[url]',
    meaning: `connect to a running server (default: http://127.0.0.1:${SETTINGS.port.usual}/mcp)`,
  },
];
