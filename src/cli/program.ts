/** The command line: what can be said, and what each word does. */

import { Command, CommanderError, Option } from 'commander';
import type { Config } from '../config/config.ts';
import { failure } from './failure.ts';
import { CLIENTS, type Client } from './init.ts';
import {
  configFor,
  EXPORT_OPTIONS,
  type Flags,
  IMPORT_OPTIONS,
  LISTING_OPTIONS,
  NETWORK_OPTIONS,
  type OptionSpec,
  SERVE_OPTIONS,
  SHARED_OPTIONS,
  TOOLSET_OPTION,
} from './options.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

/** Runs one command line and returns the exit code. */
export async function runCommandLine(argv: readonly string[], outside: Outside): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const program = commandLine(outside, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    // Commander has already said what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return failure(error, outside);
  }
}

interface CommandSpec {
  readonly usage: string;
  readonly summary: string;
  readonly options: readonly OptionSpec[];
  run(config: Config, words: readonly string[], flags: Flags): Promise<ExitCode> | ExitCode;
}

/** Each command's code is loaded when it is used: starting the stdio server is what must be fast. */
function commands(outside: Outside): readonly CommandSpec[] {
  return [
    {
      usage: 'mcp',
      summary: 'serve MCP over stdio (the default)',
      options: LISTING_OPTIONS,
      run: async (config) => (await import('./mcp.ts')).mcp(config, outside),
    },
    {
      usage: 'serve',
      summary: 'serve MCP over HTTP, and the Observatory page',
      options: SERVE_OPTIONS,
      run: async (config) => (await import('./serve.ts')).serve(config, outside),
    },
    {
      usage: 'ui',
      summary: 'serve the Observatory page alone',
      options: NETWORK_OPTIONS,
      run: async (config) => (await import('./serve.ts')).ui(config, outside),
    },
    {
      usage: 'status',
      summary: 'show what memory there is',
      options: [],
      run: async (config) => (await import('./status.ts')).status(config, outside),
    },
    {
      usage: 'workspaces [words...]',
      summary: 'list the workspaces; rename OLD NEW; bind NAME [DIR]',
      options: [['--json', 'as JSON']],
      run: async (config, words, { json }) =>
        (await import('./workspaces.ts')).workspaces(config, outside, words, json ?? false),
    },
    {
      usage: 'tools',
      summary: 'list the tools that clients see',
      options: [TOOLSET_OPTION, ['--json', 'as clients get them']],
      run: async (config, _words, { json }) =>
        (await import('./tools.ts')).tools(config, outside, json ?? false),
    },
    {
      usage: 'call <tool> [json]',
      summary: 'call a tool; - reads its arguments from stdin',
      options: [],
      run: async (config, [tool, json]) =>
        (await import('./call.ts')).call(config, outside, tool ?? '', json),
    },
    ...careCommands(outside),
    ...archiveCommands(outside),
  ];
}

function careCommands(outside: Outside): readonly CommandSpec[] {
  return [
    {
      usage: 'doctor',
      summary: 'check that the memory is sound',
      options: [['--rebuild', 'make every projection anew from the journal']],
      run: async (config, _words, { rebuild }) =>
        (await import('./doctor.ts')).doctor(config, outside, rebuild ?? false),
    },
    {
      usage: 'backup <file>',
      summary: 'copy the memory into a new file, while others write',
      options: [],
      run: async (config, [file]) =>
        (await import('./backup.ts')).backup(config, outside, file ?? ''),
    },
    {
      usage: 'restore <file>',
      summary: 'put a backup in the place of the memory, and keep that aside',
      options: [],
      run: async (config, [file]) =>
        (await import('./restore.ts')).restore(config, outside, file ?? ''),
    },
  ];
}

function archiveCommands(outside: Outside): readonly CommandSpec[] {
  return [
    {
      usage: 'export',
      summary: 'write sessions of thought into a directory',
      options: EXPORT_OPTIONS,
      run: async (config, _words, { format = 'thoughtbox', out, partition }) => {
        const { exportSessions } = await import('./archive/export.ts');
        return exportSessions(config, outside, { format, out, partition });
      },
    },
    {
      usage: 'import <dir>',
      summary: 'take the sessions of an archive into the memory',
      options: IMPORT_OPTIONS,
      run: async (config, [directory], { format = 'thoughtbox' }) => {
        const { importArchive } = await import('./archive/import.ts');
        return importArchive(config, outside, directory ?? '', format);
      },
    },
    {
      usage: 'verify <dir>',
      summary: 'check that an archive is whole',
      options: [],
      run: async (_config, [directory]) =>
        (await import('./archive/verify.ts')).verify(outside, directory ?? ''),
    },
  ];
}

function commandLine(outside: Outside, finish: (code: ExitCode) => void): Command {
  const program = new Command('waymark')
    .description('Durable working memory for AI agents, served over MCP.')
    .version(outside.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: outside.print,
      writeErr: (text) => outside.log(text.replace(/^error: /, 'waymark: ').trimEnd()),
    })
    .showHelpAfterError('Run waymark --help to see how it is used.')
    .addHelpText('after', EXAMPLES);
  for (const spec of commands(outside)) addCommand(program, spec, outside, finish);
  program
    .command('init')
    .description("write a client's configuration in this directory")
    .addOption(new Option('--client <name>', 'which client').choices(CLIENTS).default('claude'))
    .option('--print', 'print it instead')
    .option('--http [url]', 'reach a running server (http://127.0.0.1:1731/mcp)')
    .action(async (options: { client: Client; print?: boolean; http?: string | true }) => {
      const { init } = await import('./init.ts');
      const { client, print = false, http } = options;
      if (http === undefined) return finish(init(outside, client, print));
      const { reachServer } = await import('./reach-server.ts');
      const reach = await reachServer(await configFor(outside, {}), outside, client, http);
      return finish(init(outside, client, print, reach));
    });
  return program;
}

function addCommand(
  program: Command,
  spec: CommandSpec,
  outside: Outside,
  finish: (code: ExitCode) => void,
): void {
  const command = program.command(spec.usage).description(spec.summary);
  for (const [flags, meaning] of [...spec.options, ...SHARED_OPTIONS])
    command.option(flags, meaning);
  command.action(async () => {
    const flags = command.opts<Flags>();
    finish(await spec.run(await configFor(outside, flags), command.args, flags));
  });
}

const EXAMPLES = `
Examples:
  waymark init                           connect Claude Code in this directory
  waymark serve                          serve every client on this machine
  waymark call help '{"search":"note"}'  ask the tools themselves
  waymark backup memory.db               keep a copy
  waymark restore memory.db              go back to it

Settings also come from WAYMARK_* variables and waymark.config.yaml; flags win.
Exit codes: 0 done, 1 refused or unsound, 2 wrong usage, 3 memory not available.
`;
