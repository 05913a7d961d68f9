/** The mental models against docs/spec/assets.md. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../test/support/source-tree.ts';
import { parseModel } from './mental-model.ts';
import { MODELS, modelNamed, modelsTagged, TAGS } from './models.ts';

/** The rows of a table of the specification, cells without their markup. */
function rowsUnder(heading: string): string[][] {
  const text = readFileSync(join(ROOT, 'docs/spec/assets.md'), 'utf8');
  const [, section = ''] = text.split(`## ${heading}\n`);
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(.*) \|$/gm)].map((match) =>
    (match[1] ?? '').split(' | ').map((cell) => cell.replaceAll('`', '')),
  );
}

const TABLE = rowsUnder('Mental models');
const SECTIONS = ['When to use', 'Process', 'Key questions', 'Example', 'Pitfalls'];

describe('the mental models', () => {
  it('[AS1] are the fifteen of the table, in its order, with its titles and tags', () => {
    expect(TABLE).toHaveLength(15);
    expect(MODELS.map(({ name, title, tags }) => [name, title, tags.join(', ')])).toEqual(TABLE);
  });

  it('[AS1] are all the files that exist, each named like its model', () => {
    const files = readdirSync(join(ROOT, 'models')).map((file) => file.replace(/\.md$/, ''));
    expect(files.sort()).toEqual(MODELS.map(({ name }) => name).sort());
    for (const { name, content } of MODELS) {
      const file = readFileSync(join(ROOT, 'models', `${name}.md`), 'utf8');
      expect(file.endsWith(`---\n\n${content}`), name).toBe(true);
    }
  });

  it.each(MODELS)(
    '[AS2] $name has its length and its sections',
    ({ title, content, description }) => {
      expect(content.length).toBeGreaterThanOrEqual(2_000);
      expect(content.length).toBeLessThanOrEqual(3_500);
      expect(content.startsWith(`# ${title}\n`)).toBe(true);
      const headings = [...content.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
      expect(headings).toEqual(SECTIONS);
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(description.length).toBeLessThanOrEqual(120);
    },
  );

  it('[AS3] are grouped by six tags that say when to use them', () => {
    const named = new Set(MODELS.flatMap(({ tags }) => tags));
    expect(TAGS.map(({ name }) => name)).toEqual([
      'debugging',
      'planning',
      'decision-making',
      'risk-management',
      'problem-solving',
      'analysis',
    ]);
    expect(new Set(TAGS.map(({ name }) => name))).toEqual(named);
    for (const { name, description } of TAGS) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      const models = modelsTagged(name);
      expect(models).toEqual(MODELS.filter(({ tags }) => tags.includes(name)));
      expect(models.length).toBeGreaterThan(1);
    }
    expect(modelsTagged('cooking')).toEqual([]);
  });

  it('[AS3] are found by name', () => {
    for (const model of MODELS) expect(modelNamed(model.name)).toBe(model);
    expect(modelNamed('six-whys')).toBeUndefined();
    expect(modelNamed('toString')).toBeUndefined();
  });
});

describe('a model file', () => {
  const FIELDS = ['name: a-b', 'title: A: B', 'description: Does it.', 'tags: one, two'];
  const file = (fields: readonly string[], body = '# A: B\n\nText.\n') =>
    `---\n${fields.join('\n')}\n---\n\n${body}`;

  it('[AS4] is read into its fields and its text', () => {
    expect(parseModel(file(FIELDS))).toEqual({
      name: 'a-b',
      title: 'A: B',
      description: 'Does it.',
      tags: ['one', 'two'],
      content: '# A: B\n\nText.\n',
    });
  });

  it('[AS4] keeps a line of dashes in its text', () => {
    expect(parseModel(file(FIELDS, 'One\n\n---\n\nTwo\n')).content).toBe('One\n\n---\n\nTwo\n');
  });

  it.each([
    ['no fields', '# A\n', /between two lines/],
    ['no text', '---\nname: a\n---\n', /between two lines/],
    ['a field too few', file(FIELDS.slice(1)), /needs the field name/],
    ['a field too many', file([...FIELDS, 'author: me']), /no field in "author: me"/],
    ['an empty field', file([...FIELDS.slice(1), 'name:']), /no field in "name:"/],
  ])('[AS4] with %s is refused', (_what, text, reason) => {
    expect(() => parseModel(text)).toThrow(reason);
  });
});
