/** Parses the words after a command: flags by their table, the rest by the usage line. */

import { parseArgs } from 'node:util';
import type { SettingName } from '../config/settings.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import type { Flag } from './flags.ts';

export interface ParsedWords {
  readonly words: readonly string[];
  /** The flags that set settings, by the names of the settings. */
  readonly settings: Partial<Record<SettingName, string | boolean>>;
  /** All other flags, by their own names. */
  readonly own: Readonly<Record<string, string | true | undefined>>;
  readonly wantsHelp: boolean;
  /** What is wrong, in a sentence. The other fields hold what was understood all the same. */
  readonly problem: string | undefined;
}

/** `usage` is the command and the names of its words, such as `call <tool> [json]`. */
export function parseWords(
  args: readonly string[],
  usage: string,
  flags: readonly Flag[],
): ParsedWords {
  const options = Object.fromEntries([
    // parseArgs has no optional values: such a flag is a switch, and its value the next word.
    ...flags.map((flag) => [flag.name, { type: takesValue(flag) ? 'string' : 'boolean' } as const]),
    ['help', { type: 'boolean', short: 'h' } as const],
  ]);
  // Not strict: our own messages are shorter, and can suggest a flag with a similar name.
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const byName = new Map(flags.map((flag) => [flag.name, flag]));
  const given = new Map<string, string | true>();
  const words: string[] = [];
  let wantsHelp = false;
  let problem: string | undefined;
  let open: { readonly name: string; readonly index: number } | undefined;
  for (const token of tokens) {
    if (token.kind === 'positional' && open?.index === token.index - 1) {
      given.set(open.name, token.value);
    } else if (token.kind === 'positional') words.push(token.value);
    open = undefined;
    if (token.kind !== 'option') continue;
    if (token.name === 'help') wantsHelp = true;
    else {
      const flag = byName.get(token.name);
      problem ??= flag ? faultIn(flag, token.value) : unknownFlag(token.rawName, flags);
      const before = flag?.isRepeatable ? given.get(token.name) : undefined;
      const value = token.value ?? true;
      given.set(token.name, before === undefined ? value : `${before},${value}`);
      if (flag?.value?.startsWith('[') && token.value === undefined) open = token;
    }
  }
  problem ??= faultInWords(words, usage);
  return { words, ...bySetting(given, flags), wantsHelp, problem };
}

function takesValue({ value }: Flag): boolean {
  return value?.startsWith('<') ?? false;
}

function bySetting(given: ReadonlyMap<string, string | true>, flags: readonly Flag[]) {
  const settings: Partial<Record<SettingName, string | boolean>> = {};
  const own: Record<string, string | true | undefined> = {};
  for (const { name, setting, usual } of flags) {
    const value = given.get(name);
    if (setting === undefined) own[name] = value ?? usual;
    else if (value !== undefined) settings[setting] = value;
  }
  return { settings, own };
}

function faultIn(flag: Flag, value: string | undefined): string | undefined {
  const { name, choices } = flag;
  if (takesValue(flag) && value === undefined)
    return `--${name} ${flag.value}: the value is missing`;
  if (!flag.value && value !== undefined) return `--${name} takes no value`;
  if (choices && !choices.includes(value ?? '')) {
    return `--${name}: expected ${choices.join(', ')}; not ${value}`;
  }
  return undefined;
}

function unknownFlag(rawName: string, flags: readonly Flag[]): string {
  const meant = nearestName(rawName.replace(/^-+/, ''), [...flags.map(({ name }) => name), 'help']);
  return `unknown option ${rawName}${meant ? `; did you mean --${meant}?` : ''}`;
}

function faultInWords(words: readonly string[], usage: string): string | undefined {
  const [command, ...places] = usage.split(' ');
  const missing = places.filter((place) => place.startsWith('<'))[words.length];
  if (missing) return `${command} ${missing}: the ${missing.slice(1, -1)} is missing`;
  const surplus = words[places.length];
  if (surplus === undefined || places.at(-1)?.includes('...')) return undefined;
  return `${command}: unexpected word ${surplus}`;
}
