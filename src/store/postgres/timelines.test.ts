/** A former primary is recognised by its timeline, by whatever process of this machine. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Timelines } from './timelines.ts';

describe('timelines', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'waymark-timelines-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('[ST105] a server on a lower timeline than was seen before is a former primary', () => {
    const seen = (timelines: Timelines, system: string, timeline: number) =>
      timelines.notice({ system, timeline }, 'here');
    const one = new Timelines(directory);
    expect(seen(one, 'a', 1)).toBeUndefined();
    expect(seen(one, 'a', 3)).toBeUndefined();
    const other = new Timelines(directory);
    expect(seen(other, 'a', 2)).toMatch(/here is on timeline 2,.* timeline 3: it is a former prim/);
    expect(seen(other, 'b', 1)).toBeUndefined();
    expect(seen(other, 'a', 3)).toBeUndefined();
  });

  it('[ST105] a process remembers for itself where no file can be written', () => {
    const timelines = new Timelines('/dev/null/nowhere');
    expect(timelines.notice({ system: 'a', timeline: 2 }, 'here')).toBeUndefined();
    expect(timelines.notice({ system: 'a', timeline: 1 }, 'here')).toContain('former primary');
  });
});
