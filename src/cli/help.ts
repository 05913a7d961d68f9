/** Help texts: one that lists the commands, and one per command with its flags. */

import { type Flag, usualOf } from './flags.ts';

const WIDTH = 80;

interface Described {
  readonly usage: string;
  readonly summary: string;
  readonly flags: readonly Flag[];
}

export function helpForProgram(commands: readonly Described[]): string {
  return `Usage: waymark [options] [command]

Durable working memory for AI agents, served over MCP.

Options:
${columns([
  ['-V, --version', 'print the version'],
  ['-h, --help', 'show this help'],
])}

Commands:
${columns(commands.map(({ usage, summary }) => [usage.replace(/( |$)/, ' [options]$1'), summary]))}

Examples:
  waymark init                           connect Claude Code in this directory
  waymark serve                          serve every client on this machine
  waymark search cold cache              find what agents wrote about it
  waymark call help search=note          search the tools
  waymark backup memory.db               write a backup
  waymark restore memory.db              restore the backup

Settings also come from WAYMARK_* variables and waymark.config.yaml; flags win.
Exit codes: 0 done, 1 refused or unsound, 2 wrong usage, 3 memory not available.
`;
}

export function helpForCommand({ usage, summary, flags }: Described): string {
  const rows = flags.map((flag) => [written(flag), meaningOf(flag)] as const);
  return `Usage: waymark ${usage.replace(/( |$)/, ' [options]$1')}

${summary}

Options:
${columns([...rows, ['-h, --help', 'show this help']])}
`;
}

function written({ name, value }: Flag): string {
  return value ? `--${name} ${value}` : `--${name}`;
}

function meaningOf(flag: Flag): string {
  const notes = [
    ...(flag.choices ? [`one of ${flag.choices.join(', ')}`] : []),
    // The default of a switch is always off.
    ...(flag.value && usualOf(flag) !== undefined ? [`default: ${usualOf(flag)}`] : []),
  ];
  return notes.length === 0 ? flag.meaning : `${flag.meaning} (${notes.join('; ')})`;
}

/** Two columns; long texts in the second are wrapped between words. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const left = Math.max(...rows.map(([first]) => first.length)) + 4;
  return rows
    .flatMap(([first, second]) =>
      wrapped(second, WIDTH - left).map(
        (line, at) => `  ${at === 0 ? first : ''}`.padEnd(left) + line,
      ),
    )
    .join('\n');
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
