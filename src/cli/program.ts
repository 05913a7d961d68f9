/** The command line: what can be said, and what each word does. */

import { Command, CommanderError, Option } from 'commander';
import { type Config, ConfigError, loadConfig } from '../config/config.ts';
import type { SettingName } from '../config/settings.ts';
import { redactText } from '../kernel/redaction.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { TOOLSETS } from '../surface/toolsets.ts';
import { CLIENTS, type Client } from './init.ts';
import { EXIT, type ExitCode, type Outside, UsageError } from './outside.ts';

type Flags = Partial<Record<SettingName, string | boolean>> & { config?: string; toolset?: string };

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
    return failure(error, outside);
  }
}

function failure(error: unknown, outside: Outside): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof UsageError || error instanceof ConfigError) {
    outside.log(`waymark: ${error.message}`);
    return EXIT.usage;
  }
  if (error instanceof StoreUnavailable) {
    outside.log(`waymark: ${redactText(error.message)}`);
    return EXIT.unavailable;
  }
  throw error;
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

  const command = (usage: string, summary: string) => {
    const made = program.command(usage).description(summary);
    addSharedOptions(made);
    return made;
  };
  const configured =
    (work: (config: Config, ...words: string[]) => Promise<ExitCode> | ExitCode) =>
    async (...words: unknown[]) => {
      const used = words.at(-1) as Command;
      const config = configFor(outside, used.opts<Flags>());
      finish(await work(config, ...(words.slice(0, -2) as string[])));
    };

  command('mcp', 'serve MCP over stdio (the default)')
    .option('--toolset <names>', `tools to list: ${TOOLSETS.join(', ')}, or several by comma`)
    .option('--structured', 'also answer structuredContent')
    .action(configured(async (config) => (await import('./mcp.ts')).mcp(config, outside)));
  const serving = command('serve', 'serve MCP over HTTP, and the Observatory page')
    .option('--toolset <names>', 'tools to list')
    .option('--structured', 'also answer structuredContent')
    .action(configured(async (config) => (await import('./serve.ts')).serve(config, outside)));
  const watching = command('ui', 'serve the Observatory page alone').action(
    configured(async (config) => (await import('./serve.ts')).ui(config, outside)),
  );
  serving.option('--port <port>', 'MCP port (1731)');
  for (const each of [serving, watching]) {
    each
      .option('--host <address>', 'address to serve on (127.0.0.1); any other needs a token')
      .option('--observatory-port <port>', 'Observatory port (1729)')
      .option('--token <secret>', 'ask every client for this bearer token');
  }
  command('status', 'show what memory there is').action(
    configured(async (config) => (await import('./status.ts')).status(config, outside)),
  );
  command('tools', 'list the tools that clients see')
    .option('--toolset <names>', 'tools to list')
    .option('--json', 'as clients get them')
    .action(async (_options: unknown, used: Command) => {
      const flags = used.opts<Flags & { json?: boolean }>();
      const { tools } = await import('./tools.ts');
      finish(tools(configFor(outside, flags), outside, flags.json ?? false));
    });
  command('call <tool> [json]', 'call a tool; - reads its arguments from stdin').action(
    configured(async (config, tool, json) =>
      (await import('./call.ts')).call(config, outside, tool ?? '', json),
    ),
  );
  command('doctor', 'check that the memory is sound')
    .option('--rebuild', 'make every projection anew from the journal')
    .action(async (_options: unknown, used: Command) => {
      const flags = used.opts<Flags & { rebuild?: boolean }>();
      const { doctor } = await import('./doctor.ts');
      finish(await doctor(configFor(outside, flags), outside, flags.rebuild ?? false));
    });
  command('backup <file>', 'copy the memory into a new file, while others write').action(
    configured(async (config, file) =>
      (await import('./backup.ts')).backup(config, outside, file ?? ''),
    ),
  );
  program
    .command('init')
    .description("write a client's configuration in this directory")
    .addOption(new Option('--client <name>', 'which client').choices(CLIENTS).default('claude'))
    .option('--print', 'print it instead')
    .action(async (options: { client: Client; print?: boolean }) => {
      const { init } = await import('./init.ts');
      finish(init(outside, options.client, options.print ?? false));
    });
  return program;
}

function addSharedOptions(command: Command): void {
  command
    .option('--data-dir <dir>', 'where the memory lies (~/.waymark)')
    .option('--database-url <url>', 'PostgreSQL instead of SQLite')
    .option('--workspace <id>', "project (default: the git root's name)")
    .option('--agent <name>', 'who writes')
    .option('--config <file>', 'instead of waymark.config.yaml');
}

function configFor(outside: Outside, { config, toolset, ...flags }: Flags): Config {
  return loadConfig({
    flags: toolset === undefined ? flags : { ...flags, toolsets: toolset },
    env: outside.env,
    cwd: outside.cwd,
    home: outside.home,
    configFile: config,
  });
}

const EXAMPLES = `
Examples:
  waymark init                         connect Claude Code in this directory
  waymark serve                        serve every client on this machine over HTTP
  waymark call help '{"search":"note"}'  ask the tools themselves
  waymark backup memory.db             keep a copy

Settings also come from WAYMARK_* variables and waymark.config.yaml; flags win.
Exit codes: 0 done, 1 refused or unsound, 2 wrong usage, 3 memory not available.
`;
