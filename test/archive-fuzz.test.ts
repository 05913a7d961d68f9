/**
 * Archives that were damaged on purpose: reported, refused, and never a way out of their directory.
 */

import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ArchiveWorld, openArchiveWorld, think, treeOf } from './support/archive-world.ts';
import { ENGINES } from './support/engines.ts';
import { type Random, randomFrom } from './support/random.ts';

const RUNS = Number(process.env.WAYMARK_RUNS ?? 150);

let world: ArchiveWorld;
/** Paths of the archive's files. */
let files: readonly string[];
/** Outside of every archive: nothing may change it, and nothing of it may be imported. */
let canary: Readonly<Record<string, string>>;

const CANARY_TEXT = 'the canary sings';

beforeAll(async () => {
  const [engine] = ENGINES;
  if (!engine) throw new Error('no engine to test on');
  world = await openArchiveWorld(engine);
  for (const project of ['_default', 'atlas']) {
    await world.begin({ project, sessionTitle: `In ${project}` });
    await world.ask(think('S1|H|It is so'));
    await world.ask(think('Or so', { branchId: 'alt', branchFromThought: 1 }));
    await world.ask(think('S2|E|S1|It was seen', { thoughtNumber: 1200 }));
    await world.ask(think('Not so', { branchId: 'alt', revisesThought: 1 }));
  }
  await world.run('export', '--out', 'whole');
  files = Object.keys(treeOf(join(world.root, 'whole')));
  // A whole archive with another text, which would appear if it were read.
  cpSync(join(world.root, 'whole'), join(world.root, 'canary'), { recursive: true });
  for (const file of files) {
    const path = join(world.root, 'canary', file);
    const { integrity: _sum, ...json } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify(json).replace('It is so', CANARY_TEXT));
  }
  canary = treeOf(join(world.root, 'canary'));
  world.workspace = 'canary';
  expect((await world.run('import', 'canary')).code).toBe(0);
  expect(await imported()).toContain(CANARY_TEXT);
});
afterAll(() => world.close());

const HOSTILE_NAMES = [
  ...['../../../../../canary/config.json', '/etc/passwd', '..', '.', '', '001.json/../002.json'],
  ...['..\\..\\x', '\u0000', '001.json\u0000.txt', 'CON', '~', '-rf', 'a'.repeat(300), '\ud800'],
  ...['9007199254740993.json', '1e3.json', '0x1.json', '००१.json', 'manifest.json'],
];

const ODD_VALUES = [
  ...[null, true, -1, 0, 1.5, 2 ** 53, 1e308, '', 'x', [], {}, [[[]]], { data: {} }],
  ...['__proto__', '9'.repeat(400), '\ud800', 'a\u0000b', '2025-02-30T00:00:00Z'],
];

/** The folder of a file, unless that is the archive itself. */
function folderOf(path: string, directory: string): string {
  return dirname(path) === directory ? path : dirname(path);
}

type Damage = (random: Random, path: string, directory: string) => void;

/** Puts an odd value somewhere into a JSON file. */
function setSomewhere(random: Random, path: string, value: unknown): void {
  const json = JSON.parse(readFileSync(path, 'utf8'));
  let parent = json;
  for (let depth = random.below(3); depth > 0; depth--) {
    const inner = Object.values(parent).filter((each) => typeof each === 'object' && each);
    if (inner.length > 0) parent = random.pick(inner);
  }
  const keys = Object.keys(parent);
  parent[keys.length === 0 ? 'x' : random.pick(keys)] = value;
  writeFileSync(path, JSON.stringify(json, null, 2));
}

