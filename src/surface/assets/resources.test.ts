/** Guides and models as clients read them; docs/spec/assets.md. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsIn, cipherLinesIn, urisIn } from '../../../test/support/shown-calls.ts';
import { ROOT } from '../../../test/support/source-tree.ts';
import { MODELS, TAGS } from '../../domain/models/models.ts';
import { type CipherStep, MARKERS, OPERATORS, parseCipher } from '../../domain/thoughts/cipher.ts';
import { GATEWAY } from '../../domain/thoughts/gateway-state.ts';
import { NOTATION } from '../../domain/thoughts/notation.ts';
import { CATALOGUE } from '../../operations/catalogue.ts';
import { ROUTES } from '../../operations/thoughtbox/router/routes.ts';
import { listPrompts } from './prompts.ts';
import {
  completeTemplate,
  listResources,
  listResourceTemplates,
  nearestResource,
  readResource,
} from './resources.ts';

const SPEC = readFileSync(join(ROOT, 'docs/spec/assets.md'), 'utf8');
const GUIDES = readdirSync(join(ROOT, 'guides')).map((file) => ({
  name: file.replace(/\.md$/, ''),
  text: readFileSync(join(ROOT, 'guides', file), 'utf8'),
}));

const textOf = (guide: string) => GUIDES.find(({ name }) => name === guide)?.text ?? '';

/** The operations of the gateway: those of the seed and our own. */
const OPERATIONS = [
  'get_state',
  'start_new',
  'load_context',
  'list_sessions',
  'navigate',
  'list_roots',
  'bind_root',
  'cipher',
  'session',
  'thought',
  'notebook',
  'mental_models',
  'call',
  'knowledge',
];

