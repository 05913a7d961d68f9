/** What clients show their model before its first call; docs/spec/calls.md. */

import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../operations/catalogue.ts';
import { isListed, listedTools, TOOLSETS } from '../surface/toolsets.ts';
import { instructionsFor } from './instructions.ts';

const NAMES = CATALOGUE.map(({ name }) => name);

/** The tools that a text names; names without a bar could be ordinary words. */
function namedIn(text: string): string[] {
  return [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b|\b(?:remember|recall|status|help)(?= \{)/g)]
    .map(([name]) => name)
    .filter((name) => NAMES.includes(name) || /^(tasks|graph|think|macro)_/.test(name));
}

describe('the instructions', () => {
  it('[CA103] are short, and say what to call first', () => {
    const text = instructionsFor(['daily']);
    expect(text.length).toBeLessThanOrEqual(1_800);
    expect(text).toMatch(/^Waymark is .*\nFirst, .*status \{\}/);
  });

  it('[CA103] say what goes where, and how to reach the rest', () => {
    const text = instructionsFor(['daily']);
    for (const kind of ['rule', 'decision', 'finding', 'question', 'task', 'shared', 'thought']) {
      expect(text, kind).toContain(kind);
    }
    expect(text).toContain('thoughtbox_gateway {operation: "call", tool, args}');
    expect(text).toContain('help {search: "words"}');
  });

  it.each(TOOLSETS)('[CA103] name only tools that %s lists', (toolset) => {
    const listed = listedTools(CATALOGUE, [toolset]).map(({ name }) => name);
    const named = namedIn(instructionsFor([toolset]));
    expect(named.filter((name) => !listed.includes(name))).toEqual([]);
    if (toolset === 'daily') expect(new Set(named)).toEqual(new Set(listed));
    for (const operation of CATALOGUE) {
      expect(isListed(operation, [toolset])).toBe(listed.includes(operation.name));
    }
  });
});
