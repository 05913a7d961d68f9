/**
 * Which names stand for a secret. A name is judged by its words, so that `authToken`, `x-api-key`
 * and `DB_PASSWORDS` are secrets, and `tokenizer`, `secretary` and `token_count` are not.
 */

/** Joined without a mark, as in `accesstoken`: what may stand before and behind such a word. */
const BEFORE =
  'access|api|app|auth|admin|bot|client|csrf|db|deploy|gh|git|github|id|jwt|master|my|npm|oauth|' +
  'personal|refresh|root|secret|service|session|shared|signing|user|web|webhook|x';
const BEHIND = 'auth|hash|header|key|salt|string|text|token|value';

const CORE = 'tokens?|secrets?|passwords?|passwds?|passphrases?|apikeys?|authorizations?|bearers?';

const SECRET_WORD = new RegExp(`^(?:${BEFORE})*(?:${CORE})(?:${BEHIND})*s?$`);

/** `key` and `pass` are secrets only behind one of these. */
const OF_KEY = /^(?:api|private|access|secret|signing|encryption|master|account|auth)$/;
const JOINED_KEY = /^(?:x?api|private|access|secret|signing|encryption|master|account|auth)keys?$/;
const OF_PASS =
  /^(?:db|database|mysql|pg|postgres|mongo|redis|smtp|imap|ftp|ldap|user|root|admin|mail|email|proxy|ssh|basic|sudo)$/;

/** What is said about a secret is none: its number, kind, place or age. */
const ABOUT =
  /^(?:counts?|limits?|types?|budgets?|buckets?|usages?|used|lengths?|len|sizes?|names?|expiry|expires|expired|expiration|ttl|at|urls?|uris?|endpoints?|files?|filename|paths?|polic(?:y|ies)|rotation|rotated|rates?|costs?|prices?|windows?|index|position|class|kinds?|formats?|algorithms?|alg|issuer|scopes?|status|state|provider|required|enabled|disabled|valid|invalid|version|manager|min|max|minimum|maximum|ratio|total|age|date|hint|fields?|label|strength|rules?|lifetime|offset|quota|per|num|estimate|estimated|remaining|left|stats|metrics|present|exists|missing|ok|by|reset|changed|created|updated|last|source|location|ref|regex|pattern|prefix|mode|method)$/;

/** With `tokens`, they count what a model reads and writes. */
const OF_COUNT =
  /^(?:total|max|min|num|number|n|input|output|prompt|completion|cached|cache|reasoning|thinking|used|remaining|estimated|avg|average|context|extra|free|spent|read|write|audio|text|image|accepted|rejected|prediction|budget|llm|kilo|million|per)$/;

/** A token behind one of these is a place in a list, a word of a language or a sign of a model. */
const OF_PLACE =
  /^(?:progress|page|next|continuation|cancellation|cancel|design|syntax|eos|bos|pad|mask|unk|sep|cls|stop|special)$/;

/** Longer names are texts. */
const MAX_NAME = 120;

function splitName(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Whether a name can be one of a secret at all: most names are answered by this. */
const MAY_BE_SECRET = /token|secret|passw|passphrase|key|authorization|bearer|pass\b|pass$|_auth$/i;

/** The private key of a kubeconfig; the certificate beside it is public. */
const KUBE_KEY = /(?:^|[^A-Za-z0-9])client[-_]key[-_]data$/i;

export function isSecretName(name: string): boolean {
  if (!MAY_BE_SECRET.test(name) || name.length > MAX_NAME) return false;
  if (/(?:^|[^A-Za-z0-9])_auth$/.test(name) || KUBE_KEY.test(name)) return true;
  const words = splitName(name);
  const at = words.findLastIndex((word, index) => isSecretWord(word, words[index - 1]));
  if (at < 0) return false;
  return !isAbout(words, at);
}

function isSecretWord(word: string, before = ''): boolean {
  if (SECRET_WORD.test(word) || JOINED_KEY.test(word)) return true;
  return /^keys?$/.test(word) ? OF_KEY.test(before) : word === 'pass' && OF_PASS.test(before);
}

function isAbout(words: readonly string[], at: number): boolean {
  const behind = words.slice(at + 1);
  const last = behind.at(-1);
  if (behind.some((word) => ABOUT.test(word))) return true;
  // The id of a token or a key is public; a `secret_id` opens the vault.
  if (last !== undefined && /^ids?$/.test(last) && !words.includes('secret')) return true;
  if (/^tokens?$/.test(words[at] as string) && OF_PLACE.test(words[at - 1] ?? '')) return true;
  return words[at] === 'tokens' && words.slice(0, at).some((word) => OF_COUNT.test(word));
}

/** Whether a text of digits under this name is a count. */
export function countsTokens(name: string): boolean {
  return splitName(name).at(-1) === 'tokens';
}
