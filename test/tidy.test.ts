/** Checks the style: who imports whom, sizes, names, and calls that belong in one place only. */

import { describe, expect, it } from 'vitest';
import {
  ENTRIES,
  EVENT_FORM,
  LIBRARIES,
  NOUNS,
  PURE_LIBRARIES,
  REACHES,
  ROOMS,
  STORED_NAMES,
} from './support/house-rules.ts';
import { importsOf, projectFiles, type SourceFile } from './support/source-tree.ts';
import {
  FAMILIES,
  FOLDERS_WITHOUT_TOOLS,
  foldersOfOperations,
  isInTools,
  lineForTools,
  TOOL_FILES,
} from './support/tool-files.ts';

const FILES = projectFiles();
const CODE = FILES.filter((file) => /\.(tsx?|mjs)$/.test(file.path));
/** The program and the page. */
const SOURCE = CODE.filter((file) => /^(src|web)\//.test(file.path) && !isTest(file));

function isTest(file: SourceFile): boolean {
  return file.path.endsWith('.test.ts');
}

/** The page is one room; recall has one for each layer. */
function roomOf(path: string): string {
  if (path.startsWith('web/')) return 'web';
  if (path.startsWith('src/recall/')) return path.split('/').slice(1, 3).join('/');
  return path.split('/')[1]?.replace(/\.ts$/, '') ?? '';
}

const FORBIDDEN_NAMES =
  /(^|[-/.])(utils?|helpers?|common|misc|managers?|services?|handlers?|types?)([-/.]|$)/;

/**
 * Tests of one subject that several files of their folder share. A new one needs a reason; most
 * tests belong beside the one file they are about.
 */
const SUBJECT_TESTS: readonly string[] = [
  'src/cli/verify-and-import.test.ts',
  'src/config/serving.test.ts',
  'src/domain/branches/change-branch.test.ts',
  'src/domain/documents/notes.test.ts',
  'src/domain/refs/refs.test.ts',
  'src/recall/open/former-branches.test.ts',
  'src/recall/open/hidden-words.test.ts',
  'src/recall/open/rare-among-many.test.ts',
  'src/recall/query/identifiers.test.ts',
  'src/store/sql/indexes.test.ts',
];

/** Tools must be in tools.ts, and get their own sentence if they are not. */
const TOOL_PATHS: readonly string[] = TOOL_FILES.map(({ path }) => path);

const EXPORT =
  /^export (?:async )?(?:abstract )?(const|let|function|class|interface|type)\*? (\w+)/gm;

const MAX_LINES = 400;
const MAX_FUNCTION_LINES = 70;
const MAX_COLUMNS = 100;
const MAX_FILES = 25;

describe('tidy', () => {
  it('a room imports only the rooms below it', () => {
    const wrong = SOURCE.flatMap(importsOf)
      .filter(({ from, to, isOwn }) => {
        if (!isOwn || !/^(src|web)\//.test(to)) return false;
        const [room, target] = [roomOf(from.path), to.replace(/^src\//, '')];
        if (roomOf(to) === room) return false;
        return !(ROOMS[room] ?? []).some((allowed) => target.startsWith(allowed));
      })
      .map(({ from, to }) => `${from.path} may not import ${to}`);
    expect(wrong).toEqual([]);
  });

  it('the page takes only types from the program, and pure functions from its kernel', () => {
    const wrong = SOURCE.filter(({ path }) => path.startsWith('web/'))
      .flatMap(importsOf)
      .filter(({ to, isOwn, isType }) => isOwn && to.startsWith('src/') && !isType)
      .filter(({ to }) => !to.startsWith('src/kernel/'))
      .map(({ from, to }) => `${from.path} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('every room is listed in ROOMS', () => {
    expect(SOURCE.map((file) => file.path).filter((path) => !(roomOf(path) in ROOMS))).toEqual([]);
  });

  it('nouns of the domain import in one order', () => {
    const order = Object.keys(NOUNS);
    const nounOf = (path: string) => /^src\/domain\/([^/]+)\//.exec(path)?.[1];
    const unknown = SOURCE.map(({ path }) => nounOf(path)).filter(
      (noun) => noun !== undefined && !order.includes(noun),
    );
    expect([...new Set(unknown)], 'put the new noun into NOUNS, below those it imports').toEqual(
      [],
    );
    const upwards = order.flatMap((noun, index) =>
      (NOUNS[noun] ?? [])
        .filter((other) => !order.slice(0, index).includes(other))
        .map((other) => `${noun} may not list ${other}, which is not above it`),
    );
    expect(upwards, 'a noun may list only nouns above it').toEqual([]);
    const pairs = SOURCE.flatMap(importsOf).map((each) => ({
      ...each,
      noun: nounOf(each.from.path),
      other: nounOf(each.to),
    }));
    const wrong = pairs
      .filter(({ noun, other }) => noun !== undefined && other !== undefined && noun !== other)
      .filter(({ other, to, isType }) => !(isType && other === 'journal') && to !== EVENT_FORM)
      .filter(({ noun = '', other = '' }) => !NOUNS[noun]?.includes(other))
      .map(({ from, to }) => `${from.path} imports ${to}`);
    expect(
      wrong,
      'move what both need to the noun above or to the kernel; if the order allows it, list it in NOUNS',
    ).toEqual([]);
    const used = new Set(pairs.map(({ noun, other }) => `${noun} ${other}`));
    const unused = order.flatMap((noun) =>
      (NOUNS[noun] ?? []).map((other) => `${noun} ${other}`).filter((pair) => !used.has(pair)),
    );
    expect(unused, 'no longer imported: take it out of NOUNS').toEqual([]);
  });

  it('no operation imports another', () => {
    const operations = SOURCE.filter((file) => file.text.includes('= defineOperation('));
    const names = new Set(operations.map((file) => file.path));
    const wrong = operations
      .flatMap(importsOf)
      .filter(({ to }) => names.has(to))
      .map(({ from, to }) => `${from.path} imports ${to}: share the step, not the tool`);
    expect(wrong).toEqual([]);
  });

  it('every tool is in tools.ts', () => {
    const known = [...FAMILIES, ...FOLDERS_WITHOUT_TOOLS];
    const strange = foldersOfOperations().filter((folder) => !known.includes(folder));
    expect(strange, 'add the family to test/support/tool-files.ts').toEqual([]);
    const unlisted = TOOL_FILES.filter((file) => !isInTools(file)).map(lineForTools);
    expect(unlisted).toEqual([]);
  });

  it('every tool has its test and its examples beside it', () => {
    const paths = new Set(CODE.map((file) => file.path));
    const missing = TOOL_FILES.flatMap(({ beside }) =>
      [beside('.test.ts'), beside('.examples.ts')]
        .filter((path) => !paths.has(path))
        .map((path) => `write ${path}`),
    );
    expect(missing).toEqual([]);
  });

  it('[CA87] only examples import examples and their scenes', () => {
    const isShown = (path: string) => /^src\/.*(\.examples|-scene|\/examples)\.ts$/.test(path);
    const wrong = SOURCE.filter(({ path }) => !isShown(path))
      .flatMap(importsOf)
      .filter(({ to }) => isShown(to))
      .map(({ from, to }) => `${from.path} imports ${to}`);
    expect(wrong, 'examples are not part of the program').toEqual([]);
  });

  it('kernel and domain import nothing from Node, and from npm only what is pure', () => {
    const wrong = SOURCE.filter((file) =>
      /^src\/(kernel|domain|recall\/(terms|rank)|compat\/archive\/format)\//.test(file.path),
    )
      .flatMap(importsOf)
      .filter(({ to, isOwn }) => !isOwn && to !== '' && !PURE_LIBRARIES.includes(to))
      .map(({ from, to }) => `${from.path} imports ${to}`);
    expect(wrong).toEqual([]);
  });

  it('the domain gives reasons, and operations give advice', () => {
    const wrong = SOURCE.filter((file) => file.path.startsWith('src/domain/'))
      .flatMap(importsOf)
      .filter(({ to }) => ['src/kernel/suggestion.ts', 'src/kernel/same-call.ts'].includes(to))
      .map(({ from, to }) => `${from.path} imports ${to}`);
    expect(
      wrong,
      'refuse with a reason (reasons.ts of the noun); the next call goes into advice.ts of the family',
    ).toEqual([]);
    const tools = SOURCE.filter((file) => file.text.includes('= defineOperation('))
      .map(({ path }) => (path.split('/').at(-1) ?? '').replace('.ts', '').replaceAll('-', '_'))
      .filter((name) => name.includes('_') && !STORED_NAMES.includes(name));
    const named = SOURCE.filter((file) => file.path.startsWith('src/domain/')).flatMap((file) =>
      tools
        .filter((name) => new RegExp(`\\b${name}\\b`).test(file.text))
        .map((name) => `${file.path} names ${name}`),
    );
    expect(named, 'the domain knows no tools: give a reason instead').toEqual([]);
  });

  it('each library is imported only by the files listed for it', () => {
    const wrong = SOURCE.flatMap(importsOf)
      .filter(({ to, isOwn }) => !isOwn && !to.startsWith('node:'))
      .filter(({ from, to }) => !(LIBRARIES[to] ?? []).some((place) => from.path.startsWith(place)))
      .map(({ from, to }) => `${from.path} may not import ${to}`);
    expect(wrong).toEqual([]);
  });

  it.each(REACHES)('$what is used only in the files allowed to', ({ what, only, instead }) => {
    const wrong = SOURCE.filter((file) => !only.includes(file.path))
      .filter((file) =>
        file.lines.some((line) => what.test(line) && !/^\s*(\*|\/\/|\/\*\*)/.test(line)),
      )
      .map((file) => `${file.path}: ${instead}`);
    expect(wrong).toEqual([]);
  });

  it('files are small and say what they are for', () => {
    const long = CODE.filter((file) => file.lines.length > MAX_LINES).map((file) => file.path);
    expect(long, `at most ${MAX_LINES} lines: a file is one idea`).toEqual([]);
    const mute = CODE.filter((file) => !/^(#!.*\n)?(\/\*\*|import )/.test(file.text)).map(
      (f) => f.path,
    );
    const unexplained = SOURCE.filter((file) => !file.text.startsWith('/**')).map((f) => f.path);
    expect([...mute, ...unexplained], 'open with one sentence of purpose').toEqual([]);
  });

  it('functions are short', () => {
    const wrong = SOURCE.flatMap((file) =>
      functionsOf(file)
        .filter(({ length }) => length > MAX_FUNCTION_LINES)
        .map(({ line, length }) => `${file.path}:${line} has ${length} lines`),
    );
    expect(wrong, `at most ${MAX_FUNCTION_LINES} lines`).toEqual([]);
  });

  it('lines are short, texts aside', () => {
    const wrong = CODE.flatMap((file) =>
      file.lines.flatMap((line, index) =>
        line.replace(/(['"`/]).*\1|`.*$|^.*`/, '').length > MAX_COLUMNS
          ? [`${file.path}:${index + 1}`]
          : [],
      ),
    );
    expect(wrong, `at most ${MAX_COLUMNS} columns`).toEqual([]);
  });

  it('folders can be read at a glance', () => {
    const counts = new Map<string, number>();
    for (const { path } of SOURCE) {
      const folder = path.split('/').slice(0, -1).join('/');
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    const crowded = [...counts].filter(
      ([folder, count]) => count > MAX_FILES && !folder.startsWith('src/operations/'),
    );
    expect(crowded).toEqual([]);
  });

  it('names say what a thing is', () => {
    const wrong = CODE.map((file) => file.path).filter((path) => FORBIDDEN_NAMES.test(path));
    expect(wrong, 'name the idea instead').toEqual([]);
    const badCase = CODE.map((file) => file.path).filter((path) => !/^[a-z0-9./-]+$/.test(path));
    expect(badCase, 'kebab-case').toEqual([]);
  });

  it('a test is named like the file beside it', () => {
    const paths = new Set(SOURCE.map((file) => file.path));
    const wrong = CODE.filter((file) => /^(src|web)\//.test(file.path) && isTest(file))
      .map((file) => file.path)
      // The tools of a family share rules, so their tests are named by the rule they check.
      .filter((path) => !path.startsWith('src/operations/') && !SUBJECT_TESTS.includes(path))
      // x.test.ts, or x.subject.test.ts when one file needs several tests.
      .filter((path) => !paths.has(path.replace(/(\.[a-z-]+)?\.test\.ts$/, '.ts')));
    expect(
      wrong,
      'put x.test.ts beside x.ts; only src/operations, where several tools follow one rule, ' +
        'and SUBJECT_TESTS may name a test by its subject',
    ).toEqual([]);
  });

  it('tests of engines that run at once poll with the expect of their own test', () => {
    // The global expect belongs to whichever test began last, or to none.
    const wrong = CODE.filter((file) => file.text.includes('describeAtOnce('))
      .map((file) => file.text.split(/^describe\b(?!AtOnce)/m)[0] ?? '')
      .flatMap((text) => text.split(/^ {2}it(?=\(|\.)/m).slice(1))
      .filter((test) => test.includes('expect.poll(') && !/async \(\{\s+expect,?\s+\}\)/.test(test))
      .map((test) => test.split('\n')[0]);
    expect(wrong).toEqual([]);
  });

  it('no reminders, forced types, focused tests or unused files remain', () => {
    // As a word of a comment: a task may well have the status TODO.
    const marks = /(\/\/|\*).*\b(TODO|FIXME|XXX)\b|@ts-ignore|\bas any\b|\.(only|skip)\(/;
    const wrong = CODE.filter((file) => file.path !== 'test/tidy.test.ts')
      .filter((file) => marks.test(file.text))
      .map((file) => file.path);
    expect(wrong).toEqual([]);
    const imported = new Set(CODE.flatMap(importsOf).map(({ to }) => to));
    // Examples are collected by their names.
    const dead = SOURCE.map((file) => file.path).filter(
      (path) =>
        !ENTRIES.includes(path) &&
        !path.endsWith('.examples.ts') &&
        !TOOL_PATHS.includes(path) &&
        !imported.has(path),
    );
    expect(dead, 'no file imports it').toEqual([]);
  });

  it('every exported value is used by another file, every exported type is used somewhere', () => {
    const words = new Map(CODE.map(({ path, text }) => [path, new Set(text.match(/\w+/g))]));
    const isNamedElsewhere = (name: string, home: string) =>
      [...words].some(([path, known]) => path !== home && known.has(name));
    const dead = SOURCE.filter(({ path }) => !TOOL_PATHS.includes(path)).flatMap(({ path, text }) =>
      [...text.matchAll(EXPORT)]
        .map(([, kind, name = '']) => ({ isType: kind === 'type' || kind === 'interface', name }))
        .filter(({ name }) => !isNamedElsewhere(name, path))
        // A type may be exported for the signature that it belongs to.
        .filter(({ name, isType }) => !isType || text.split(new RegExp(`\\b${name}\\b`)).length < 3)
        .map(({ name }) => `${path}: ${name}`),
    );
    expect(dead, 'remove the export, or the declaration').toEqual([]);
  });

  it('no file names a directory of the machine it was written on', () => {
    const places = /(^|[\s"'`(=])\/(root|work|home)\/[a-z]|"resolved": "/;
    const wrong = FILES.filter(
      (file) => file.path !== 'test/tidy.test.ts' && places.test(file.text),
    );
    expect(wrong.map((file) => file.path)).toEqual([]);
  });
});

/** Found by indentation, which the formatter guarantees: an opening line to its closing brace. */
function functionsOf(file: SourceFile): { line: number; length: number }[] {
  const opening =
    /^(\s*)(export )?(async )?(static |private |get )?(function\b|\w+(<.*>)?\(.*\).*\{$|.*=> \{$)/;
  return file.lines.flatMap((text, index) => {
    const match = opening.exec(text);
    if (!match || /^\s*(if|for|while|switch|catch|return|\}|describe)\b/.test(text)) return [];
    const indent = match[1] ?? '';
    const end = file.lines.findIndex((line, at) => at > index && line.startsWith(`${indent}}`));
    return end < 0 ? [] : [{ line: index + 1, length: end - index + 1 }];
  });
}
