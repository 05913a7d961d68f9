/** Runs what the documents say: every command, every configuration, every generated part. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { loadConfig } from '../src/config/config.ts';
import { SETTINGS, usualText } from '../src/config/settings.ts';
import { projectFiles, ROOT } from './support/source-tree.ts';

/** Those of the root first, as a newcomer reads them: later ones rely on what the README did. */
const DOCUMENTS = projectFiles()
  .filter((file) => /^([A-Z]+|docs\/[a-z-]+)\.md$/.test(file.path))
  .sort((a, b) => (a.path < b.path ? -1 : 1));
const CONNECTING = join(ROOT, 'docs/connecting.md');
const RUNNING = join(ROOT, 'docs/running.md');
const PROGRAM = join(ROOT, 'bin/waymark');

function blocks(text: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...text.matchAll(fence)].map((match) => match[1] ?? '');
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

/** The parts that the program writes about itself. */
const GENERATED: Readonly<Record<string, () => string>> = {
  help: () => `\`\`\`\n${run(['--help']).trimEnd()}\n\`\`\``,
  'all-settings'() {
    const rows = Object.values(SETTINGS).map((setting) => {
      const text = usualText(setting);
      const usual = text === undefined ? 'unset' : code([text]);
      return `| ${code(setting.env)} | ${code(setting.file)} | ${usual} | ${setting.meaning} |`;
    });
    const head = '| variables | in the file | default | meaning |\n|---|---|---|---|';
    return `${head}\n${rows.join('\n')}`;
  },
};

/** The document that contains each part. */
const HOMES: Readonly<Record<string, string>> = {
  help: RUNNING,
  'all-settings': join(ROOT, 'docs/configuration.md'),
};

let home: string;

function run(words: readonly string[]): string {
  return execFileSync(PROGRAM, words, {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, WAYMARK_WORKSPACE: 'acme' },
  });
}

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'waymark-docs-'));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('the documents', () => {
  it.each(Object.keys(GENERATED))('the generated part %s is up to date', (name) => {
    const part = new RegExp(`(<!-- generated:${name} -->\\n)[\\s\\S]*?(<!-- /generated -->)`);
    const document = HOMES[name] ?? '';
    const before = readFileSync(document, 'utf8');
    expect(before).toMatch(part);
    const after = before.replace(
      part,
      (_all, open: string, close: string) => `${open}${GENERATED[name]?.()}\n${close}`,
    );
    if (process.env.WAYMARK_WRITE_DOCS === '1') writeFileSync(document, after);
    else expect(before, 'run npm run docs').toBe(after);
  });

  it('every npm command exists', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const named = DOCUMENTS.flatMap((file) => [...file.text.matchAll(/npm (?:run )?([a-z0-9:]+)/g)])
      .map((match) => match[1] ?? '')
      .filter(
        (name) =>
          !['install', 'ci', 'pack', 'blocks', 'for', 'registry', 'is'].includes(name) &&
          !/^\d/.test(name),
      );
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    expect(named.length).toBeGreaterThan(3);
  });

  it('every waymark command runs as written', () => {
    const lines = DOCUMENTS.flatMap((file) => blocks(file.text, 'sh'))
      .flatMap((block) => block.split('\n'))
      .filter((line) => line.startsWith('./bin/waymark '));
    expect(lines.length).toBeGreaterThan(8);
    for (const line of lines) {
      const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
        (match) => match[1] ?? match[2] ?? '',
      );
      run(words.slice(1));
    }
  });

  it('the client configuration is what init writes', () => {
    const [shown] = blocks(readFileSync(CONNECTING, 'utf8'), 'json');
    const written = JSON.parse(run(['init', '--print']));
    written.mcpServers.waymark.command = '/path/to/bin/waymark';
    expect(JSON.parse(shown ?? '')).toEqual(written);
  });

  it('the settings shown are accepted', () => {
    const [shown] = blocks(readFileSync(RUNNING, 'utf8'), 'yaml');
    writeFileSync(join(home, 'waymark.config.yaml'), shown ?? '');
    const config = loadConfig({ flags: {}, env: {}, cwd: home, home, parseYaml });
    rmSync(join(home, 'waymark.config.yaml'));
    expect(config.tokens).toMatchObject(parseYaml(shown ?? '').tokens);
  });

  it('every link between documents leads to a file', () => {
    const known = new Set(projectFiles().map((file) => file.path));
    const folders = new Set([...known].map((path) => path.split('/').slice(0, -1).join('/')));
    const links = DOCUMENTS.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) =>
        join(dirname(path), link).replace(/\/$/, ''),
      ),
    );
    expect(links.filter((link) => !known.has(link) && !folders.has(link))).toEqual([]);
  });
});