const DAMAGES: Readonly<Record<string, Damage>> = {
  truncated: (random, path) => truncateSync(path, random.below(readFileSync(path).length)),
  'bits flipped': (random, path) => {
    const bytes = readFileSync(path);
    for (let times = 1 + random.below(3); times > 0; times--) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    }
    writeFileSync(path, bytes);
  },
  missing: (_random, path) => rmSync(path),
  'folder missing': (_random, path, directory) =>
    rmSync(folderOf(path, directory), { recursive: true }),
  exchanged: (random, path, directory) => {
    const other = join(directory, random.pick(files));
    if (!isPlain(other)) return;
    const [one, two] = [readFileSync(path), readFileSync(other)];
    writeFileSync(path, two);
    writeFileSync(other, one);
  },
  'an odd value': (random, path) => setSomewhere(random, path, random.pick(ODD_VALUES)),
  'a hostile name': (random, path) => {
    const manifest = join(dirname(path), 'manifest.json');
    if (!isPlain(manifest)) return;
    const json = JSON.parse(readFileSync(manifest, 'utf8'));
    const name = random.pick(HOSTILE_NAMES);
    if (random.chance(0.5)) json.thoughtFiles.push(name);
    else json.branchFiles = Object.fromEntries([[name, ['001.json']]]);
    writeFileSync(manifest, JSON.stringify(json));
  },
  'a link': (random, path, directory) => {
    const target = random.chance(0.5) ? path : folderOf(path, directory);
    const inside = target.slice(directory.length + 1);
    rmSync(target, { recursive: true });
    symlinkSync(join(world.root, 'canary', inside), target);
  },
  'a link to itself': (_random, path) => {
    rmSync(path);
    symlinkSync(path, path);
  },
  'a directory': (_random, path) => {
    rmSync(path);
    mkdirSync(path);
  },
  'a file for a folder': (_random, path, directory) => {
    rmSync(folderOf(path, directory), { recursive: true });
    writeFileSync(folderOf(path, directory), 'x');
  },
  'too deep': (_random, path) => {
    mkdirSync(join(dirname(path), ...'abcdefgh'.split('')), { recursive: true });
  },
  huge: (_random, path) => truncateSync(path, 2 ** 34),
  'a strange file': (random, path) => {
    const name = random.pick(['004.json', 'x', 'Ünï', 'a b', '.hidden', '999999.json']);
    writeFileSync(join(dirname(path), name), '{}');
  },
  moved: (random, path) => {
    const name = random.pick(['2026-01', '002.json', 'sessions', 'beta']);
    const target = join(dirname(path), name);
    if (!existsSync(target)) renameSync(path, target);
  },
};

/** Everything that was imported, which must hold nothing of the canary. */
async function imported(): Promise<string> {
  return world.store.read(world.workspace, async (tx) =>
    JSON.stringify(await tx.journal.after(0, 1000)),
  );
}

describe('a damaged archive', () => {
  it.each(Object.entries(DAMAGES))(
    '[AR17] [AR23] with %s is refused, or imported without harm',
    async (name, damage) => {
      const random = randomFrom(name.length * 1731);
      const each = Math.max(8, Math.ceil(RUNS / Object.keys(DAMAGES).length));
      for (let run = 0; run < each; run++) {
        const directory = join(world.root, 'damaged');
        rmSync(directory, { recursive: true, force: true });
        cpSync(join(world.root, 'whole'), directory, { recursive: true });
        for (let times = 1 + random.below(2); times > 0; times--) {
          const path = join(directory, random.pick(files));
          if (isPlain(path)) damage(random, path, directory);
        }
        const before = treeOf(directory);
        world.workspace = `${name.replaceAll(' ', '-')}-${run}`;
        const verified = await world.run('verify', 'damaged', '--json');
        const taken = await world.run('import', 'damaged');
        expect([0, 1, 2], verified.logged).toContain(verified.code);
        expect(taken.code, taken.logged).toBe(verified.code);
        expect(taken.logged).not.toContain('    at ');
        if (verified.code !== 2) {
          const results = JSON.parse(verified.printed) as { valid: boolean }[];
          const whole = results.filter(({ valid }) => valid).length;
          expect(taken.printed).toMatch(new RegExp(`^Imported ${whole} sessions? with`));
          expect(await imported()).not.toContain(CANARY_TEXT);
        }
        expect(treeOf(directory)).toEqual(before);
        expect(treeOf(join(world.root, 'canary'))).toEqual(canary);
      }
    },
  );

  it('[AR17] is not repaired by an export that would write outside of it', async () => {
    const random = randomFrom(1729);
    for (let run = 0; run < 20; run++) {
      const directory = join(world.root, 'linked');
      rmSync(directory, { recursive: true, force: true });
      cpSync(join(world.root, 'whole'), directory, { recursive: true });
      const path = join(directory, random.pick(files));
      DAMAGES['a link']?.(random, path, directory);
      world.workspace = 'acme';
      const { code } = await world.run('export', '--out', 'linked');
      expect([0, 2]).toContain(code);
      expect(treeOf(join(world.root, 'canary'))).toEqual(canary);
    }
  });
});

/** Whether the file is still as it was before any damage. */
function isPlain(path: string): boolean {
  try {
    const stat = lstatSync(path);
    if (!stat.isFile() || stat.size > 100_000) return false;
    return typeof JSON.parse(readFileSync(path, 'utf8')) === 'object';
  } catch {
    return false;
  }
}
