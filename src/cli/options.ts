/** The options that commands share, each with its meaning. */

import { type Config, configFiles, loadConfig } from '../config/config.ts';
import type { SettingName } from '../config/settings.ts';
import { TOOLSETS } from '../surface/toolsets.ts';
import type { Outside } from './outside.ts';

export type OptionSpec = readonly [flags: string, meaning: string];

export const SHARED_OPTIONS: readonly OptionSpec[] = [
  ['--data-dir <dir>', 'where the memory lies (~/.waymark)'],
  ['--database-url <url>', 'PostgreSQL instead of SQLite'],
  ['--workspace <id>', "whose memory (default: the directory's)"],
  ['--agent <name>', 'who writes'],
  ['--config <file>', 'instead of waymark.config.yaml'],
];

export const TOOLSET_OPTION: OptionSpec = [
  '--toolset <names>',
  `tools to list: ${TOOLSETS.join(', ')}, or several by comma`,
];

export const LISTING_OPTIONS: readonly OptionSpec[] = [
  TOOLSET_OPTION,
  ['--structured', 'also answer structuredContent'],
];

export const NETWORK_OPTIONS: readonly OptionSpec[] = [
  ['--host <address>', 'address to serve on (127.0.0.1); any other needs a token'],
  ['--observatory-port <port>', 'Observatory port (1729)'],
  ['--token <secret>', 'ask every client for this bearer token'],
];

export const SERVE_OPTIONS: readonly OptionSpec[] = [
  ['--port <port>', 'MCP port (1731)'],
  ...NETWORK_OPTIONS,
  ...LISTING_OPTIONS,
];

const PROJECT_OPTION: OptionSpec = ['--project <name>', "only this project's sessions"];

export const EXPORT_OPTIONS: readonly OptionSpec[] = [
  ['--out <dir>', 'where to: empty, or an archive already'],
  ['--format <name>', 'thoughtbox (default), json or markdown'],
  ['--partition <span>', 'monthly (default), weekly, daily or none'],
  PROJECT_OPTION,
];

export const IMPORT_OPTIONS: readonly OptionSpec[] = [
  ['--format <name>', 'thoughtbox, the only one there is'],
  PROJECT_OPTION,
];

/** The options that were given, by their names in camel case. */
export type Flags = Partial<Record<SettingName, string | boolean>> & {
  config?: string;
  toolset?: string;
  json?: boolean;
  rebuild?: boolean;
  format?: string;
  out?: string;
  partition?: string;
};

export async function configFor(outside: Outside, flags: Flags): Promise<Config> {
  const { config, toolset, ...rest } = flags;
  const { json: _json, rebuild: _rebuild, ...others } = rest;
  const { format: _format, out: _out, partition: _partition, ...settings } = others;
  const place = { cwd: outside.cwd, home: outside.home, configFile: config };
  // A good part of a cold start, and most have no file to read with it.
  const { parse } =
    configFiles(place).length > 0 ? await import('./yaml.ts') : { parse: JSON.parse };
  return loadConfig({
    ...place,
    parseYaml: parse,
    flags: toolset === undefined ? settings : { ...settings, toolsets: toolset },
    env: outside.env,
  });
}
