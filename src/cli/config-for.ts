/** The configuration of one command line. */

import { type Config, configFiles, loadConfig, type Surroundings } from '../config/config.ts';
import type { Outside } from './outside.ts';

export async function configFor(
  outside: Outside,
  flags: Surroundings['flags'] = {},
  configFile?: string,
): Promise<Config> {
  const place = { cwd: outside.cwd, home: outside.home, configFile };
  // YAML would be a good part of a cold start, and most starts have no file to parse.
  const { parse } =
    configFiles(place).length > 0 ? await import('./yaml.ts') : { parse: JSON.parse };
  return loadConfig({ ...place, parseYaml: parse, flags, env: outside.env });
}
