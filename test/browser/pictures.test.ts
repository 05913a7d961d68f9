/**
 * Every view with the memory of a small team: that it shows what it should, and how it looks.
 * `npm run pictures` writes the pictures into docs/images.
 */

import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from './support/audit.ts';
import { assembleTeam, type Team, tellStory } from './support/demo-memory.ts';
import { type Observed, observe, WORKSPACE } from './support/observed.ts';

interface Picture {
  readonly name: string;
  readonly path: string;
  /** What is clicked on the way to it. */
  readonly clicks?: readonly string[];
  /** What is searched for there. */
  readonly search?: string;
  /** What must be there before the picture is taken. */
  readonly shows: readonly string[];
}

const SESSION = 'Why does the parser stall on 1e3?';
const NOTEBOOK = 'How slow is the exponent?';

const PICTURES: readonly Picture[] = [
  {
    ...{ name: 'now', path: 'now' },
    shows: ['ada', 'bo', 'cleo', '1 question waits for you', 'Should 1e400 be refused'],
  },
  {
    ...{ name: 'thinking', path: 'thinking' },
    clicks: [SESSION, 'The exponent does reach the reader'],
    shows: ['regex · 3', 'of 13'],
  },
  { name: 'work', path: 'work/parser', shows: ['Write the lexer', 'Fuzz it for a night'] },
  { name: 'map', path: 'work/parser?lens=map', shows: ['Projects'] },
  { name: 'tasks', path: 'tasks/TASK-001', shows: ['Read the exponent in the scanner'] },
  {
    name: 'rules',
    path: 'tasks?panel=rules:',
    shows: ['Never force-push', 'replaced by RULE-005'],
  },
  { name: 'memory', path: 'memory/main', clicks: ['Cards'], shows: ['Try five other readers'] },
  { name: 'notebooks', path: 'notebooks', clicks: [NOTEBOOK], shows: ['numbers.js', 'stdout'] },
  { name: 'history', path: 'history', shows: ['created a notebook'] },
  { name: 'search', path: 'now', search: 'exponent of numbers', shows: [' found'] },
];

/** Small enough for a README, large enough to read. */
const SIZE = { width: 1200, height: 750 };

let scene: Observed;
let team: Team;
let folder: string;
const isKept = process.env.WAYMARK_PICTURES !== undefined;

beforeAll(async () => {
  folder = process.env.WAYMARK_PICTURES ?? mkdtempSync(join(tmpdir(), 'waymark-pictures-'));
  mkdirSync(folder, { recursive: true });
  scene = await observe();
  team = await assembleTeam(scene.place.flags, WORKSPACE);
  await tellStory(team);
});
afterAll(async () => {
  await team.close();
  await scene.close();
  if (!isKept) rmSync(folder, { recursive: true });
});

describe.each(['light', 'dark'] as const)('in %s', (scheme) => {
  it.each(PICTURES)('$name shows the memory of the team', async (picture) => {
    const { name, path, clicks = [], search, shows } = picture;
    const { page, faults, close } = await scene.open(`/w/${WORKSPACE}/${path}`, {
      ...SIZE,
      scheme,
    });
    await page.getByText(/live · seq/).waitFor();
    for (const text of clicks) await page.getByText(text).first().click();
    if (search !== undefined) {
      await page.keyboard.press('/');
      await page.keyboard.type(search);
    }
    for (const text of shows) await page.getByText(text).first().waitFor();
    const file = join(folder, `${name}-${scheme}.png`);
    await page.screenshot({ path: file });
    expect(statSync(file).size).toBeGreaterThan(10_000);
    expect(await audit(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
