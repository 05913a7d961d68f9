/** Roots of a client, named by the rules in docs/spec/thoughts.md. */

import { describe, expect, it } from 'vitest';
import { namedRoot, projectOfRoot, rootMeant } from './client-root.ts';

const roots = ['file:///src/shop', 'file:///src/my%20api/', 'file:///C:/work/Web'].map((uri) =>
  namedRoot({ uri }),
);

describe('a root', () => {
  it.each([
    ['file:///src/shop', 'shop'],
    ['file:///src/shop/', 'shop'],
    ['file://localhost/src/shop', 'shop'],
    ['/src/shop', 'shop'],
    ['/src/shop/', 'shop'],
    ['shop', 'shop'],
    ['/src/my api', 'my api'],
    ['file:///src/my%20api', 'my api'],
    ['C:\\work\\Web', 'Web'],
    ['c:/work/Web', 'Web'],
    ['/src', undefined],
    ['/src/shop/sub', undefined],
    ['https://src/shop', undefined],
  ])('[TH90] %j names %s', (wanted, name) => {
    expect(rootMeant(wanted, roots)?.name).toBe(name);
  });

  it('[TH90] has the end of its path as its project, and more of it if another has the same', () => {
    const project = (uri: string, others: readonly string[]) =>
      projectOfRoot(
        namedRoot({ uri }),
        [uri, ...others].map((each) => namedRoot({ uri: each })),
      );
    expect(project('file:///a/same', ['file:///a/other'])).toBe('same');
    expect(project('file:///a/same', ['file:///b/same'])).toBe('a-same');
    expect(project('file:///b/same', ['file:///a/same'])).toBe('b-same');
    expect(project('file:///x/a/same', ['file:///y/a/same'])).toBe('x-a-same');
    expect(project('file:///same', ['file:///b/same'])).toBe('same');
    expect(project(`file:///p/${'x'.repeat(90)}`, [])).toHaveLength(64);
    expect(project('file:///..', [])).toBe('_default');
  });
});
