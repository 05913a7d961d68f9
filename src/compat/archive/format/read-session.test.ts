import { describe, expect, it } from 'vitest';
import {
  BRANCHED,
  changed,
  digest,
  type FileMap,
  filesOf,
  NOON,
  readBack,
  SESSION_ID,
  sampleSession,
  withoutChecksum,
} from '../../../../test/support/archive-samples.ts';
import { LIMITS } from '../../../kernel/limits.ts';
import { isSameSession } from './archived-session.ts';

// biome-ignore lint/suspicious/noExplicitAny: what is changed here is JSON of any shape.
type Loose = any;

const inManifest = (change: (manifest: Loose) => unknown) =>
  changed(BRANCHED, 'manifest.json', change);

const inThought = (path: string, change: (node: Loose) => unknown) =>
  changed(BRANCHED, path, change);

/** Checks that nothing of a damaged session is returned; returns the errors. */
function errorsOf(files: FileMap): string {
  const { integrity, session } = readBack(files);
  expect(session).toBeUndefined();
  expect(integrity.valid).toBe(false);
  expect(integrity.errors.length).toBeGreaterThan(0);
  return integrity.errors.join('\n');
}

describe('an undamaged session', () => {
  it.each([
    ['with branches and revisions', BRANCHED],
    ['without thoughts', sampleSession([])],
    ['with a description', sampleSession([{ number: 1 }], { description: '' })],
    [
      'with critiques, unicode and gaps',
      sampleSession([
        { number: 40, text: 'naïve → 🧭\n\u0001', more: false, unsure: true },
        { number: 7, critique: { text: 'Why? "☂"', model: 'm', atMs: NOON + 9_999 } },
        { number: 2, chain: 'constructor', origin: 40 },
        { number: 40, chain: '10', origin: 7, revises: { chain: '', number: 40 } },
        { number: 1, chain: '9', origin: 7 },
        { number: 3, chain: '9', revises: { chain: '9', number: 1 } },
      ]),
    ],
  ])('[AR21] %s is read as it was written', (_what, session) => {
    const read = readBack(filesOf(session));
    expect(read.integrity).toEqual({
      valid: true,
      sessionExists: true,
      manifestExists: true,
      manifestValid: true,
      missingThoughtFiles: [],
      missingBranchFiles: {},
      errors: [],
    });
    expect(read.session).toEqual(session);
  });

  it('[AR22] may lack the checksum, and have plain thoughts', () => {
    const files = withoutChecksum(filesOf(BRANCHED));
    for (const [path, text] of files) {
      if (path !== 'manifest.json') files.set(path, JSON.stringify(JSON.parse(text).data));
    }
    expect(readBack(files).session).toEqual(BRANCHED);
  });

  it('[AR22] may have its branches in a directory of their own', () => {
    const files: FileMap = new Map(
      [...filesOf(BRANCHED)].map(([path, text]) => [
        path.startsWith('alt/') ? `branches/${path}` : path,
        text,
      ]),
    );
    expect(readBack(files).session).toEqual(BRANCHED);
  });

  it('[AR22] may have a branch with the name of that directory', () => {
    const session = sampleSession([{ number: 1 }, { number: 1, chain: 'branches', origin: 1 }]);
    expect(readBack(filesOf(session)).session).toEqual(session);
  });

  it('[AR22] may have more fields than are known, and nulls for absent fields', () => {
    const files = inThought('001.json', (node) => {
      node.agentId = 'a';
      node.data.thoughtType = 'reasoning';
      node.data.branchId = null;
      node.data.critique = null;
      node.next = undefined;
    });
    const { session } = readBack(files);
    expect(session && isSameSession(session, BRANCHED, digest)).toBe(true);
  });

  it('[AR22] may leave out the origin of a branch after its first thought', () => {
    const files = inThought('alt/002.json', (node) => {
      node.data.branchFromThought = undefined;
      node.branchOrigin = undefined;
    });
    expect(readBack(files).session).toEqual(BRANCHED);
  });

  it('[AR14] has a total that is never below the number', () => {
    const files = inThought('003.json', ({ data }) => {
      data.totalThoughts = 1;
    });
    expect(readBack(files).session?.thoughts[3]?.total).toBe(3);
  });

  it('[AR14] may have times in another zone', () => {
    const files = inThought('001.json', ({ data }) => {
      data.timestamp = '2025-12-07T13:30:00.5+01:30';
    });
    expect(readBack(files).session?.thoughts[0]?.atMs).toBe(NOON + 500);
  });
});

