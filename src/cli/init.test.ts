/** Tests of `waymark init`; the rules are in docs/spec/configuration.md. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { QUIET } from '../../test/support/outside.ts';
import { CLIENTS, type Client } from './init.ts';
import type { Outside } from './outside.ts';
import { runCommandLine } from './program.ts';

const PROGRAM = '/opt/way mark/bin/waymark';

let root: string;
let printed: string;
let logged: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waymark-init-'));
  printed = '';
  logged = '';
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function outside(): Outside {
  return {
    ...QUIET,
    newId: () => 'id',
    env: {},
    cwd: join(root, 'project'),
    home: join(root, 'ann'),
    program: PROGRAM,
    print: (text) => {
      printed += text;
    },
    log: (text) => {
      logged += `${text}\n`;
    },
  };
}

const init = (...words: string[]) => runCommandLine(['init', ...words], outside());

const FILES: Readonly<Record<Client, string>> = {
  claude: 'project/.mcp.json',
  cursor: 'project/.cursor/mcp.json',
  vscode: 'project/.vscode/mcp.json',
  codex: 'ann/.codex/config.toml',
};
const SECTIONS = { claude: 'mcpServers', cursor: 'mcpServers', vscode: 'servers' } as const;
/** Else Claude Code shows its model only the names of the tools. */
const AT_ONCE = { alwaysLoad: true };
const JSON_CLIENTS = ['claude', 'cursor', 'vscode'] as const;

const pathOf = (client: Client) => join(root, FILES[client]);
const read = (client: Client) => readFileSync(pathOf(client), 'utf8');

function put(client: Client, content: string): void {
  mkdirSync(dirname(pathOf(client)), { recursive: true });
  writeFileSync(pathOf(client), content);
}

/** A client's entry, as it would read it. */
function entryOf(client: (typeof JSON_CLIENTS)[number]) {
  return JSON.parse(read(client))[SECTIONS[client]].waymark;
}

describe('a new file', () => {
  it.each(JSON_CLIENTS)('[CO13] for %s names the program', async (client) => {
    expect(await init('--client', client)).toBe(0);
    const entry = { command: PROGRAM, args: ['mcp'] };
    const extra = { claude: AT_ONCE, cursor: {}, vscode: { type: 'stdio' } }[client];
    expect(entryOf(client)).toEqual({ ...extra, ...entry });
    expect(Object.keys(JSON.parse(read(client)))).toEqual([SECTIONS[client]]);
    expect(read(client).endsWith('}\n')).toBe(true);
    expect(printed).toContain(pathOf(client));
  });

  it('[CO13] for codex is TOML in the home directory', async () => {
    expect(await init('--client', 'codex')).toBe(0);
    expect(read('codex')).toBe(`[mcp_servers.waymark]\ncommand = "${PROGRAM}"\nargs = ["mcp"]\n`);
  });

  it('[CO13] without a client is for Claude', async () => {
    await init();
    expect(existsSync(pathOf('claude'))).toBe(true);
  });

  it.each(['', '  \n'])('[CO13] an empty file %j is filled', async (content) => {
    put('claude', content);
    expect(await init()).toBe(0);
    expect(entryOf('claude')).toMatchObject({ command: PROGRAM });
  });
});

