/** The first line of a `.src.md` file: the language and the TypeScript configuration as JSON. */

import type { Language, NotebookText } from './notebook.ts';

type Head = Pick<NotebookText, 'language' | 'tsconfig'>;

const OPEN = '<!--';
const NAME = 'srcbook:';
const CLOSE = '-->';
const TSCONFIG = 'tsconfig.json';

const LANGUAGES: readonly Language[] = ['javascript', 'typescript'];

/** What a reader of the refusal can copy. */
const EXAMPLE = '<!-- srcbook:{"language":"javascript"} -->';

export function writeHead({ language, tsconfig }: Head): string {
  const json = JSON.stringify({
    language,
    ...(tsconfig === undefined ? {} : { [TSCONFIG]: tsconfigValue(tsconfig) }),
  });
  // Only strings can contain two hyphens, which could end the comment.
  return `${OPEN} ${NAME}${json.replaceAll('--', '-\\u002d')} ${CLOSE}`;
}

/** As an object where the text can be had back from it, otherwise as the text itself. */
function tsconfigValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && tsconfigText(value) === text ? value : text;
  } catch {
    return text;
  }
}

function tsconfigText(value: object): string {
  return JSON.stringify(value, null, 2);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns what was expected instead if the line is malformed. Unknown names are ignored. */
export function readHead(line: string): Head | { readonly expected: string } {
  const json = jsonOf(line.trim());
  if (json === undefined) {
    return { expected: `expected the language of the notebook, such as ${EXAMPLE}` };
  }
  const value = parsed(json);
  if (!isObject(value)) {
    return { expected: `expected a JSON object behind ${NAME}, such as {"language":"javascript"}` };
  }
  const language = LANGUAGES.find((known) => known === value.language);
  if (!language) return { expected: `expected the language ${LANGUAGES.join(' or ')}` };
  const tsconfig = Object.hasOwn(value, TSCONFIG) ? tsconfigOf(value[TSCONFIG]) : '';
  if (tsconfig === undefined) return { expected: `expected ${TSCONFIG} to be an object or text` };
  return Object.hasOwn(value, TSCONFIG) ? { language, tsconfig } : { language };
}

function jsonOf(line: string): string | undefined {
  if (!line.startsWith(OPEN) || !line.endsWith(CLOSE)) return undefined;
  const inner = line.slice(OPEN.length, -CLOSE.length).trim();
  return inner.startsWith(NAME) ? inner.slice(NAME.length) : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function tsconfigOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  try {
    return tsconfigText(value);
  } catch {
    // Nested too deeply to be written.
    return undefined;
  }
}