describe('a manifest', () => {
  it('[AR12] that does not exist', () => {
    const files = filesOf(BRANCHED);
    files.delete('manifest.json');
    expect(readBack(files).integrity).toMatchObject({ manifestExists: false, valid: false });
  });

  it.each([
    ['directory', 'a directory'],
    ['link', 'a link'],
    ['other', 'a pipe, a socket or a device'],
  ] as const)('[AR12] that is a %s is not there', (kind, told) => {
    const files = filesOf(BRANCHED).set('manifest.json', kind);
    expect(readBack(files).integrity).toMatchObject({
      manifestExists: false,
      manifestValid: false,
      errors: [`manifest.json is ${told}, not a file`],
    });
  });

  it.each([
    ['no JSON', '{"id":'],
    ['empty', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1e999'],
    ['with a mark of byte order', '\ufeff{}'],
    ['very deep', '['.repeat(100_000)],
  ])('[AR12] that is %s exists and is not valid', (_what, text) => {
    const files = filesOf(BRANCHED).set('manifest.json', text);
    expect(readBack(files).integrity).toMatchObject({
      valid: false,
      sessionExists: true,
      manifestExists: true,
      manifestValid: false,
    });
  });

  it.each<[string, (manifest: Loose) => unknown]>([
    ['id', (it) => ({ ...it, id: 'x' })],
    ['of another session', (it) => ({ ...it, id: SESSION_ID.replace('1d2', '1d3') })],
    ['version', (it) => ({ ...it, version: '2.0.0' })],
    ['version', (it) => ({ ...it, version: 1 })],
    ['thoughtFiles', (it) => ({ ...it, thoughtFiles: undefined })],
    ['thoughtFiles', (it) => ({ ...it, thoughtFiles: { 0: '001.json' } })],
    ['thoughtFiles', (it) => ({ ...it, thoughtFiles: [1] })],
    ['branchFiles', (it) => ({ ...it, branchFiles: [] })],
    ['branchFiles', (it) => ({ ...it, branchFiles: { alt: '001.json' } })],
    ['metadata', (it) => ({ ...it, metadata: null })],
    ['title', (it) => ({ ...it, metadata: { ...it.metadata, title: 'x'.repeat(201) } })],
    ['title', (it) => ({ ...it, metadata: { ...it.metadata, title: ' ' } })],
    ['title', (it) => ({ ...it, metadata: { ...it.metadata, title: 'a\nb' } })],
    ['description', (it) => ({ ...it, metadata: { ...it.metadata, description: 5 } })],
    ['description', (it) => ({ ...it, metadata: { ...it.metadata, description: 'a\u0000' } })],
    ['tags', (it) => ({ ...it, metadata: { ...it.metadata, tags: 'a' } })],
    ['tags', (it) => ({ ...it, metadata: { ...it.metadata, tags: ['a|b'] } })],
    ['tags', (it) => ({ ...it, metadata: { ...it.metadata, tags: Array(201).fill('a') } })],
    ['createdAt', (it) => ({ ...it, metadata: { ...it.metadata, createdAt: 'today' } })],
    ['createdAt', (it) => ({ ...it, metadata: { ...it.metadata, createdAt: 1733572800000 } })],
    ['updatedAt', (it) => ({ ...it, metadata: { ...it.metadata, updatedAt: undefined } })],
    ['checksum', (it) => ({ ...it, integrity: { checksum: 'md5:abc' } })],
    ['object', (it) => ({ ...it, integrity: 'sha256' })],
  ])('[AR12] with a wrong %s is not valid', (says, change) => {
    const files = inManifest(change);
    expect(errorsOf(files)).toContain(says);
    expect(readBack(files).integrity).toMatchObject({ manifestExists: true, manifestValid: false });
  });

  it.each([
    ...['../../x', '/etc/passwd', '..', '.', '', 'alt/001.json', '001.json/..', '..\\x', '1.json'],
    ...['0001.json', '000.json', '-01.json', '001.JSON', '001.json\u0000', '01\u0661.json'],
    ...['99999999999999999.json', '9007199254740993.json', 'manifest.json', 'x'.repeat(5000)],
  ])('[AR17] never makes a path of the file name %j', (name) => {
    const files = inManifest((it) => ({ ...it, thoughtFiles: [...it.thoughtFiles, name] }));
    expect(errorsOf(files)).toContain("is not the name of a thought's file");
    const onBranch = inManifest((it) => ({ ...it, branchFiles: { alt: [name] } }));
    expect(errorsOf(onBranch)).toContain("is not the name of a thought's file");
  });

  it.each([
    ...['..', '.', '', '../..', '/', 'a/b', 'a\\b', 'Alt', 'a b', '__proto__', '.git', 'a.json'],
    ...['x'.repeat(65), 'é', 'a\u0000', 'a\n'],
  ])('[AR17] never makes a path of the branch name %j', (name) => {
    const files = inManifest((it) => ({
      ...it,
      branchFiles: Object.fromEntries([[name, ['001.json']]]),
    }));
    expect(errorsOf(files)).toContain('is not a valid name of a branch');
  });

  it('[AR14] with a number that the store does not accept is wrong', () => {
    const high = (number: number) => filesOf(sampleSession([{ number }]));
    expect(readBack(high(999_999_999)).session).toBeDefined();
    for (const number of [1_000_000_000, Number.MAX_SAFE_INTEGER]) errorsOf(high(number));
  });

  it('[AR14] with a number twice on a chain is wrong', () => {
    const files = inManifest((it) => ({ ...it, thoughtFiles: ['001.json', '001.json'] }));
    expect(errorsOf(files)).toContain('001.json twice');
  });
});

describe('the files of a session', () => {
  it('[AR13] that are missing are listed, by branch', () => {
    const files = filesOf(BRANCHED);
    files.delete('002.json');
    files.delete('alt/001.json');
    expect(readBack(files).integrity).toMatchObject({
      valid: false,
      manifestValid: true,
      missingThoughtFiles: ['002.json'],
      missingBranchFiles: { alt: ['001.json'] },
      errors: ['002.json is missing', 'alt/001.json is missing'],
    });
  });

  it.each(['directory', 'link', 'other'] as const)('[AR17] that are a %s are not read', (kind) => {
    const files = filesOf(BRANCHED).set('002.json', kind);
    expect(errorsOf(files)).toMatch(/^002\.json is a .*, not a file$/);
    expect(readBack(files).integrity.missingThoughtFiles).toEqual(['002.json']);
  });

  it('[AR18] that the manifest does not name make it invalid', () => {
    expect(errorsOf(filesOf(BRANCHED).set('004.json', '{}'))).toContain('"004.json" is not named');
    expect(errorsOf(filesOf(BRANCHED).set('alt/009.json', '{}'))).toContain('"alt/009.json"');
    expect(errorsOf(filesOf(BRANCHED).set('beta/001.json', '{}'))).toContain('"beta"');
    expect(errorsOf(filesOf(BRANCHED).set('alt/deep', 'directory'))).toContain('"alt/deep"');
    expect(errorsOf(filesOf(BRANCHED).set('away', 'link'))).toContain('"away"');
  });

  it('[AR18] that are hidden are ignored', () => {
    const files = filesOf(BRANCHED).set('.DS_Store', 'x').set('alt/.001.json.tmp', 'x');
    expect(readBack(files.set('.git/config', 'x')).integrity.valid).toBe(true);
  });

  it('[AR15] must match the checksum', () => {
    const files = filesOf(BRANCHED);
    files.set('001.json', (files.get('001.json') ?? '').replace('Thought 1', 'Thought !'));
    expect(errorsOf(files)).toContain('checksum');
    const turned = JSON.parse(filesOf(BRANCHED).get('manifest.json') ?? '');
    turned.thoughtFiles.reverse();
    const reversed = filesOf(BRANCHED).set('manifest.json', JSON.stringify(turned));
    expect(errorsOf(reversed)).toContain('checksum');
  });

  it('[AR15] are refused for every bit that was flipped in a thought', () => {
    const whole = [...filesOf(BRANCHED)].filter(([path]) => path !== 'manifest.json');
    for (const [path, text] of whole) {
      for (let at = 0; at < text.length; at += 7) {
        const flipped = String.fromCharCode(text.charCodeAt(at) ^ (1 << (at % 7)));
        const damaged = text.slice(0, at) + flipped + text.slice(at + 1);
        expect(readBack(filesOf(BRANCHED).set(path, damaged)).integrity.valid).toBe(false);
      }
    }
  });

  it('[AR14] that were exchanged are detected', () => {
    const files = withoutChecksum(filesOf(BRANCHED));
    const [one, two] = [files.get('001.json') ?? '', files.get('002.json') ?? ''];
    expect(errorsOf(new Map(files).set('001.json', two).set('002.json', one))).toContain(
      '001.json has the thought number 2',
    );
    const branch = files.get('alt/001.json') ?? '';
    expect(errorsOf(new Map(files).set('001.json', branch))).toContain('has the branch "alt"');
    expect(errorsOf(new Map(files).set('alt/001.json', one))).toContain(
      'has no branch in branchId',
    );
    const other = one.replaceAll(SESSION_ID, SESSION_ID.replace('1d2', '1d3'));
    expect(errorsOf(new Map(files).set('001.json', other))).toContain('has the node');
  });

  it('[AR19] with many errors report the first hundred', () => {
    const files = inManifest((it) => ({
      ...it,
      thoughtFiles: Array.from({ length: 150 }, (_, at) =>
        `${at + 1}`.padStart(3, '0').concat('.json'),
      ),
    }));
    const { errors, missingThoughtFiles } = readBack(files).integrity;
    expect(errors).toHaveLength(101);
    expect(errors.at(-1)).toBe('… and 47 more');
    expect(missingThoughtFiles).toHaveLength(147);
  });
});

describe('a thought', () => {
  it.each<[string, (data: Loose) => unknown]>([
    ['thought', (it) => delete it.thought],
    ['thought', (it) => (it.thought = 5)],
    ['thought', (it) => (it.thought = ' \n')],
    ['thought', (it) => (it.thought = 'a\u0000b')],
    ['thought', (it) => (it.thought = '\ud800')],
    ['thought', (it) => (it.thought = 'x'.repeat(LIMITS.text + 1))],
    ['thoughtNumber', (it) => delete it.thoughtNumber],
    ['thoughtNumber', (it) => (it.thoughtNumber = '3')],
    ['thoughtNumber', (it) => (it.thoughtNumber = 3.5)],
    ['thoughtNumber', (it) => (it.thoughtNumber = 2 ** 60)],
    ['thoughtNumber', (it) => (it.thoughtNumber = -3)],
    ['totalThoughts', (it) => (it.totalThoughts = 0)],
    ['totalThoughts', (it) => (it.totalThoughts = null)],
    ['nextThoughtNeeded', (it) => (it.nextThoughtNeeded = 'yes')],
    ['needsMoreThoughts', (it) => (it.needsMoreThoughts = 1)],
    ['timestamp', (it) => delete it.timestamp],
    ['timestamp', (it) => (it.timestamp = '2025-12-07')],
    ['timestamp', (it) => (it.timestamp = '2025-02-30T12:00:00Z')],
    ['timestamp', (it) => (it.timestamp = '2025-13-01T12:00:00Z')],
    ['timestamp', (it) => (it.timestamp = '2025-12-07T25:00:00Z')],
    ['timestamp', (it) => (it.timestamp = '1969-12-31T23:59:59Z')],
    ['timestamp', (it) => (it.timestamp = '+012025-12-07T12:00:00Z')],
    ['critique', (it) => (it.critique = 'no')],
    ['critique: model', (it) => (it.critique = { text: 'a', timestamp: it.timestamp })],
    ['critique: timestamp', (it) => (it.critique = { text: 'a', model: 'm', timestamp: 'x' })],
    ['no branch', (it) => (it.branchFromThought = 1)],
    ['is a revision, but has no revisesThought', (it) => delete it.revisesThought],
    ['is not a revision, but has revisesThought', (it) => (it.isRevision = false)],
    ['revisesThought', (it) => (it.revisesThought = 'one')],
  ])('[AR14] is refused with an error about: %s', (says, change) => {
    expect(errorsOf(inThought('003.json', ({ data }) => void change(data)))).toContain(says);
  });

  it.each(['null', '[]', '"x"', '7', '{}', '{"data":null}', '{"id":1,"data":{}}', '{', ''])(
    '[AR14] that is %s is refused',
    (text) => {
      const files = withoutChecksum(filesOf(BRANCHED)).set('002.json', text);
      expect(errorsOf(files)).toContain('002.json');
    },
  );

  it.each<[string, string, (node: Loose) => unknown]>([
    ['prev', '002.json', (it) => (it.prev = `${SESSION_ID}:77`)],
    ['prev', '002.json', (it) => (it.prev = '../../x')],
    ['next', '001.json', (it) => it.next.push(`${SESSION_ID}:beta:1`)],
    ['revisesNode', '003.json', (it) => (it.revisesNode = `${SESSION_ID}:2`)],
    ['revisesNode', '001.json', (it) => (it.revisesNode = `${SESSION_ID}:2`)],
    ['branchOrigin', 'alt/001.json', (it) => (it.branchOrigin = `${SESSION_ID}:2`)],
    ['branchOrigin', '001.json', (it) => (it.branchOrigin = `${SESSION_ID}:2`)],
    ['branchId', 'alt/001.json', (it) => (it.branchId = 'beta')],
  ])('[AR16] whose %s refers to nothing is refused', (_field, path, change) => {
    expect(errorsOf(inThought(path, (node) => void change(node)))).toContain(path);
  });

  it('[AR16] revises an earlier one of its chain, or one of the main chain', () => {
    const plain = (path: string, revised: number) =>
      changed(BRANCHED, path, ({ data }: Loose) => {
        data.revisesThought = revised;
        data.isRevision = true;
        return data;
      });
    expect(readBack(plain('alt/002.json', 1)).session?.thoughts.at(-1)?.revises).toEqual({
      chain: 'alt',
      number: 1,
    });
    expect(readBack(plain('alt/002.json', 3)).session?.thoughts.at(-1)?.revises).toEqual({
      chain: '',
      number: 3,
    });
    expect(errorsOf(plain('001.json', 3))).toContain('001.json revises thought 3');
    expect(errorsOf(plain('alt/001.json', 4))).toContain('alt/001.json revises thought 4');
  });

  it('[AR16] of a branch begins at one thought of the main chain', () => {
    const from = (path: string, number: number | undefined) =>
      changed(BRANCHED, path, ({ data }: Loose) => ({ ...data, branchFromThought: number }));
    expect(errorsOf(from('alt/001.json', 8))).toContain('begins at thought 8');
    expect(errorsOf(from('alt/001.json', undefined))).toContain('begins at nowhere');
    expect(errorsOf(from('alt/002.json', 2))).toContain('alt/002.json begins at 2');
  });
});