describe('an existing file', () => {
  it.each(JSON_CLIENTS)('[CO14] of %s keeps its other content', async (client) => {
    const section = SECTIONS[client];
    const before = { other: { deep: [1] }, [section]: { github: { command: 'gh', args: ['x'] } } };
    put(client, JSON.stringify(before));
    expect(await init('--client', client)).toBe(0);
    const after = JSON.parse(read(client));
    expect(after).toMatchObject(before);
    expect(Object.keys(after[section])).toEqual(['github', 'waymark']);
  });

  it.each(['model = "x"', 'model = "x"\n', 'model = "x"\n\n'])(
    '[CO14] of codex keeps %j, with one empty line between',
    async (before) => {
      put('codex', before);
      await init('--client', 'codex');
      expect(read('codex')).toMatch(/^model = "x"\n\n\[mcp_servers\.waymark\]\n/);
    },
  );

  it('[CO14] of codex: another server or a comment is not taken for Waymark', async () => {
    put('codex', '[mcp_servers.waymark2]\ncommand = "x"\n# [mcp_servers.waymark]\n');
    await init('--client', 'codex');
    expect(read('codex')).toContain('\n\n[mcp_servers.waymark]\n');
  });

  it.each(CLIENTS)('[CO15] of %s that has an entry for Waymark is not changed', async (client) => {
    const known =
      client === 'codex'
        ? '[mcp_servers.waymark]\ncommand = "mine"'
        : `{ "${SECTIONS[client]}":{"waymark": {"command":"mine"}}}`;
    put(client, known);
    expect(await init('--client', client)).toBe(0);
    expect(read(client)).toBe(known);
    expect(printed).toContain('already has an entry for Waymark');
  });

  it.each(CLIENTS)('[CO15] of %s is not changed by a second run', async (client) => {
    await init('--client', client);
    const once = read(client);
    await init('--client', client);
    expect(read(client)).toBe(once);
  });

  it.each(['// a comment\n{}', '{"a":1,}', '[]', '"text"', 'null', '{'])(
    '[CO16] that is not plain JSON is not changed: %j',
    async (content) => {
      for (const client of JSON_CLIENTS) {
        put(client, content);
        logged = '';
        expect(await init('--client', client)).toBe(2);
        expect(read(client)).toBe(content);
        expect(logged).toContain('waymark init --print');
        expect(logged).not.toContain('    at ');
      }
    },
  );

  it.each(['[]', '"text"', '5', 'true', '[{"command":"gh"}]'])(
    '[CO16] whose servers are not an object is not changed: %s',
    async (servers) => {
      for (const client of JSON_CLIENTS) {
        const content = `{"${SECTIONS[client]}":${servers}}`;
        put(client, content);
        expect(await init('--client', client)).toBe(2);
        expect(read(client)).toBe(content);
      }
    },
  );
});

describe('printing', () => {
  it.each(CLIENTS)('[CO17] for %s prints a new file and writes none', async (client) => {
    expect(await init('--client', client, '--print')).toBe(0);
    expect(existsSync(pathOf(client))).toBe(false);
    const shown = printed;
    await init('--client', client);
    expect(shown).toBe(read(client));
  });

  it('[CO17] ignores an existing file', async () => {
    put('claude', 'not JSON');
    expect(await init('--print')).toBe(0);
    expect(JSON.parse(printed).mcpServers.waymark.command).toBe(PROGRAM);
    expect(read('claude')).toBe('not JSON');
  });

  it('[CO18] an unknown client is wrong usage', async () => {
    expect(await init('--client', 'emacs')).toBe(2);
    expect(logged).toContain('emacs');
  });
});

describe('a running server', () => {
  const URL = 'http://127.0.0.1:1731/mcp/project';

  it.each(JSON_CLIENTS)('[CO13] [ID24] is reached by %s with path and name', async (client) => {
    expect(await init('--client', client, '--http')).toBe(0);
    const http = { type: 'http' };
    const extra = { claude: { ...http, ...AT_ONCE }, cursor: {}, vscode: http }[client];
    const headers = { 'Waymark-Agent': `${client}-id` };
    expect(entryOf(client)).toEqual({ ...extra, url: URL, headers });
  });

  it('[CO13] [ID24] is reached by codex with path and name', async () => {
    expect(await init('--client', 'codex', '--http', 'https://memory.example:8443/mcp/')).toBe(0);
    expect(read('codex')).toBe(
      '[mcp_servers.waymark]\nurl = "https://memory.example:8443/mcp/project"\n' +
        'http_headers = { "Waymark-Agent" = "codex-id" }\n',
    );
  });

  it('[CO13] must have an address', async () => {
    expect(await init('--http', 'nowhere')).toBe(2);
    expect(logged).toContain('nowhere is not an address');
    expect(existsSync(pathOf('claude'))).toBe(false);
  });
});
