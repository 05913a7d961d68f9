/** `waymark init`: tells a client where Waymark is, by writing the client's own configuration. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT, type ExitCode, type Outside, UsageError } from './outside.ts';

export const CLIENTS = ['claude', 'cursor', 'vscode', 'codex'] as const;

export type Client = (typeof CLIENTS)[number];

interface ClientFile {
  readonly path: (outside: Outside) => string;
  /** The new content, or undefined where Waymark is already in it. */
  readonly merge: (content: string, command: string, file: string) => string | undefined;
}

const CLIENT_FILES: Readonly<Record<Client, ClientFile>> = {
  claude: { path: ({ cwd }) => join(cwd, '.mcp.json'), merge: intoJson('mcpServers', {}) },
  cursor: {
    path: ({ cwd }) => join(cwd, '.cursor', 'mcp.json'),
    merge: intoJson('mcpServers', {}),
  },
  vscode: {
    path: ({ cwd }) => join(cwd, '.vscode', 'mcp.json'),
    merge: intoJson('servers', { type: 'stdio' }),
  },
  codex: { path: ({ home }) => join(home, '.codex', 'config.toml'), merge: intoToml },
};

export function init(outside: Outside, client: Client, printOnly: boolean): ExitCode {
  const { path, merge } = CLIENT_FILES[client];
  const file = path(outside);
  const before = !printOnly && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const after = merge(before, outside.program, file);
  if (printOnly) outside.print(`${after}`);
  else if (after === undefined) outside.print(`${file} already knows Waymark.\n`);
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, after);
    outside.print(`Wrote ${file}. Restart the client, then ask it for its status tool.\n`);
  }
  return EXIT.ok;
}

function intoJson(section: string, extra: Readonly<Record<string, string>>): ClientFile['merge'] {
  return (content, command, file) => {
    const config = parseObject(content, file);
    const servers = config[section] ?? {};
    if (!isObject(servers)) throw notMine(file);
    if (servers.waymark !== undefined) return undefined;
    const entry = { ...extra, command, args: ['mcp'] };
    return `${JSON.stringify({ ...config, [section]: { ...servers, waymark: entry } }, null, 2)}\n`;
  };
}

function parseObject(content: string, file: string): Record<string, unknown> {
  if (content.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(content);
    if (isObject(parsed)) return parsed;
  } catch {}
  throw notMine(file);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notMine(file: string): UsageError {
  return new UsageError(
    `${file} is not what we know and was left as it is: add by hand what waymark init --print shows.`,
  );
}

function intoToml(content: string, command: string): string | undefined {
  if (/^\s*\[\s*mcp_servers\s*\.\s*"?waymark"?\s*\]/m.test(content)) return undefined;
  const gap =
    content === '' || content.endsWith('\n\n') ? '' : content.endsWith('\n') ? '\n' : '\n\n';
  const block = `[mcp_servers.waymark]\ncommand = ${JSON.stringify(command)}\nargs = ["mcp"]\n`;
  return `${content}${gap}${block}`;
}
