/** Tests of `waymark verify` and `waymark import`; the rules are in docs/spec/archive.md. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type ArchiveWorld,
  eachWithSamples,
  exportTo,
  think,
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

async function verified(name: string) {
  const { code, printed } = await world.run('verify', name, '--json');
  return { code, results: JSON.parse(printed) };
}

describe('verify', () => {
  it('[AR11] prints a result for each session, and opens no database', async () => {
    const name = await exported();
    const blind = await world.run('verify', name, '--json', '--data-dir', path('not-there'));
    expect(blind.code).toBe(0);
    expect(existsSync(path('not-there'))).toBe(false);
    expect(JSON.parse(blind.printed)).toEqual([
      {
        sessionId: first,
        path: at,
        valid: true,
        sessionExists: true,
        manifestExists: true,
        manifestValid: true,
        missingThoughtFiles: [],
        missingBranchFiles: {},
        errors: [],
      },
      expect.objectContaining({ sessionId: second, valid: true }),
    ]);
  });

  it('[AR43] says in words what was checked and what is wrong', async () => {
    const name = await exported();
    const whole = await world.run('verify', name);
    expect(whole).toMatchObject({ code: 0 });
    expect(whole.printed).toMatch(new RegExp(`^Checked 2 sessions in ${name}: all whole.*\n$`));
    rmSync(path(name, at, 'other-cause'), { recursive: true });
    const damaged = await world.run('verify', name);
    expect(damaged.code).toBe(1);
    expect(damaged.printed).toMatch(/^Checked 2 sessions in .+: 1 damaged\.\n- session /);
    expect(damaged.printed).toContain(`- session ${first} (${at})\n    `);
    mkdirSync(path(`bare-${used}`, 'projects'), { recursive: true });
    const bare = await world.run('verify', `bare-${used}`);
    expect(bare).toMatchObject({ code: 0 });
    expect(bare.printed).toBe(
      `Checked 0 sessions in bare-${used}: the archive is empty, and sound.\n`,
    );
  });

  it('[AR11] [AR13] exits with 1 if a session is damaged', async () => {
    const name = await exported();
    rmSync(path(name, at, 'other-cause'), { recursive: true });
    const { code, results } = await verified(name);
    expect(code).toBe(1);
    expect(results[0]).toMatchObject({
      sessionId: first,
      valid: false,
      missingThoughtFiles: [],
      missingBranchFiles: { 'other-cause': ['001.json'] },
    });
    expect(results[1].valid).toBe(true);
  });

  it('[AR11] exits with 2 if the directory is not an archive', async () => {
    mkdirSync(path('empty'));
    writeFileSync(path('some-file'), 'x');
    for (const name of ['empty', 'some-file', 'not-there', '']) {
      const { code, printed, logged } = await world.run('verify', name);
      expect({ code, printed }, name).toEqual({ code: 2, printed: '' });
      expect(logged).toMatch(/^waymark: /);
    }
  });

  it('[AR17] never reads through a link', async () => {
    const name = await exported();
    cpSync(path(name, at), path('elsewhere'), { recursive: true });
    const swap = (file: string, to: string) => {
      rmSync(path(name, at, file), { recursive: true });
      symlinkSync(path('elsewhere', to), path(name, at, file));
    };
    swap('001.json', '001.json');
    expect((await verified(name)).results[0].errors).toContain('001.json is a link, not a file');
    swap('other-cause', 'other-cause');
    expect((await verified(name)).results[0]).toMatchObject({
      valid: false,
      missingBranchFiles: { 'other-cause': ['001.json'] },
    });
    swap('manifest.json', 'manifest.json');
    expect((await verified(name)).results[0]).toMatchObject({ manifestExists: false });
    swap('', '');
    expect((await verified(name)).results[0]).toMatchObject({
      sessionId: first,
      sessionExists: false,
      errors: ['is not a directory'],
    });
  });

  it('[AR19] reads no file that is too large', async () => {
    const name = await exported();
    truncateSync(path(name, at, '002.json'), 4 * 1024 * 1024 + 1);
    expect((await verified(name)).results[0].errors[0]).toContain('was not read');
    truncateSync(path(name, at, 'manifest.json'), 2 ** 40);
    expect((await verified(name)).results[0]).toMatchObject({
      manifestExists: true,
      manifestValid: false,
    });
  });

  it('[AR19] limits the bytes that are read of a session', async () => {
    const name = await exported();
    const names = Array.from({ length: 70 }, (_, index) => `0${index + 10}.json`);
    const manifest = JSON.parse(readFileSync(path(name, at, 'manifest.json'), 'utf8'));
    const changed = { ...manifest, thoughtFiles: names, branchFiles: {} };
    rmSync(path(name, at), { recursive: true });
    mkdirSync(path(name, at));
    writeFileSync(path(name, at, 'manifest.json'), JSON.stringify(changed));
    for (const each of names) {
      writeFileSync(path(name, at, each), '');
      truncateSync(path(name, at, each), 4 * 1024 * 1024);
    }
    const { errors } = (await verified(name)).results[0];
    expect(errors.filter((each: string) => each.endsWith('is not JSON'))).toHaveLength(63);
    expect(errors.filter((each: string) => each.endsWith('was not read'))).toHaveLength(7);
    rmSync(path(name), { recursive: true });
  });

  it('[AR14] rejects a file that is not UTF-8', async () => {
    const name = await exported();
    writeFileSync(path(name, at, '001.json'), Buffer.from([0x22, 0xc3, 0x28, 0x22]));
    expect((await verified(name)).results[0].errors).toContain('001.json is not UTF-8');
  });

  it('[AR20] reports what is not a session, and sessions that occur twice', async () => {
    const name = await exported();
    const sessions = path(name, 'projects/_default/sessions');
    cpSync(path(name, at), join(sessions, '2025-W49', first), { recursive: true });
    mkdirSync(join(sessions, '2025-12/not-a-session'));
    mkdirSync(join(sessions, '2025-12/2025-12'));
    writeFileSync(join(sessions, '2025'), 'x');
    mkdirSync(path(name, 'projects/a project'));
    mkdirSync(path(name, 'projects/odd'));
    symlinkSync(path('outside'), path(name, 'projects/odd/sessions'));
    writeFileSync(path(name, 'config.json'), '{"installId":1}');
    mkdirSync(path(name, 'exports'));
    const { code, results } = await verified(name);
    expect(code).toBe(1);
    const invalid = results.filter(({ valid }: { valid: boolean }) => !valid);
    expect(
      invalid.map((each: { sessionId: string; path: string }) => [each.sessionId, each.path]),
    ).toEqual([
      [null, 'config.json'],
      [null, 'projects/_default/sessions/2025'],
      [null, 'projects/_default/sessions/2025-12/2025-12'],
      [null, 'projects/_default/sessions/2025-12/not-a-session'],
      [null, 'projects/a project'],
      [null, 'projects/odd/sessions'],
      [first, `projects/_default/sessions/2025-W49/${first}`],
    ]);
    expect(invalid.at(-1).errors[0]).toContain(at);
  });
});

describe('import', () => {
  it('[AR23] refuses a damaged session by name and imports the others', async () => {
    const name = await exported();
    writeFileSync(path(name, at, '002.json'), '{"data":');
    world.workspace = `fresh-${used}`;
    const { code, printed, logged } = await world.run('import', name, '--format', 'thoughtbox');
    expect(code).toBe(1);
    expect(printed).toBe(
      `Imported 1 session with 1 thought into ${world.workspace}; 0 already present, 1 refused.\n`,
    );
    expect(logged).toBe(
      `waymark: refused session ${first} at ${at}: 002.json is not JSON; ` +
        'The checksum does not match the thoughts\n',
    );
    const { sessions } = await world.ask({ operation: 'list_sessions' });
    expect(sessions.map(({ id }: { id: string }) => id)).toEqual([second]);
  });

  it('[AR24] changes nothing when repeated, and does not replace other content', async () => {
    const name = await exported();
    world.workspace = `fresh-${used}`;
    expect((await world.run('import', name)).printed).toMatch(/^Imported 2 sessions with 5 /);
    const head = () => world.store.read(world.workspace, async (tx) => tx.head);
    const before = await head();
    const again = await world.run('import', name);
    expect(again).toMatchObject({ code: 0, logged: '' });
    expect(again.printed).toMatch(/^Imported 0 sessions with 0 .* 2 already present, 0 refused/);
    expect(await head()).toBe(before);
    await world.ask({ operation: 'load_context', sessionId: second });
    await world.ask({ operation: 'cipher' });
    await world.ask(think('One more'));
    const grown = await head();
    const third = await world.run('import', name);
    expect(third.code).toBe(1);
    expect(third.logged).toMatch(`refused session ${second} at projects/atlas/`);
    expect(third.logged).toContain('other content');
    expect(await head()).toBe(grown);
  });

  it('[AR24] into the workspace that was exported finds every session present', async () => {
    const name = await exported();
    expect(await world.run('import', name)).toMatchObject({ code: 0, logged: '' });
  });

  it('[AR27] of one project leaves out the others', async () => {
    const name = await exported();
    world.workspace = `fresh-${used}`;
    const { code, printed } = await world.run('import', name, '--project', 'atlas');
    expect(code).toBe(0);
    expect(printed).toMatch(/^Imported 1 session with 1 thought/);
  });

  it('[AR11] of a directory that is not an archive is wrong usage', async () => {
    mkdirSync(path(`empty-${used}`));
    for (const name of [`empty-${used}`, 'not-there']) {
      expect((await world.run('import', name)).code).toBe(2);
    }
  });
});
