/** `waymark init`: connects a client by writing its configuration file. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../kernel/usage-error.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

export const CLIENTS = ['claude', 'cursor', 'vscode', 'codex'] as const;

export type Client = (typeof CLIENTS)[number];

/** How a client reaches Waymark: it starts the program, or calls a running server. */
export type Reach =
  | { readonly command: string }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> };

interface ClientFile {
  readonly path: (outside: Outside) => string;
  /** The new content; undefined if the file already has an entry for Waymark. */
  readonly merge: (content: string, reach: Reach, file: string) => string | undefined;
}

/** Claude Code lists tools only by name, until one is looked for, unless it is told to load them. */
const AT_ONCE = { alwaysLoad: true };

const CLIENT_FILES: Readonly<Record<Client, ClientFile>> = {
  claude: {
    path: ({ cwd }) => join(cwd, '.mcp.json'),
    merge: intoJson('mcpServers', { command: AT_ONCE, url: { type: 'http', ...AT_ONCE } }),
  },
  cursor: {
    path: ({ cwd }) => join(cwd, '.cursor', 'mcp.json'),
    merge: intoJson('mcpServers', {}),
  },
  vscode: {
    path: ({ cwd }) => join(cwd, '.vscode', 'mcp.json'),
    merge: intoJson('servers', { command: { type: 'stdio' }, url: { type: 'http' } }),
  },
  codex: { path: ({ home }) => join(home, '.codex', 'config.toml'), merge: intoToml },
};

export function init(
  outside: Outside,
  client: Client,
  printOnly: boolean,
  reach: Reach = { command: outside.program },
): ExitCode {
  const { path, merge } = CLIENT_FILES[client];
  const file = path(outside);
  const before = !printOnly && existsSync(file) ? readFileSync(file, 'utf8') : '';
  const after = merge(before, reach, file);
  if (printOnly) outside.print(`${after}`, outside.printsToTerminal ? undefined : 'file');
  else if (after === undefined) outside.print(`${file} already has an entry for Waymark.\n`);
  else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, after);
    outside.print(`Wrote ${file}. Restart the client, then ask it to call the status tool.\n`);
  }
  return EXIT.ok;
}

/** `extra`: what a client needs besides the command, or besides the address. */
function intoJson(
  section: string,
  extra: { readonly command?: object; readonly url?: object },
): ClientFile['merge'] {
  return (content, reach, file) => {
    const config = parseObject(content, file);
    const servers = config[section] ?? {};
    if (!isObject(servers)) throw unknownFormat(file);
    if (servers.waymark !== undefined) return undefined;
    const entry =
      'url' in reach
        ? { ...extra.url, ...reach }
        : { ...extra.command, command: reach.command, args: ['mcp'] };
    return `${JSON.stringify({ ...config, [section]: { ...servers, waymark: entry } }, null, 2)}\n`;
  };
}

function parseObject(content: string, file: string): Record<string, unknown> {
  if (content.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(content);
    if (isObject(parsed)) return parsed;
  } catch {}
  throw unknownFormat(file);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function unknownFormat(file: string): UsageError {
  return new UsageError(
    `${file} is not in the expected format and was not changed: add what waymark init --print shows by hand.`,
  );
}

function intoToml(content: string, reach: Reach): string | undefined {
  if (/^\s*\[\s*mcp_servers\s*\.\s*"?waymark"?\s*\]/m.test(content)) return undefined;
  const gap =
    content === '' || content.endsWith('\n\n') ? '' : content.endsWith('\n') ? '\n' : '\n\n';
  return `${content}${gap}[mcp_servers.waymark]\n${tomlOf(reach).join('\n')}\n`;
}

/** Strings are written the same way in TOML and in JSON. */
function tomlOf(reach: Reach): readonly string[] {
  if ('command' in reach) return [`command = ${JSON.stringify(reach.command)}`, 'args = ["mcp"]'];
  const headers = Object.entries(reach.headers).map(
    ([name, value]) => `${JSON.stringify(name)} = ${JSON.stringify(value)}`,
  );
  return [`url = ${JSON.stringify(reach.url)}`, `http_headers = { ${headers.join(', ')} }`];
}
