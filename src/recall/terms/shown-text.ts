/**
 * A text as its readers see it: the title before it, and secrets replaced. The index has no other
 * words, so that nobody can ask for a secret letter by letter.
 */

import { REDACTED, redactText } from '../../kernel/redaction.ts';
import { withoutEnd } from '../../kernel/text.ts';
import { asideOf, shownText } from './recall-text.ts';
import { type Terms, termsOf } from './tokens.ts';

export interface TitledText {
  readonly title?: string | undefined;
  readonly text: string;
}

/** What ends a title so that no colon fits behind it. */
const ENDED = /[\s?!.:;,=…。？！：；，]/u;

/** The text with its title in front, unless it begins with it. */
export function withTitle({ title, text }: TitledText): string {
  if (title === undefined || text.startsWith(title)) return text;
  if (text === '' || title === '') return title + text;
  return ENDED.test(title.slice(-1)) ? `${title.trimEnd()} ${text}` : `${title}: ${text}`;
}

/** Each part without secrets. A title may say that its text is one, however it ends. */
function withoutSecrets({ title, text }: TitledText): TitledText {
  if (title === undefined) return { text: redactText(text) };
  const clean = redactText(title);
  const named = `${withoutEnd(clean, ENDED)}: `;
  const judged = redactText(named + text);
  // A secret that reaches back into the title leaves no place where the text begins.
  const own = judged.startsWith(named) ? judged.slice(named.length) : redactText(text);
  return { title: clean, text: own };
}

/** All of it as one text, which may be shown, or cut. */
export function shownWhole(text: TitledText): string {
  return redactText(withTitle(withoutSecrets(text)));
}

/**
 * The terms under which a text is stored. Words of the title count twice. A change of what is
 * redacted changes them, and needs a migration that rebuilds the index.
 */
export function termsOfText({ name, title, text }: TitledText & { name?: string }): Terms {
  // Only what has a name is found by other words besides.
  const [shown, aside] = name === undefined ? [text, ''] : [shownText(text), asideOf(text)];
  const clean = withoutSecrets({ title, text: shown });
  const words = [clean.title, clean.title, clean.text, redactText(aside)];
  return termsOfShown(words.filter((part) => part !== undefined && part !== '').join('\n'));
}

/** The terms of a text without secrets: what stands in their place is no word. */
export function termsOfShown(text: string): Terms {
  return termsOf(text.replaceAll(REDACTED, ' '));
}
