/** Help texts: the commands in one, the flags of each in its own. */

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
  waymark call help '{"search":"note"}'  ask the tools themselves
  waymark backup memory.db               keep a copy
  waymark restore memory.db              go back to it

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
    // A switch is off until it is given.
    ...(flag.value && usualOf(flag) !== undefined ? [`default: ${usualOf(flag)}`] : []),
  ];
  return notes.length === 0 ? flag.meaning : `${flag.meaning} (${notes.join('; ')})`;
}

/** Two columns, the second broken between words where it is too long. */
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
