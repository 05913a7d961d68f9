/** The project's files as text, for the tests that read them. */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export interface SourceFile {
  /** From the project's root. */
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

/** Tracked files, and new ones that are not ignored. */
export function projectFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\0'))]
    .filter((path) => path !== '' && existsSync(join(ROOT, path)))
    .map((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return { path, text, lines: text.split('\n') };
    });
}

export interface Import {
  readonly from: SourceFile;
  /** For our own files a path from the root, for others the name of the package. */
  readonly to: string;
  readonly isOwn: boolean;
  /** Whether nothing of it is left when the program runs. */
  readonly isType: boolean;
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?from\s*'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g;

export function importsOf(file: SourceFile): Import[] {
  return [...file.text.matchAll(IMPORT)].map((match) => {
    const name = match[1] ?? match[2] ?? '';
    const isOwn = name.startsWith('.');
    const to = isOwn
      ? relative(ROOT, join(ROOT, dirname(file.path), name))
      : name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/');
    const isType = /^\s*(import|export) type\b/.test(match[0]);
    return { from: file, to, isOwn, isType };
  });
}
