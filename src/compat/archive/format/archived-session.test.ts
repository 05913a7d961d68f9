import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  BRANCHED,
  changed,
  digest,
  filesOf,
  NOON,
  readBack,
  sampleSession,
} from '../../../../test/support/archive-samples.ts';
import { archiveConfig, encodeSession, isSameSession } from './archived-session.ts';

const json = (files: ReturnType<typeof filesOf>, path: string) =>
  JSON.parse(files.get(path) ?? 'null');

describe('the files of a session', () => {
  it('[AR1] are named by number with at least three digits, in a directory for each branch', () => {
    const session = sampleSession([
      { number: 1 },
      { number: 1000 },
      { number: 12 },
      { number: 7, chain: 'alt', origin: 1 },
    ]);
    expect(encodeSession(session, digest).map(({ path }) => path)).toEqual([
      '001.json',
      '1000.json',
      '012.json',
      'alt/007.json',
      'manifest.json',
    ]);
  });

  it('[AR3] contain nodes with their links, and end with a newline', () => {
    const files = filesOf(BRANCHED);
    expect(json(files, '001.json')).toMatchObject({
      id: `${BRANCHED.id}:1`,
      prev: null,
      next: [`${BRANCHED.id}:2`, `${BRANCHED.id}:alt:1`],
      branchId: null,
      data: { thoughtNumber: 1, timestamp: '2025-12-07T12:00:00.000Z' },
    });
    expect(json(files, 'alt/002.json')).toMatchObject({
      id: `${BRANCHED.id}:alt:2`,
      prev: `${BRANCHED.id}:alt:1`,
      revisesNode: `${BRANCHED.id}:2`,
      branchOrigin: `${BRANCHED.id}:1`,
      branchId: 'alt',
    });
    for (const text of files.values()) {
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
  });

  it('[AR3] are the same bytes each time', () => {
    expect([...filesOf(BRANCHED)]).toEqual([...filesOf(structuredClone(BRANCHED))]);
  });

  it('[AR4] are listed in the order of arrival, branches by name', () => {
    const session = sampleSession([
      { number: 5 },
      { number: 2 },
      { number: 9, chain: 'zeta', origin: 5 },
      { number: 3, chain: 'alpha', origin: 2 },
      { number: 1, chain: 'zeta' },
    ]);
    expect(json(filesOf(session), 'manifest.json')).toMatchObject({
      id: session.id,
      version: '1.0.0',
      thoughtFiles: ['005.json', '002.json'],
      branchFiles: { alpha: ['003.json'], zeta: ['009.json', '001.json'] },
      metadata: {
        title: 'A session',
        tags: ['one', 'two'],
        createdAt: '2025-12-07T12:00:00.000Z',
        updatedAt: '2025-12-07T12:01:00.000Z',
      },
    });
    expect(Object.keys(json(filesOf(session), 'manifest.json').branchFiles)).toEqual([
      'alpha',
      'zeta',
    ]);
  });

  it('[AR4] [AR40] have checksums that can be computed again', () => {
    const hash = createHash('sha256');
    for (const { path, text } of encodeSession(BRANCHED, digest).slice(0, -1)) {
      hash.update(`${path}\n${Buffer.byteLength(text)}\n${text}`);
    }
    const { integrity } = json(filesOf(BRANCHED), 'manifest.json');
    expect(integrity.checksum).toBe(`sha256:${hash.digest('hex')}`);
    const { title, description = null, tags, createdMs, updatedMs } = BRANCHED;
    const about = JSON.stringify([title, description, tags, createdMs, updatedMs]);
    const metadata = `sha256:${createHash('sha256').update(about).digest('hex')}`;
    expect(integrity.metadata).toBe(metadata);
  });

  it('[AR40] must match the checksum of title, description, tags and times', () => {
    for (const [name, value] of [
      ['title', 'Another'],
      ['description', 'Another'],
      ['tags', ['other']],
      ['updatedAt', '2026-01-07T00:00:00.000Z'],
    ] as const) {
      const manifest = JSON.parse(filesOf(BRANCHED).get('manifest.json') ?? '');
      manifest.metadata[name] = value;
      const files = filesOf(BRANCHED).set('manifest.json', JSON.stringify(manifest));
      expect(readBack(files).integrity.errors.join(), name).toContain('checksum of the metadata');
    }
  });

  it('[AR41] keep the cells that a thought cites', () => {
    const [first, ...others] = BRANCHED.thoughts;
    if (!first) throw new Error('the sample has no thoughts');
    const citing = { ...BRANCHED, thoughts: [{ ...first, cells: ['n:c'] }, ...others] };
    expect(readBack(filesOf(citing)).session?.thoughts[0]?.cells).toEqual(['n:c']);
    const wrong = changed(BRANCHED, '001.json', (node) => ({ ...node, cells: ['a\u0000b'] }));
    expect(readBack(wrong).integrity.errors.join()).toContain('cells');
  });

  it('[AR4] of a session without thoughts are only its manifest', () => {
    const files = filesOf(sampleSession([]));
    expect([...files.keys()]).toEqual(['manifest.json']);
    expect(json(files, 'manifest.json')).toMatchObject({ thoughtFiles: [], branchFiles: {} });
  });
});

describe('the configuration of an archive', () => {
  const sessions = [
    { id: 'b', createdMs: NOON + 5 },
    { id: 'a', createdMs: NOON },
  ];

  it('[AR5] follows from the sessions, in any order', () => {
    const text = archiveConfig(sessions, 'weekly', digest);
    expect(archiveConfig([...sessions].reverse(), 'weekly', digest)).toBe(text);
    expect(JSON.parse(text)).toEqual({
      installId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-/),
      dataDir: '.',
      disableThoughtLogging: true,
      sessionPartitionGranularity: 'weekly',
      createdAt: '2025-12-07T12:00:00.000Z',
    });
    expect(archiveConfig(sessions.slice(1), 'weekly', digest)).not.toBe(text);
  });

  it('[AR5] exists without any sessions too', () => {
    expect(JSON.parse(archiveConfig([], 'none', digest)).createdAt).toBe(
      '1970-01-01T00:00:00.000Z',
    );
  });
});

describe('two sessions', () => {
  it('[AR24] are the same if they would be written to the same files, in the same project', () => {
    const same = (other: Partial<typeof BRANCHED>) =>
      isSameSession(BRANCHED, { ...BRANCHED, ...other }, digest);
    expect(same({})).toBe(true);
    expect(same({ title: 'Another' })).toBe(false);
    expect(same({ project: 'other' })).toBe(false);
    expect(same({ updatedMs: 0 })).toBe(false);
    expect(same({ thoughts: BRANCHED.thoughts.slice(1) })).toBe(false);
  });
});
