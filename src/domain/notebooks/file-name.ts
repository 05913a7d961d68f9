/** The rules for the file names of code cells, and the nearest name that follows them. */

import { LIMITS } from '../../kernel/limits.ts';
import { redactText } from '../../kernel/redaction.ts';
import type { Language } from './notebook.ts';

export const PACKAGE_JSON = 'package.json';

/** The first one is the default. */
const EXTENSIONS: Readonly<Record<Language, readonly string[]>> = {
  javascript: ['.js', '.mjs'],
  typescript: ['.ts'],
};

const RESERVED: ReadonlySet<string> = new Set([
  PACKAGE_JSON,
  'package-lock.json',
  'tsconfig.json',
  'node_modules',
]);

/** Windows opens the device instead of the file, whatever follows the first dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i;

const ALLOWED = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** The extensions in words: `.js or .mjs`. */
function endings(language: Language): string {
  return EXTENSIONS[language].join(' or ');
}

/** Two names are the same if a file system that ignores case takes them for one. */
export function sameName(name: string): string {
  return name.toLowerCase();
}

export function languageOfFile(name: string): Language | undefined {
  const languages: readonly Language[] = ['javascript', 'typescript'];
  return languages.find((language) => EXTENSIONS[language].some((end) => name.endsWith(end)));
}

/** Why no code cell of this language can have the name, or undefined if one can. */
export function faultOfFileName(name: string, language: Language): string | undefined {
  if (name === '') return 'a file name is needed';
  if (name.length > LIMITS.fileName) return `it has more than ${LIMITS.fileName} characters`;
  if (RESERVED.has(sameName(name))) return 'that name is reserved';
  if (DEVICE.test(name)) return 'that name is a device on Windows';
  if (/[/\\]/.test(name)) return 'cells have no folders';
  if (!ALLOWED.test(name)) return 'it has a character that is not allowed there';
  if (name.includes('..')) return 'it has two dots in a row';
  if (!EXTENSIONS[language].some((end) => name.length > end.length && name.endsWith(end))) {
    return `${language} is stored in a file that ends in ${endings(language)}`;
  }
  return undefined;
}

/** What is allowed, as a sentence. */
export function allowedNames(language: Language): string {
  return (
    `A file name has 1 to ${LIMITS.fileName} letters a-z or A-Z, digits, dots, hyphens and ` +
    `underscores, begins with a letter or digit, and ends in ${endings(language)}`
  );
}

/** In ASCII, so that look-alikes and invisible characters show. */
export function quotedName(name: string): string {
  const clean = redactText(name);
  const shown = clean.length > LIMITS.fileName ? `${clean.slice(0, LIMITS.fileName)}...` : clean;
  return JSON.stringify(shown).replace(
    /[^ -~]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The default name: `cell-<n>` with the lowest number that is free, whatever its extension. */
export function nextFileName(language: Language, taken: Iterable<string>): string {
  const stems = new Set([...taken].map((name) => sameName(name).replace(/\.[a-z]+$/, '')));
  let number = 1;
  while (stems.has(`cell-${number}`)) number++;
  return `cell-${number}${EXTENSIONS[language][0]}`;
}

/** The most similar name that is allowed and not taken. */
export function nearestFileName(
  name: string,
  language: Language,
  taken: Iterable<string> = [],
): string {
  const used = new Set([...taken].map(sameName));
  if (faultOfFileName(name, language) === undefined && !used.has(sameName(name))) return name;
  const stem = allowedStem(name);
  if (stem === '') return nextFileName(language, used);
  const wanted = EXTENSIONS[language].find((end) => name.toLowerCase().endsWith(end));
  const end = wanted ?? EXTENSIONS[language][0] ?? '';
  for (let number = 1; ; number++) {
    const suffix = `${number === 1 ? '' : `-${number}`}${end}`;
    const room = LIMITS.fileName - suffix.length;
    const near = `${stem.slice(0, room).replace(/\.+$/, '')}${suffix}`;
    if (!used.has(sameName(near))) return near;
  }
}

/** More of a name cannot be used, and normalising a very long one would cost time. */
const READ = 200;

/** What remains of a name without folders, extension, accents and characters not allowed. */
function allowedStem(name: string): string {
  const parts = redactText(name).slice(-READ).split(/[/\\]/);
  const stem = (parts.findLast((part) => /[^.]/.test(part)) ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/[.-]+$/, '')
    .replace(/\.([cm]?[jt]sx?|json)$/i, '')
    .replace(/\.{2,}/g, '.')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '');
  return DEVICE.test(stem) ? `cell-${stem}` : stem;
}