describe('resources', () => {
  it('[AS5] are those of the table, each with its type, its size and its text', () => {
    const types: Record<string, string> = { Markdown: 'text/markdown', JSON: 'application/json' };
    const table = [...SPEC.matchAll(/^\| `(thoughtbox:[^`]+)` \| (\w+) \|$/gm)].map(
      ([, uri, type]) => [uri, types[type ?? '']],
    );
    expect(listResources().map(({ uri, mimeType }) => [uri, mimeType])).toEqual(table);
    expect(table).toHaveLength(7);
    for (const { uri, mimeType, size, title, description } of listResources()) {
      const read = readResource(uri);
      expect(read).toMatchObject({ uri, mimeType });
      expect(Buffer.byteLength(read?.text ?? '')).toBe(size);
      expect(title.length).toBeGreaterThan(3);
      expect(description).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('[AS5] include every guide, complete', () => {
    for (const { name, text } of GUIDES) {
      const uri = name === 'cipher' ? 'thoughtbox://cipher/guide' : `thoughtbox://${name}`;
      expect(readResource(uri)?.text).toBe(text);
    }
    expect(GUIDES).toHaveLength(listResources().length - 2);
  });

  it('[AS30] have the notation as the operation answers it', async () => {
    expect(readResource('thoughtbox://cipher')?.text).toBe(NOTATION);
    expect(NOTATION.length).toBeLessThan(300);
  });

  it('[AS32] complete the variables of their templates', () => {
    const [tag, model] = listResourceTemplates().map(({ uriTemplate }) => uriTemplate);
    const complete = (template = '', name = '', value = '', given = {}) =>
      completeTemplate(template, { name, value }, given);
    expect(complete(tag, 'tag')).toEqual(TAGS.map(({ name }) => name));
    expect(complete(tag, 'tag', 'De')).toEqual(['debugging', 'decision-making']);
    expect(complete(model, 'tag', 'management')).toEqual(['risk-management']);
    expect(complete(model, 'model', 'f')).toEqual(['five-whys', 'fermi-estimation']);
    expect(complete(model, 'model', 'f', { tag: 'debugging' })).toEqual(['five-whys']);
    expect(complete(model, 'model')).toHaveLength(15);
    for (const [template, name, value] of [
      [tag, 'model', ''],
      [tag, 'tag', 'zzz'],
      ['thoughtbox://{x}', 'x', ''],
      ['', '', ''],
    ] as const) {
      expect(complete(template, name, value), `${template} ${name}`).toEqual([]);
    }
  });

  it('[AS6] list the tags, each with its models and where to read them', () => {
    const directory = JSON.parse(readResource('thoughtbox://mental-models')?.text ?? '');
    expect(directory.count).toBe(15);
    expect(directory.tags.map((tag: { name: string }) => tag.name)).toEqual(
      TAGS.map(({ name }) => name),
    );
    for (const tag of directory.tags) {
      const alone = readResource(`thoughtbox://mental-models/${tag.name}`);
      expect(alone?.mimeType).toBe('application/json');
      expect(JSON.parse(alone?.text ?? '')).toEqual(tag);
      for (const { name, uri } of tag.models) {
        const model = MODELS.find((each) => each.name === name);
        expect(readResource(uri)).toEqual({ uri, mimeType: 'text/markdown', text: model?.content });
      }
    }
  });

  it('[AS6] return a model under each of its tags', () => {
    for (const { name, tags, content } of MODELS) {
      for (const tag of tags) {
        expect(readResource(`thoughtbox://mental-models/${tag}/${name}`)?.text).toBe(content);
      }
    }
    expect(listResourceTemplates().map(({ uriTemplate }) => uriTemplate)).toEqual([
      'thoughtbox://mental-models/{tag}',
      'thoughtbox://mental-models/{tag}/{model}',
    ]);
  });

  it.each([
    ['a model under a tag that it does not have', 'thoughtbox://mental-models/planning/five-whys'],
    ['a tag that is none', 'thoughtbox://mental-models/cooking'],
    ['a model that is none', 'thoughtbox://mental-models/debugging/six-whys'],
    ['another scheme', 'file:///etc/passwd'],
    ['a path', 'thoughtbox://mental-models/../init'],
    ['a slash too many', 'thoughtbox://init/'],
    ['a template', 'thoughtbox://mental-models/{tag}'],
    ['a name of every object', 'constructor'],
    ['nothing', ''],
  ])('[AS7] do not have %s', (_what, uri) => {
    expect(readResource(uri)).toBeUndefined();
  });

  it('[AS7] suggest the right URI for one that is nearly right', () => {
    expect(nearestResource('thoughtbox://chiper')).toBe('thoughtbox://cipher');
    expect(nearestResource('thoughtbox://mental-models/planning/five-whys')).toBe(
      'thoughtbox://mental-models/debugging/five-whys',
    );
    expect(nearestResource('https://example.org/a-page-of-someone-else')).toBeUndefined();
  });

  it.each([
    ['thoughtbox://nope', undefined],
    ['thoughtbox://', undefined],
    ['thoughtbox://init/', 'thoughtbox://init'],
    ['thoughtbox://Cipher', 'thoughtbox://cipher'],
    ['cipher', 'thoughtbox://cipher'],
    ['thoughtbox://cipher/giude', 'thoughtbox://cipher/guide'],
    ['thoughtbox://patterns-cookbok', 'thoughtbox://patterns-cookbook'],
    ['thoughtbox://mental-model', 'thoughtbox://mental-models'],
    ['thoughtbox://mental-models/debuging', 'thoughtbox://mental-models/debugging'],
    ['thoughtbox://mental-models/cooking', 'thoughtbox://mental-models'],
    [
      'thoughtbox://mental-models/debugging/five-why',
      'thoughtbox://mental-models/debugging/five-whys',
    ],
    [
      'thoughtbox://mental-models/x/inversion',
      'thoughtbox://mental-models/decision-making/inversion',
    ],
  ])('[AS31] propose for %j %s', (uri, meant) => {
    expect(nearestResource(uri)).toBe(meant);
    if (meant !== undefined) expect(readResource(meant)).toBeDefined();
  });

  it('[AS31] propose nothing for what is far too long', () => {
    expect(nearestResource('x'.repeat(1_000_000))).toBeUndefined();
  });
});

