/** The two shapes of a manifest; the rules are in docs/spec/archive.md. */

import { describe, expect, it } from 'vitest';
import {
  BRANCHED,
  changed,
  type FileMap,
  readBack,
} from '../../../../test/support/archive-samples.ts';

// biome-ignore lint/suspicious/noExplicitAny: what is changed here is JSON of any shape.
type Loose = any;

const inManifest = (change: (manifest: Loose) => unknown) =>
  changed(BRANCHED, 'manifest.json', change);

function errorsOf(files: FileMap): string {
  const { integrity, session } = readBack(files);
  expect(session).toBeUndefined();
  return integrity.errors.join('\n');
}

describe('a session', () => {
  /** The second shape of the contract, as another program writes it. */
  const inSecondShape = (change: (manifest: Loose) => unknown = () => {}) =>
    inManifest((manifest) => {
      const { id, metadata, branchFiles: branches } = manifest;
      delete manifest.id;
      delete manifest.metadata;
      delete manifest.branchFiles;
      Object.assign(manifest, { version: '1.0', session: { id, ...metadata }, branches });
      change(manifest);
    });

  it('[AR42] may have the other manifest of the contract', () => {
    expect(readBack(inSecondShape()).session).toEqual(BRANCHED);
    const foreign = inSecondShape((manifest) => {
      manifest.session.thoughtCount = 99;
      manifest.integrity = { checksum: 'd41d8cd9', lastValidated: '2026-01-20T00:00:00Z' };
    });
    expect(readBack(foreign).session).toEqual(BRANCHED);
  });

  it('[AR42] is checked in that shape too', () => {
    const of = (change: (manifest: Loose) => unknown) => errorsOf(inSecondShape(change));
    expect(of((manifest) => delete manifest.session.title)).toContain('title');
    expect(of((manifest) => delete manifest.thoughtFiles)).toContain('thoughtFiles');
    expect(of((manifest) => delete manifest.session.id)).toContain('id should be');
    expect(of((manifest) => Object.assign(manifest, { branches: [] }))).toContain('branchFiles');
    const wrong = `sha256:${'0'.repeat(64)}`;
    expect(of((manifest) => Object.assign(manifest, { integrity: { checksum: wrong } }))).toContain(
      'checksum',
    );
  });
});
