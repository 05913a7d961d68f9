import { describe, expect, it } from 'vitest';
import type { CellFile } from '../port.ts';
import { linkCells } from './link-cells.ts';
import { readingCells } from './read-cells.ts';

function cells(sources: Record<string, string>): CellFile[] {
  return Object.entries(sources).map(([name, source]) => ({
    ...{ name, source, language: name.endsWith('.ts') ? ('ts' as const) : ('js' as const) },
  }));
}

/** Links with the real reader, and names the sources that it was asked for. */
async function link(sources: Record<string, string>, entry = Object.keys(sources)[0] ?? '') {
  const read: string[] = [];
  const result = await readingCells({ ms: 60_000 }, (readSource) =>
    linkCells(cells(sources), entry, (cell) => {
      read.push(cell.source);
      return readSource(cell);
    }),
  );
  if (typeof result === 'string') throw new Error(result);
  return { ...result, read };
}

async function linked(sources: Record<string, string>, entry?: string) {
  const result = await link(sources, entry);
  if (result.kind === 'broken') throw new Error(result.message);
  return {
    codeOf: (name: string) => result.modules.find((each) => each.name === name)?.code ?? '',
    names: result.names,
    modules: result.modules,
    read: result.read,
  };
}

async function broken(sources: Record<string, string>, entry?: string): Promise<string> {
  const result = await link(sources, entry);
  return result.kind === 'broken' ? result.message : 'linked';
}

describe('types', () => {
  it('[RN10] are removed, and lines stay', async () => {
    const source = [
      'interface Row {',
      '  id: number;',
      '}',
      'import type { Other } from "./gone";',
      'enum Colour { Red, Green }',
      'export const rows = [{ id: Colour.Green }] as const satisfies readonly Row[];',
      'const label = <T,>(value: T): string => String(value!);',
      'class A { constructor(private readonly x: number, public y?: Other) {} }',
      'throw new Error(label(new A(1)) + rows.length);',
    ].join('\n');
    const code = (await linked({ 'a.ts': source })).codeOf('a.ts');
    expect(code).not.toMatch(/interface|import|satisfies|: string/);
    expect(code.split('\n').findIndex((line) => line.includes('throw'))).toBe(8);
  });

  it('[RN10] JavaScript is left exactly as it is', async () => {
    const source = 'const a = 1 < 2; /* type x = 3 */ export default a;';
    expect((await linked({ 'a.js': source })).codeOf('a.js')).toBe(source);
  });
});

describe('imports', () => {
  it('[RN11] every way to write a name means one cell, and its own name goes first', async () => {
    const { names } = await linked({ 'a.js': '', 'b.ts': '', 'c.js': '', 'c.ts': '', 'c.mjs': '' });
    for (const name of ['b', 'b.js', 'b.ts', 'b.mjs']) expect(names.get(name)).toBe('b.ts');
    expect(['c', 'c.js', 'c.ts', 'c.mjs'].map((name) => names.get(name))).toEqual([
      ...['c.js', 'c.js', 'c.ts', 'c.mjs'],
    ]);
  });

  it('[RN12] one that no cell satisfies is reported with its cell, line and the cells', async () => {
    expect(await broken({ 'a.js': '\nimport "./b";', 'c.ts': '' })).toBe(
      'a.js:2: Cannot find the cell "./b". Cells of this notebook: a.js, c.ts.',
    );
    expect(
      await broken({ 'a.js': 'import "./c.js";', 'c.ts': 'export * from "../up.js";' }),
    ).toMatch(/^c\.ts:1: Cannot find the cell "\.\.\/up\.js"/);
    expect(await broken({ 'a.js': 'import x from "/etc/passwd";' })).toMatch(
      /^a\.js:1: Cannot find/,
    );
  });

  it('[RN12] a dynamic one becomes a module that throws', async () => {
    const { codeOf, modules } = await linked({ 'a.js': 'await import("./b");import("./a.js")' });
    const missing = modules.find(({ name }) => name !== 'a.js');
    expect(codeOf('a.js')).toBe(`await import("./${missing?.name}");import("./a.js")`);
    expect(missing?.code).toMatch(/^throw new Error\("Cannot find the cell/);
  });

  it('[RN11] packages and modules of Node are left to the runtime', async () => {
    const source = 'import fs from "node:fs"; import x from "pkg/sub"; import("data:text/plain,")';
    expect((await linked({ 'a.js': source })).codeOf('a.js')).toBe(source);
  });

  it('[RN14] circular ones link', async () => {
    expect(await broken({ 'a.js': 'import "./b"', 'b.js': 'import "./a"' })).toBe('linked');
  });
});

describe('syntax errors', () => {
  it('[RN13] in TypeScript name the cell and the line', async () => {
    expect(await broken({ 'a.js': 'import "./b"', 'b.ts': '\n\nlet x: = 3;' })).toMatch(
      /^b\.ts:3:\d+: SyntaxError: Unexpected token$/,
    );
  });

  it('[RN13] in a cell that is not needed do no harm until it is imported', async () => {
    const { codeOf } = await linked({
      'a.js': 'import("./b").catch(() => {})',
      'b.ts': 'let x: = 3;',
    });
    expect(codeOf('b.ts')).toMatch(/^throw new SyntaxError\("b\.ts:1:\d+: SyntaxError: /);
  });
});

describe('what is read', () => {
  it('[RN71] is only what the entry reaches, by static and dynamic imports', async () => {
    const { read, codeOf } = await linked({
      'a.js': 'import "./b"; import("./c");',
      'b.ts': 'let b: number = 1;',
      'c.js': 'import "./d.js"',
      'd.js': '1',
      'far.ts': 'let far: number = 2;',
      'far.js': 'import("./gone")',
    });
    expect(read).toEqual([
      ...['import "./b"; import("./c");', 'let b: number = 1;', 'import "./d.js"', '1'],
    ]);
    expect(codeOf('far.js')).toBe('import("./gone")');
    expect(codeOf('far.ts')).toMatch(
      /^throw new Error\("No import that this run reaches names far/,
    );
  });

  it.each([
    ['a computed name', 'import("./" + name)'],
    ['a pattern', `import(\`./\${name}.js\`)`],
    ['its own address', 'new URL("./b.ts", import.meta.url)'],
    ['a text that cannot be read', 'import "'],
  ])('[RN71] is every cell if a cell has %s', async (_, source) => {
    const { codeOf } = await linked({ 'a.js': source, 'b.ts': 'export let b: number = 1;' });
    expect(codeOf('b.ts')).toBe('export let b = 1;');
  });

  it('[RN71] missing cells named by dynamic imports have one module each, at most 50', async () => {
    const many = Array.from({ length: 80 }, (_, index) => `import("./no${index}");`).join('');
    const { modules, codeOf } = await linked({ 'a.js': `${many}import("./no0");` });
    expect(modules).toHaveLength(51);
    expect(codeOf('a.js')).toContain('import("./no79");import("./.missing-1");');
  });
});
