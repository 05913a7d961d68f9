/** Which values under a name such as `token` are none: empty, masked, to be filled in, or a word. */

import { withoutEnd } from '../text.ts';

/** Stands for a value that is filled in elsewhere, or for one that was masked. */
const PLACEHOLDER =
  /^(?:\$\{.*\}|\$\(.*\)|\$\$?[A-Za-z_]\w*|\$[0-9]|%[A-Za-z_]\w*%|%[a-z]|@[A-Za-z_]\w*@|\{\{.*\}\}|\{\w*\}|<.*>|\[[a-z _-]+\]|\*+|\.{2,}|…|-+|_+|[xX•·]{3,}|[?#]+)$/s;

const TO_FILL_IN =
  /^(?:(?:your|my|the|some|an?|example|insert|enter|replace)[_ -](?:[a-z]+[_ -])*(?:token|secret|password|key|here|value|me|it|with)s?|changeme|todo)$/i;

const WORDS = new Set(
  (
    'null nil none undefined nan true false yes no on off void never empty unset set missing ' +
    'absent present required optional needed valid invalid expired revoked rotated refreshed ' +
    'redacted masked hidden removed omitted unknown default inherit internal external public ' +
    'string str text number int integer float bool boolean bytes buffer object array list dict ' +
    'map any unknown varchar uuid json hex base64 jwt plaintext encrypted hashed ok error failed ' +
    'denied disabled enabled auth authentication authorization header headers scheme basic bearer ' +
    'digest token tokens await async new function lambda typeof'
  ).split(' '),
);

const OF_ENVIRONMENT = /^(?:process\.env|import\.meta\.env|os\.environ|os\.getenv)\b/;

/** Where code usually looks a value up. */
const LOOKED_UP =
  /^(?:env|ENV|secrets|vars|var|local|self|this|config|settings|options|opts|args|params|props|req|request|ctx|context|state|data|user|session|module|event)(?:\.|\[|\?\.|::)/;

/** A call or a path of names is code that gets the value from elsewhere. */
const CALL = /^[&*!]?[A-Za-z_$][\w$]*(?:(?:\.|\?\.|::|->)[A-Za-z_$][\w$]*)*[([]/;
const NAME_PATH = /^[A-Za-z_$]+(?:\.[A-Za-z_$]+)+$/;
const GENERIC_TYPE = /^[A-Z]\w*<$/;

/** A name that is passed on, as in `token=accessToken`. */
const COMPOUND_NAME =
  /^[a-zA-Z]+(?:_[a-zA-Z]+)*_?(?:token|secret|password|passwd|passphrase|key)s?$/i;

/** Signs without a letter or a digit: a bracket of code, a dash. */
const NO_WORD = /^[^\p{L}\p{N}]{1,5}$/u;

/** What a header says before its value. */
const SCHEME = /^(?:Basic|Bearer|Token) +/i;

const MAX_HARMLESS = 120;

export function isHarmless(value: string): boolean {
  if (value.length > MAX_HARMLESS) return false;
  const bare = value
    .trim()
    .replace(SCHEME, '')
    .replace(/[.!?]$/, '');
  if (bare === '' || NO_WORD.test(bare) || PLACEHOLDER.test(bare) || WORDS.has(bare.toLowerCase()))
    return true;
  return TO_FILL_IN.test(bare) || OF_ENVIRONMENT.test(bare);
}

/** Whether an unquoted value is code that gets the secret from elsewhere; `next` follows it. */
export function isCode(value: string, next: string, name: string): boolean {
  if (CALL.test(value + next) || LOOKED_UP.test(value)) return true;
  const bare = withoutEnd(value, /[;,.]/);
  return isSameName(bare, name) || (/[a-z][A-Z]|_/.test(bare) && COMPOUND_NAME.test(bare));
}

/** Where prose and code are possible, a path of names or a type is code as well. */
export function isCodeInProse(value: string, next: string, name: string): boolean {
  const bare = withoutEnd(value, /[;,.]/);
  return NAME_PATH.test(bare) || GENERIC_TYPE.test(value + next) || isCode(value, next, name);
}

/** `token=token` and `password: Password` pass a value on or give its type. */
function isSameName(value: string, name: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  return /^[A-Za-z_]+$/.test(value) && plain(name).endsWith(plain(value)) && plain(value) !== '';
}

/** Whether a word in a sentence is rather a key than a word: it mixes digits or signs with letters. */
export function isKeyish(word: string): boolean {
  if (word.length < 4 || /^[v#@$]?[0-9][0-9.,:%]*[a-z]{0,3}$/i.test(word)) return false;
  return /[0-9]/.test(word) ? /[A-Za-z]/.test(word) : /[A-Za-z][!@#$%^*+=/]+[A-Za-z]/.test(word);
}
