/** Tests of `waymark export`; the rules are in docs/spec/archive.md. */

import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ArchiveWorld,
  eachWithSamples,
  exportTo,
  treeOf,
} from '../../test/support/archive-world.ts';

let world: ArchiveWorld;
let [first, second, at] = ['', '', ''];
let used = 0;

eachWithSamples((given) => {
  ({ world, first, second, at } = given);
  used += 1;
});

const path = (...names: string[]) => join(world.root, ...names);

/** Exports to a new directory for this test. */
const exported = (...words: string[]) => exportTo(world, `archive-${used}`, ...words);

describe('export', () => {
  it('[AR1] [AR6] writes every session of the workspace, and reports how many', async () => {
    const { code, printed, logged } = await world.run('export', '--out', 'whole');
    expect({ code, logged }).toEqual({ code: 0, logged: '' });
    expect(printed).toBe(
      `Exported 2 sessions with 5 thoughts of acme to ${path('whole')} (thoughtbox, monthly).\n`,
    );
    expect(Object.keys(treeOf(path('whole')))).toEqual([
      'config.json',
      ...['001.json', '002.json', '003.json', 'manifest.json', 'other-cause/001.json'].map(
        (file) => `${at}/${file}`,
      ),
      `projects/atlas/sessions/2025-12/${second}/001.json`,
      `projects/atlas/sessions/2025-12/${second}/manifest.json`,
    ]);
  });

  it('[AR6] writes only the sessions of one project', async () => {
    const name = await exported('--project', 'atlas');
    expect(Object.keys(treeOf(path(name))).filter((each) => !each.includes('atlas'))).toEqual([
      'config.json',
    ]);
  });

  it('[AR6] redacts nothing in an archive, and refuses a workspace that does not exist', async () => {
    const name = await exported();
    const file = JSON.parse(treeOf(path(name))[`${at}/002.json`] ?? '');
    expect(file.data).toMatchObject({
      thought: expect.stringContaining('hunter2secret'),
      critique: { text: 'Is it?', model: 'critic-1' },
    });
    world.workspace = 'nobody';
    const { code, logged } = await world.run('export', '--out', 'none');
    expect(code).toBe(2);
    expect(logged).toContain('The workspace nobody does not exist');
    expect(existsSync(path('none'))).toBe(false);
  });

  it.each([
    ['monthly', '2025-12/'],
    ['weekly', '2025-W49/'],
    ['daily', '2025-12-07/'],
    ['none', ''],
  ])('[AR2] partitions sessions %s', async (partition, folder) => {
    const name = await exported('--partition', partition);
    expect(existsSync(path(name, `projects/_default/sessions/${folder}${first}`))).toBe(true);
    expect(JSON.parse(readFileSync(path(name, 'config.json'), 'utf8'))).toMatchObject({
      sessionPartitionGranularity: partition,
    });
    // The archive keeps its partition: another one would store each session twice.
    const before = treeOf(path(name));
    await exported();
    expect(treeOf(path(name))).toEqual(before);
    const other = partition === 'daily' ? 'weekly' : 'daily';
    const { code, logged } = await world.run('export', '--out', name, '--partition', other);
    expect(code).toBe(2);
    expect(logged).toContain(`--partition ${partition}`);
    expect(treeOf(path(name))).toEqual(before);
  });

  it('[AR3] writes the same bytes each time', async () => {
    const name = await exported();
    await world.run('export', '--out', 'again');
    expect(treeOf(path('again'))).toEqual(treeOf(path(name)));
  });

  it.each([
    ['without a directory', []],
    ['into an unknown format', ['--out', 'x', '--format', 'pdf']],
    ['by an unknown partition', ['--out', 'x', '--partition', 'yearly']],
    ['as json by partition', ['--out', 'x', '--format', 'json', '--partition', 'daily']],
    ['of a project with an invalid name', ['--out', 'x', '--project', '../x']],
    ['into a directory that has no parent', ['--out', 'no/where']],
  ])('[AR7] is refused %s', async (_what, words) => {
    const { code, printed, logged } = await world.run('export', ...words);
    expect({ code, printed }).toEqual({ code: 2, printed: '' });
    expect(logged).toMatch(/^waymark: /);
    expect(existsSync(path('x'))).toBe(false);
    expect(existsSync(path('no'))).toBe(false);
  });

  it('[AR7] refuses a directory that holds other files, and does not change it', async () => {
    mkdirSync(path('mine'));
    writeFileSync(path('mine/letter.txt'), 'dear');
    mkdirSync(path('looks'));
    writeFileSync(path('looks/config.json'), '{"port":1}');
    writeFileSync(path('file'), 'text');
    for (const name of ['mine', 'looks', 'file']) {
      const { code, logged } = await world.run('export', '--out', name);
      expect(code).toBe(2);
      expect(logged).toMatch(/^waymark: /);
    }
    expect(treeOf(path('mine'))).toEqual({ 'letter.txt': 'dear' });
    expect(treeOf(path('looks'))).toEqual({ 'config.json': '{"port":1}' });
  });

  it('[AR7] ignores hidden files', async () => {
    mkdirSync(path(`archive-${used}/.git`), { recursive: true });
    writeFileSync(path(`archive-${used}/.git/HEAD`), 'x');
    const name = await exported();
    expect((await world.run('verify', name)).code).toBe(0);
  });

  it('[AR8] replaces the files that changed, and keeps sessions that are not exported', async () => {
    const name = await exported();
    const stranger = path(name, 'projects/elsewhere/sessions/2024-01', second.replace(/^./, '1'));
    mkdirSync(stranger, { recursive: true });
    writeFileSync(join(stranger, 'manifest.json'), 'mine');
    const [old, damaged] = [path(name, at, '002.json'), path(name, at, '001.json')];
    const whole = readFileSync(damaged, 'utf8');
    utimesSync(old, 1, 1);
    writeFileSync(damaged, 'damaged');
    writeFileSync(path(name, at, '.001.json.tmp'), 'left by a crash');
    await exported();
    expect(readFileSync(damaged, 'utf8')).toBe(whole);
    expect(statSync(old).mtimeMs).toBe(1000);
    expect(readFileSync(join(stranger, 'manifest.json'), 'utf8')).toBe('mine');
    expect(Object.keys(treeOf(path(name))).filter((each) => each.endsWith('.tmp'))).toEqual([]);
  });

  it('[AR9] follows no link out of the directory', async () => {
    const name = await exported();
    mkdirSync(path('outside'));
    writeFileSync(path('outside/canary'), 'sings');
    renameSync(path(name, 'projects/atlas'), path(`atlas-${used}`));
    symlinkSync(path('outside'), path(name, 'projects/atlas'));
    const { code, logged } = await world.run('export', '--out', name);
    expect(code).toBe(2);
    expect(logged).toContain('is needed as a directory');
    rmSync(path(name, 'projects/atlas'));
    // A link in place of a file is replaced, and so is one in place of the temporary file.
    const thought = path(name, at, '001.json');
    rmSync(thought);
    symlinkSync(path('outside/canary'), thought);
    symlinkSync(path('outside/canary'), path(name, at, '.001.json.tmp'));
    await exported();
    expect(treeOf(path('outside'))).toEqual({ canary: 'sings' });
    expect((await world.run('verify', name)).code).toBe(0);
  });

  it('[AR9] names the file that cannot be written, and leaves no temporary file', async () => {
    const name = await exported();
    rmSync(path(name, at, '001.json'));
    mkdirSync(path(name, at, '001.json'));
    const { code, logged } = await world.run('export', '--out', name);
    expect(code).toBe(2);
    expect(logged).toMatch(/^waymark: .*001\.json cannot be written \(E/);
    expect(existsSync(path(name, at, '.001.json.tmp'))).toBe(false);
  });

  it('[AR10] writes redacted JSON and Markdown, which cannot be imported', async () => {
    for (const format of ['json', 'markdown']) {
      const name = `${format}-${used}`;
      for (let time = 0; time < 2; time++) {
        const { code, printed } = await world.run('export', '--format', format, '--out', name);
        expect(code).toBe(0);
        expect(printed).toContain(`(${format})`);
      }
      const end = format === 'json' ? 'json' : 'md';
      const tree = treeOf(path(name));
      expect(Object.keys(tree)).toEqual([first, second].sort().map((id) => `${id}.${end}`));
      expect(tree[`${first}.${end}`]).toContain('token=<redacted>');
      expect((await world.run('import', name)).code).toBe(2);
      expect((await world.run('import', name, '--format', format)).code).toBe(2);
    }
    const { [`${first}.json`]: json = '' } = treeOf(path(`json-${used}`));
    expect(JSON.parse(json)).toMatchObject({
      version: '1.0',
      session: { id: first, thoughtCount: 4 },
      exportedAt: expect.stringMatching(/^2025-12-07T/),
    });
    expect(JSON.parse(json).nodes).toHaveLength(4);
  });
});
