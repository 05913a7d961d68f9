import { beforeAll, describe, expect, it } from 'vitest';
import type { CellFile } from '../port.ts';
import { type LinkTools, linkCells } from './link-cells.ts';
import { loadLinker } from './load-linker.ts';

let tools: LinkTools;
beforeAll(async () => {
  tools = await loadLinker();
});

function cells(sources: Record<string, string>): CellFile[] {
  return Object.entries(sources).map(([name, source]) => ({
    ...{ name, source, language: name.endsWith('.ts') ? ('ts' as const) : ('js' as const) },
  }));
}

function linked(sources: Record<string, string>, entry = Object.keys(sources)[0] ?? '') {
  const result = linkCells(cells(sources), entry, tools);
  if (result.kind === 'broken') throw new Error(result.message);
  return {
    codeOf: (name: string) => result.modules.find((each) => each.name === name)?.code ?? '',
    names: result.names,
    modules: result.modules,
  };
}

function broken(sources: Record<string, string>, entry = Object.keys(sources)[0] ?? ''): string {
  const result = linkCells(cells(sources), entry, tools);
  return result.kind === 'broken' ? result.message : 'linked';
}

describe('types', () => {
  it('[RN10] are removed, and lines stay', () => {
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
    const code = linked({ 'a.ts': source }).codeOf('a.ts');
    expect(code).not.toMatch(/interface|import|satisfies|: string/);
    expect(code.split('\n').findIndex((line) => line.includes('throw'))).toBe(8);
  });

  it('[RN10] JavaScript is left exactly as it is', () => {
    const source = 'const a = 1 < 2; /* type x = 3 */ export default a;';
    expect(linked({ 'a.js': source }).codeOf('a.js')).toBe(source);
  });
});

describe('imports', () => {
  it('[RN11] every way to write a name means one cell, and its own name goes first', () => {
    const { names } = linked({ 'a.js': '', 'b.ts': '', 'c.js': '', 'c.ts': '', 'c.mjs': '' });
    for (const name of ['b', 'b.js', 'b.ts', 'b.mjs']) expect(names.get(name)).toBe('b.ts');
    expect(['c', 'c.js', 'c.ts', 'c.mjs'].map((name) => names.get(name))).toEqual([
      ...['c.js', 'c.js', 'c.ts', 'c.mjs'],
    ]);
  });

  it('[RN12] one that no cell satisfies is reported with its cell, line and the cells', () => {
    expect(broken({ 'a.js': '\nimport "./b";', 'c.ts': '' })).toBe(
      'a.js:2: Cannot find the cell "./b". Cells of this notebook: a.js, c.ts.',
    );
    expect(broken({ 'a.js': 'import "./c.js";', 'c.ts': 'export * from "../up.js";' })).toMatch(
      /^c\.ts:1: Cannot find the cell "\.\.\/up\.js"/,
    );
    expect(broken({ 'a.js': 'import x from "/etc/passwd";' })).toMatch(/^a\.js:1: Cannot find/);
  });

  it('[RN12] a dynamic one becomes a module that throws', () => {
    const { codeOf, modules } = linked({ 'a.js': 'await import("./b");import("./a.js")' });
    const missing = modules.find(({ name }) => name !== 'a.js');
    expect(codeOf('a.js')).toBe(`await import("./${missing?.name}");import("./a.js")`);
    expect(missing?.code).toMatch(/^throw new Error\("Cannot find the cell/);
  });

  it('[RN11] packages and modules of Node are left to the runtime', () => {
    const source = 'import fs from "node:fs"; import x from "pkg/sub"; import("data:text/plain,")';
    expect(linked({ 'a.js': source }).codeOf('a.js')).toBe(source);
  });

  it('[RN14] circular ones link', () => {
    expect(broken({ 'a.js': 'import "./b"', 'b.js': 'import "./a"' })).toBe('linked');
  });
});

describe('syntax errors', () => {
  it('[RN13] in TypeScript name the cell and the line', () => {
    expect(broken({ 'a.js': 'import "./b"', 'b.ts': '\n\nlet x: = 3;' })).toMatch(
      /^b\.ts:3:\d+: SyntaxError: Unexpected token$/,
    );
  });

  it('[RN13] in a cell that is not needed do no harm until it is imported', () => {
    const { codeOf } = linked({ 'a.js': 'import("./b").catch(() => {})', 'b.ts': 'let x: = 3;' });
    expect(codeOf('b.ts')).toMatch(/^throw new SyntaxError\("b\.ts:1:\d+: SyntaxError: /);
  });
});
