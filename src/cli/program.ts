/** The command line: all commands, and how one is chosen and run. */

import type { Config } from '../config/config.ts';
import { nearestName } from '../kernel/nearest-name.ts';
import { cleanLines } from '../kernel/text.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { configFor } from './config-for.ts';
import { reportFailure } from './failure.ts';
import {
  EXPORT_FLAGS,
  type Flag,
  IMPORT_FLAGS,
  INIT_FLAGS,
  LISTING_FLAGS,
  SEARCH_FLAGS,
  SERVE_FLAGS,
  SHARED_FLAGS,
  TOOLSET_FLAG,
  UI_FLAGS,
} from './flags.ts';
import type { Client } from './init.ts';
import { mcp } from './mcp.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';
import { type ParsedWords, parseWords } from './parse-words.ts';

/** What a command gets from the command line. */
interface Line extends Pick<ParsedWords, 'words' | 'own'> {
  /** Loaded on demand: not every command needs the configuration. */
  readonly config: () => Promise<Config>;
  readonly outside: Outside;
}

interface Command {
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
  run(line: Line): Promise<ExitCode>;
}

/**
 * The code of each command is imported when it runs, except that of the stdio server: clients start
 * that one and wait for it.
 */
const SERVERS: readonly Command[] = [
  {
    usage: 'mcp',
    summary: 'serve MCP over stdio (the default)',
    flags: [...LISTING_FLAGS, ...SHARED_FLAGS],
    run: async ({ config, outside }) => mcp(await config(), outside),
  },
  {
    usage: 'serve',
    summary: 'serve MCP over HTTP, and the Observatory page',
    flags: [...SERVE_FLAGS, ...SHARED_FLAGS],
    run: async ({ config, outside }) =>
      (await import('./serving/serve.ts')).serve(await config(), outside),
  },
  {
    usage: 'ui',
    summary: 'open the Observatory page, and serve it unless a server does',
    flags: [...UI_FLAGS, ...SHARED_FLAGS],
    run: async ({ config, outside, own }) =>
      (await import('./serving/serve.ts')).ui(await config(), outside, {
        opens: own['no-open'] !== true,
      }),
  },
];

const READING: readonly Command[] = [
  {
    usage: 'status',
    summary: 'show the database, its workspaces and this project',
    flags: SHARED_FLAGS,
    run: async ({ config, outside }) =>
      (await import('./status.ts')).status(await config(), outside),
  },
  {
    usage: 'search [words...]',
    summary: 'find what the memory holds, or open it by its id',
    flags: [...SEARCH_FLAGS, ...SHARED_FLAGS],
    async run({ config, outside, words, own: { json, ...given } }) {
      const { search } = await import('./search/search.ts');
      const flags = Object.entries(given).map(([name, value]) => [name, text(value)] as const);
      return search(await config(), outside, words, {
        ...Object.fromEntries(flags),
        json: json === true,
      });
    },
  },
  {
    usage: 'workspaces [words...]',
    summary: 'list the workspaces; rename OLD NEW; bind NAME [DIR]',
    flags: [{ name: 'json', meaning: 'print JSON' }, ...SHARED_FLAGS],
    async run({ config, outside, words, own }) {
      const { workspaces } = await import('./workspaces.ts');
      return workspaces(await config(), outside, words, own.json === true);
    },
  },
  {
    usage: 'tools',
    summary: 'list the tools that clients see',
    flags: [
      TOOLSET_FLAG,
      { name: 'json', meaning: 'print JSON, as clients get it' },
      ...SHARED_FLAGS,
    ],
    run: async ({ config, outside, own }) =>
      (await import('./tools.ts')).tools(await config(), outside, own.json === true),
  },
  {
    usage: 'call <tool> [arguments...]',
    summary: 'call a tool; its arguments are key=value, JSON, or - for stdin',
    flags: SHARED_FLAGS,
    run: async ({ config, outside, words }) =>
      (await import('./call.ts')).call(await config(), outside, words),
  },
];

const MAINTENANCE: readonly Command[] = [
  {
    usage: 'doctor',
    summary: 'check the database for damage',
    flags: [
      { name: 'rebuild', meaning: 'rebuild every projection from the journal first' },
      ...SHARED_FLAGS,
    ],
    run: async ({ config, outside, own }) =>
      (await import('./doctor.ts')).doctor(await config(), outside, own.rebuild === true),
  },
  {
    usage: 'backup <file>',
    summary: 'copy the database to a new file, even while it is in use',
    flags: SHARED_FLAGS,
    run: async ({ config, outside, words: [file] }) =>
      (await import('./backup.ts')).backup(await config(), outside, file ?? ''),
  },
  {
    usage: 'restore <file>',
    summary: 'replace the database by a backup, and keep the old one',
    flags: SHARED_FLAGS,
    run: async ({ config, outside, words: [file] }) =>
      (await import('./restore.ts')).restore(await config(), outside, file ?? ''),
  },
];

