/** The templates of notebooks against docs/spec/notebooks.md. */

import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../test/support/source-tree.ts';
import { checkCell } from './cell-rules.ts';
import type { Language } from './notebook.ts';
import { fromSrcMd, toSrcMd } from './src-md.ts';
import { notebookFromTemplate, type TemplateName } from './templates.ts';

const TEMPLATES: readonly TemplateName[] = ['blank', 'sequential-feynman'];
const LANGUAGES: readonly Language[] = ['javascript', 'typescript'];
const REQUEST = { topic: 'Hash tables', date: '2026-03-14', language: 'javascript' } as const;

const PACKAGE_JSON = {
  type: 'package.json',
  filename: 'package.json',
  content: '{\n  "type": "module",\n  "dependencies": {}\n}',
};

describe('a template', () => {
  it('[NB60] blank has a title and package.json', () => {
    expect(notebookFromTemplate({ ...REQUEST, template: 'blank' })).toStrictEqual({
      language: 'javascript',
      cells: [{ type: 'title', content: 'Hash tables' }, PACKAGE_JSON],
    });
  });

  const { cells } = notebookFromTemplate({ ...REQUEST, template: 'sequential-feynman' });

  it('[NB61] sequential-feynman has its twelve cells', () => {
    expect(cells.slice(0, 2)).toStrictEqual([
      { type: 'title', content: 'Hash tables' },
      PACKAGE_JSON,
    ]);
    expect(cells.slice(2).map(({ type, content }) => [type, content.split('\n')[0]])).toEqual([
      ['markdown', '## Progress'],
      ['markdown', '## Phase 1: Research and synthesis'],
      ['markdown', '## Phase 2: Explanation in plain words'],
      ['code', '// Measures how the cost of two candidates grows with the size of the input.'],
      ['markdown', '### What the measurement says'],
      ['markdown', '## Phase 3: Refinement, cycle 1 of 3: what is wrong or missing'],
      ['markdown', '## Phase 3: Refinement, cycle 2 of 3: depth and polish'],
      ['markdown', '## Phase 3: Refinement, cycle 3 of 3: final check'],
      ['markdown', '## Phase 4: Re-encoding for experts'],
      ['markdown', '## Reflection'],
    ]);
    expect(cells[2]?.content.match(/^- \[ \] /gm)).toHaveLength(6);
  });

  it('[NB61] sequential-feynman measures something as it is', () => {
    const source = cells.find(({ type }) => type === 'code')?.content ?? '';
    const options = ['--input-type=module', '--eval', source];
    const lines = execFileSync(process.execPath, options, { encoding: 'utf8' }).trim().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      expect(line).toMatch(/^(search in a list|look up in a set), size 10+: [0-9.]+ µs a step/);
    }
    expect(lines[2]).toMatch(/, [0-9.]+ times the one above$/);
  });

  it.each(TEMPLATES.flatMap((template) => LANGUAGES.map((language) => ({ template, language }))))(
    '[NB62] $template in $language follows the rules, and has no place left',
    ({ template, language }) => {
      const notebook = notebookFromTemplate({ ...REQUEST, template, language });
      for (const [index, cell] of notebook.cells.entries()) {
        expect(checkCell(cell, notebook.cells.toSpliced(index, 1))).toBeUndefined();
        expect(cell.content).not.toMatch(/\{\{|\}\}/);
        if (cell.type === 'code') expect(cell.language).toBe(language);
      }
      expect(notebook.language).toBe(language);
      expect(fromSrcMd(toSrcMd(notebook))).toStrictEqual(notebook);
    },
  );

  it('[NB62] is filled in with topic, date and language, as they are given', () => {
    const topic = '$& {{date}} # | <!-- waymark:split -->';
    const filled = notebookFromTemplate({
      template: 'sequential-feynman',
      topic,
      date: 'today',
      language: 'typescript',
    });
    expect(filled.cells).toHaveLength(12);
    expect(filled.cells[0]).toStrictEqual({ type: 'title', content: topic });
    expect(filled.cells[2]?.content).toContain(`| Topic | ${topic} |\n| Begun | today |`);
    expect(filled.cells[2]?.content).toContain('| Language of the code | TypeScript |');
    expect(filled.cells[5]).toMatchObject({ filename: 'measure.ts', language: 'typescript' });
    expect(fromSrcMd(toSrcMd(filled))).toStrictEqual(filled);
  });

  it('[NB62] is one of the files that exist', () => {
    const files = readdirSync(join(ROOT, 'notebooks')).map((file) => file.replace('.src.md', ''));
    expect(files.sort()).toEqual(TEMPLATES);
  });
});