describe('guides', () => {
  it.each(GUIDES)('[AS8] $name is short, and what it shows and names exists', ({ text }) => {
    expect(text.length).toBeLessThanOrEqual(6_000);
    const uris = urisIn(text);
    expect(uris.filter((uri) => readResource(uri) === undefined)).toEqual([]);
    const gateway = CATALOGUE.find((each) => each.name === GATEWAY);
    for (const call of callsIn(text)) {
      expect(OPERATIONS).toContain(call.operation);
      const parsed = gateway?.schema.safeParse(call);
      expect(parsed?.error?.message, JSON.stringify(call)).toBeUndefined();
      if (call.operation !== 'call') continue;
      const tool = CATALOGUE.find((each) => each.name === call.tool);
      expect(tool?.schema.safeParse(call.args).error?.message, String(call.tool)).toBeUndefined();
      expect(tool).toBeDefined();
    }
    const prompts = listPrompts().map(({ name }) => name);
    const named = [...text.matchAll(/prompt `([^`]+)`/g)].map(([, name]) => name);
    expect(named.filter((name) => !prompts.includes(name ?? ''))).toEqual([]);
    const tools = [...text.matchAll(/`((?:think|graph|notes|tasks)_\w+)`/g)].map(
      ([, name]) => name,
    );
    expect(tools.filter((name) => !CATALOGUE.some((each) => each.name === name))).toEqual([]);
  });

  it('[AS8] show the calls that they mention', () => {
    const counts = GUIDES.map(({ name, text }) => [name, callsIn(text).length > 0]);
    const withCalls = counts.filter(([, has]) => has).map(([name]) => name);
    expect(withCalls).toEqual(['cipher', 'init', 'patterns-cookbook', 'session-analysis-guide']);
  });
});

describe('what the guides say of the gateway', () => {
  const namesIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  const stages = new Map(ROUTES.map(({ operation, stage }) => [operation, stage]));

  it.each([
    ['init', /^\| (\d) \w+ \|[^|]*\|([^|]*)\|$/gm, (row: string[]) => [row[1], row[2]]],
    ['architecture', /^\|([^|]*)\| (\d) \|$/gm, (row: string[]) => [row[2], row[1]]],
  ])('[AS8] [TH8] %s has every operation at its stage', (guide, rows, cells) => {
    const told = [...textOf(guide).matchAll(rows)].flatMap((row) => {
      const [stage, names] = cells(row);
      return namesIn(names).map((name) => [name, Number(stage)] as const);
    });
    const known = told.filter(([name]) => stages.has(name));
    expect(new Map(known)).toEqual(stages);
    expect(known).toHaveLength(stages.size);
  });

  it('[AS8] [TH12] [TH47] init explains the way back from a domain, and what it shows', () => {
    const text = textOf('init');
    expect(text).toContain('`navigate` with `"domain": null`');
    expect(text).toContain("`list_models` shows only that domain's models, and all with the tag");
    expect(/^\| `thought` \|.*$/m.exec(text)?.[0]).not.toContain('branches');
  });

  it('[AS8] [TH3] architecture says what must be filled in', () => {
    expect(textOf('architecture')).toContain('`<fill: …>`');
  });
});

describe('the cipher in the guides', () => {
  const cipher = textOf('cipher');

  it('[AS8] [TH34] has the limits that hold', () => {
    const [, most, refs] = /most (\d+) steps[^;]*?most (\d+) references/s.exec(cipher) ?? [];
    const many = Array.from({ length: 300 }, (_, n) => `S${n + 1}|O|Step`).join('\n');
    expect(parseCipher(many)).toHaveLength(Number(most));
    expect(parseCipher('S400|C|S1-S300|So')[0]?.refs).toHaveLength(Number(refs));
  });

  it('[AS8] is read by the server, line by line', () => {
    const lines = GUIDES.flatMap(({ text }) => cipherLinesIn(text));
    expect(lines.length).toBeGreaterThan(30);
    expect(lines.filter((line) => parseCipher(line).length !== 1)).toEqual([]);
  });

  it('[AS8] has every marker and every operator', () => {
    const rows = [...cipher.matchAll(/^\| `([A-Z])` \| (\w+) \| (\w+) \|/gm)];
    expect(Object.fromEntries(rows.map(([, marker, meaning]) => [marker, meaning]))).toEqual(
      MARKERS,
    );
    for (const sign of Object.keys(OPERATORS)) expect(cipher).toContain(`\`${sign}\``);
  });

  it('[AS8] creates the cards and edges that the guide describes', () => {
    const [, block = ''] = /## A chain\n\n```\n([\s\S]*?)```/.exec(cipher) ?? [];
    const steps = parseCipher(block);
    const told = (step: CipherStep) =>
      step.refs.map(({ rel, label }) => `S${step.label} ${rel} S${label}`);
    expect(steps.map(({ marker }) => marker).join('')).toBe('OHEHECP');
    expect(steps.flatMap(told)).toEqual([
      'S2 follows S1',
      'S3 supports S2',
      'S4 follows S3',
      'S5 supports S4',
      'S6 follows S4',
      'S6 follows S5',
      'S7 follows S6',
    ]);
    const against = cipherLinesIn(cipher).find((line) => line.includes('⊖')) ?? '';
    expect(parseCipher(against).flatMap(told)).toEqual(['S6 contradicts S4']);
  });
});