const ARCHIVING: readonly Command[] = [
  {
    usage: 'export',
    summary: 'write sessions of thought to a directory',
    flags: [...EXPORT_FLAGS, ...SHARED_FLAGS],
    async run({ config, outside, own }) {
      const { runExport } = await import('./export.ts');
      const [format, out, partition] = [text(own.format) ?? '', text(own.out), text(own.partition)];
      return runExport(await config(), outside, { format, out, partition });
    },
  },
  {
    usage: 'import <dir>',
    summary: 'import the sessions of an archive',
    flags: [...IMPORT_FLAGS, ...SHARED_FLAGS],
    async run({ config, outside, words: [directory], own }) {
      const { runImport } = await import('./import.ts');
      return runImport(await config(), outside, directory ?? '', text(own.format) ?? '');
    },
  },
  {
    usage: 'verify <dir>',
    summary: 'check an archive for damage',
    flags: [{ name: 'json', meaning: 'print JSON' }, ...SHARED_FLAGS],
    async run({ config, outside, words: [directory], own: { json } }) {
      await config();
      return (await import('./verify.ts')).verify(outside, directory ?? '', json === true);
    },
  },
];

const INIT: Command = {
  usage: 'init',
  summary: "write a client's configuration in this directory",
  flags: INIT_FLAGS,
  async run({ config, outside, own: { client, print, http } }) {
    const { init } = await import('./init.ts');
    const known = client as Client;
    if (http === undefined) return init(outside, known, print === true);
    const { reachServer } = await import('./reach-server.ts');
    const reach = await reachServer(await config(), outside, known, http);
    return init(outside, known, print === true, reach);
  },
};

const COMMANDS: readonly Command[] = [...SERVERS, ...READING, ...MAINTENANCE, ...ARCHIVING, INIT];

function text(value: string | true | undefined): string | undefined {
  return value === true ? undefined : value;
}

function nameOf({ usage }: Command): string {
  return usage.replace(/ .*/, '');
}

/** Runs one command line and returns the exit code. */
export async function runCommandLine(
  words: readonly string[],
  outside: Outside,
): Promise<ExitCode> {
  const cleaned = cleanStreams(outside);
  try {
    return await run(words, cleaned);
  } catch (error) {
    return reportFailure(error, cleaned);
  }
}

/** The one way to stdout and stderr: no text of a memory can speak to the terminal. */
function cleanStreams(outside: Outside): Outside {
  const { print, log } = outside;
  return {
    ...outside,
    print: (text, as) => print(as === undefined ? cleanLines(text) : text, as),
    log: (text) => log(cleanLines(text)),
  };
}

async function run(words: readonly string[], outside: Outside): Promise<ExitCode> {
  const [first, ...rest] = words;
  if (first === 'help' && rest[0] !== undefined)
    return help(commandNamed(rest[0], outside), outside);
  if (first === '-h' || first === '--help' || first === 'help') {
    outside.print((await import('./help.ts')).helpForProgram(COMMANDS));
    return EXIT.ok;
  }
  if (first === '-V' || first === '--version' || first === 'version') {
    outside.print(`${outside.version}\n`);
    return EXIT.ok;
  }
  if (first === undefined || first.startsWith('-')) return runBare(words, outside);
  const command = commandNamed(first, outside);
  return runCommand(command, parse(command, rest), outside);
}

function commandNamed(name: string, outside: Outside): Command {
  const command = COMMANDS.find((each) => nameOf(each) === name);
  if (command) return command;
  const meant = nearestName(name, [...COMMANDS.map(nameOf), 'help', 'version']);
  throw usageError(`unknown command ${name}${meant ? `; did you mean ${meant}?` : ''}`, outside);
}

async function help(command: Command, outside: Outside): Promise<ExitCode> {
  outside.print((await import('./help.ts')).helpForCommand(command));
  return EXIT.ok;
}

function parse(command: Command, words: readonly string[]): ParsedWords {
  return parseWords(words, command.usage, command.flags);
}

async function runCommand(
  command: Command,
  parsed: ParsedWords,
  outside: Outside,
  loaded?: Config,
): Promise<ExitCode> {
  if (parsed.wantsHelp) return help(command, outside);
  if (parsed.problem !== undefined) throw usageError(parsed.problem, outside);
  const { words, own, settings } = parsed;
  const config = async () => loaded ?? configFor(outside, settings, text(own.config));
  return command.run({ words, own, config, outside });
}

/** Options without a command: the setting `transport` decides which server they are for. */
async function runBare(words: readonly string[], outside: Outside): Promise<ExitCode> {
  const [overStdio, overHttp] = SERVERS as readonly [Command, Command, Command];
  const { settings, own, problem } = parse(overHttp, words);
  // With a wrong option only the file is read: it decides which command reports the problem.
  const config = await configFor(outside, problem === undefined ? settings : {}, text(own.config));
  const command = config.transport === 'http' ? overHttp : overStdio;
  return runCommand(command, parse(command, words), outside, config);
}

function usageError(problem: string, { invocation }: Outside): UsageError {
  return new UsageError(`${problem}\nRun ${invocation()} --help for usage.`);
}
