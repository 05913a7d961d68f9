/**
 * Secrets that are known by their own form: a fixed beginning, or a mark in the middle.
 *
 * A format is a beginning, the alphabet of what follows and the least number of such characters.
 * The least is often below the real length, so that a key that lost its end is still found.
 */

/** Alphabets, as bodies of character classes. */
const HEX = 'A-Fa-f0-9';
const CAPITALS = 'A-Z0-9';
const PLAIN = 'A-Za-z0-9';
const WORD = 'A-Za-z0-9_';
const DASHED = 'A-Za-z0-9_-';
const DOTTED = 'A-Za-z0-9_.=-';
const BASE64 = 'A-Za-z0-9+/_=.-';

type Alphabet = string;

interface Format {
  readonly alphabet: Alphabet;
  readonly least: number;
  /** Whether words may follow the beginning too. */
  readonly wordy: boolean;
}

type Row = readonly [alphabet: Alphabet, least: number, beginnings: string];

/** Words hardly begin like this: a digit or a capital in the rest is enough. */
const DISTINCT: readonly Row[] = [
  [CAPITALS, 16, 'AKIA ASIA ABIA ACCA'],
  [CAPITALS, 26, 'API-'],
  [CAPITALS, 20, 'AGE-SECRET-KEY-1'],
  [HEX, 32, 'SK dapi shpat_ shpca_ shppa_ shpss_'],
  [HEX, 24, 'pul- rubygems_ sgp_ sntryu_ shippo_live_ shippo_test_ glptt-'],
  [HEX, 24, 'dop_v1_ doo_v1_ dor_v1_ s-s4t2ud- s-s4t2af- xkeysib- xsmtpsib-'],
  [HEX, 12, 'NRJS- FLWSECK_TEST- FLWSECK-'],
  [PLAIN, 20, 'lin_api_ lin_oauth_ pnu_ rdme_ ico- pplx- p8e- r8_ gsk_ xai- EZAK EZTK'],
  [PLAIN, 20, 'ntn_ npm_ hf_ api_org_ AKCp cmVmd LTAI CLOJARS_ EAAC EAAM NRAK- NRII-'],
  [PLAIN, 20, 'oy2 sbp_ secret_ key_live_ key_test_ e2b_ phc_ phx_ tvly-'],
  [PLAIN, 12, 'sm_aat_ sm_pat_ sm_sat_ rk_live_ rk_test_ rk_prod_ sk_live_ sk_test_ sk_prod_'],
  [PLAIN, 20, 'whsec_ glsa_ ops_eyJ'],
  [DASHED, 16, 'gldt- glft- glffct- glimt- glagent- gloas- glrt- glsoat- glcbt- GR1348941'],
  [DASHED, 10, 'xoxb- xoxa- xoxp- xoxr- xoxs- xoxo- xoxe- xoxe.xoxb- xoxe.xoxp- xapp-'],
  [DASHED, 20, 'AIza pypi- dckr_pat_ dckr_oat_ HRKU- sq0atp- sq0csp- EAAA fo1_ fio-u-'],
  [DASHED, 20, 'tk-us- dnkey- PMAK- duffel_live_ duffel_test_ AQVN YCAJ GOCSPX- ya29.'],
  [DASHED, 20, 'sha256~ tfp_ ATATT3 ATBB ATCTT3 BBDC- figd_ lsv2_pt_ lsv2_sk_ nvapi- CFPAT-'],
  [DOTTED, 20, 'hvs. hvb. hvr. SG. dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.'],
  [DOTTED, 20, 'pscale_tkn_ pscale_oauth_ pscale_pw_ dt0c01. dt0s01. pk.eyJ sk.eyJ'],
  [BASE64, 24, 'glc_ fm1a_ fm1r_ fm2_ sntrys_ eyJrIjoi hooks.slack.com/services/'],
  [BASE64, 24, 'hooks.slack.com/workflows/ hooks.slack.com/triggers/ discord.com/api/webhooks/'],
  [BASE64, 24, 'discordapp.com/api/webhooks/ webhook.office.com/webhookb2/'],
];

/** Slugs and sentences may begin like this too: what follows must look like a key. */
const WORDY: readonly Row[] = [
  [WORD, 6, 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_'],
  [DASHED, 12, 'sk- glpat- tskey- access-sandbox- access-production- access-development-'],
  [DOTTED, 40, 'sl. t1. pat. sat. amzn.mws.'],
];

function formatsOf(): ReadonlyMap<string, Format> {
  const rows = (list: readonly Row[], wordy: boolean) =>
    list.flatMap(([alphabet, least, beginnings]) =>
      beginnings.split(' ').map((each) => [each, { alphabet, least, wordy }] as const),
    );
  return new Map([...rows(DISTINCT, false), ...rows(WORDY, true)]);
}

const FORMATS = formatsOf();

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\~-]/g, '\\$&');

/** A longer beginning comes before its own beginning, so that the most exact one is found. */
const BEGINNINGS = [...FORMATS.keys()].sort((a, b) => b.length - a.length).map(escaped);

/**
 * `task-` and a slug contain `sk-` but are an id, so a beginning follows no letter or digit, unless
 * that belongs to an escape: in JSON inside a text, a key may follow `\\n`.
 */
const START = '(?:(?<![A-Za-z0-9])|(?<=\\\\[nrtbf])|(?<=\\\\u[0-9A-Fa-f]{4}))';
const BEGINNING = new RegExp(`${START}(?:${BEGINNINGS.join('|')})`, 'g');

/** Known by a mark in their middle or by their lengths; each ends where its characters end. */
const MARKED = new RegExp(
  `${START}(?:${[
    '[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}',
    '[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,}',
    '[A-Za-z0-9]{14}\\.atlasv1\\.[A-Za-z0-9_=-]{40,}',
    '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])',
    '[a-f0-9]{32}-us[0-9]{1,2}(?![A-Za-z0-9])',
    '(?<![_-])key-[a-f0-9]{32}(?![A-Za-z0-9])',
    'v1\\.0-[a-f0-9]{24}-[a-f0-9]{100,}(?![A-Za-z0-9])',
    '4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])',
    'pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}(?![A-Za-z0-9])',
    'A3-[A-Z0-9]{6}-[A-Z0-9-]{24,}(?![A-Za-z0-9])',
    'eyJ[A-Za-z0-9_-]{10,2000}\\.[A-Za-z0-9_-]{6,}(?:\\.[A-Za-z0-9_-]+)*',
  ].join('|')})`,
  'g',
);

const MARKS =
  /:AA|[0-9]Q~|\.atlasv1\.|_mmk|-us[0-9]|key-[a-f0-9]|v1\.0-|4b1d|pat[A-Za-z0-9]{14}\.|A3-|eyJ/;

/** As much as is looked at to see whether it reads like words. */
const LOOKED_AT = 200;

/** Of a key that was cut and marked with an ellipsis, this many characters are enough. */
const LEAST_CUT = 4;

/** Runs of such a length, with a digit and a letter, or of any 16. */
const keyOf = (least: number) =>
  new RegExp(`[^_.-]{16}|(?<![^_.-])(?=[^_.-]*[0-9])(?=[^_.-]*[A-Za-z])[^_.-]{${least}}`);
const KEY = keyOf(10);
const CUT_KEY = keyOf(LEAST_CUT);

/** A slug consists of words; a key has a long run, or a run that mixes letters and digits. */
function looksLikeKey(body: string, isCut: boolean): boolean {
  return (isCut ? CUT_KEY : KEY).test(body);
}

/** Finds where runs of an alphabet end. A run is walked once, however often a key begins in it. */
class Runs {
  readonly #text: string;
  readonly #ends = new Map<Alphabet, number>();

  constructor(text: string) {
    this.#text = text;
  }

  endOf(alphabet: Alphabet, from: number): number {
    const known = this.#ends.get(alphabet);
    if (known !== undefined && from <= known) return known;
    const run = new RegExp(`[${alphabet}]*`, 'y');
    run.lastIndex = from;
    run.test(this.#text);
    this.#ends.set(alphabet, run.lastIndex);
    return run.lastIndex;
  }
}

export function holdsFormat(text: string): boolean {
  BEGINNING.lastIndex = 0;
  return BEGINNING.test(text) || MARKS.test(text);
}

const FOLDED = new Map([...FORMATS].map(([begin, format]) => [begin.toLowerCase(), format]));
const FOLDED_BEGINNING = new RegExp(BEGINNING.source.toLowerCase(), 'g');
const FOLDED_MARKED = new RegExp(MARKED.source, 'i');

/** So many characters in a row without capitals, or fewer with a digit, are a key and no word. */
const MIN_FOLDED_RUN = 30;
const MIN_MIXED_RUN = 10;

/** Whether a short text holds a key that lost its capitals, as tags do. */
export function isFoldedKey(tag: string): boolean {
  FOLDED_BEGINNING.lastIndex = 0;
  for (let found = FOLDED_BEGINNING.exec(tag); found; found = FOLDED_BEGINNING.exec(tag)) {
    const { alphabet, least } = FOLDED.get(found[0]) as Format;
    const [body = ''] =
      new RegExp(`^[${alphabet}]*`, 'i').exec(tag.slice(FOLDED_BEGINNING.lastIndex)) ?? [];
    if (body.length >= least && body.split(/[^A-Za-z0-9]/).some(isFoldedRun)) return true;
  }
  return FOLDED_MARKED.test(tag);
}

function isFoldedRun(run: string): boolean {
  const isMixed = /[0-9]/.test(run) && /[a-z]/i.test(run);
  return run.length >= (isMixed ? MIN_MIXED_RUN : MIN_FOLDED_RUN);
}

/** Replaces every secret that has one of the forms. */
export function replaceFormats(text: string, replacement: string): string {
  const clean = replaceBegun(text, replacement);
  return MARKS.test(clean) ? clean.replace(MARKED, replacement) : clean;
}

function replaceBegun(text: string, replacement: string): string {
  const runs = new Runs(text);
  let clean = '';
  let copied = 0;
  BEGINNING.lastIndex = 0;
  for (let found = BEGINNING.exec(text); found; found = BEGINNING.exec(text)) {
    const format = FORMATS.get(found[0]) as Format;
    const from = found.index + found[0].length;
    const end = runs.endOf(format.alphabet, from);
    if (!isKey(format, text, from, end)) continue;
    clean += text.slice(copied, found.index) + replacement;
    copied = end;
    BEGINNING.lastIndex = end;
  }
  return copied === 0 ? text : clean + text.slice(copied);
}

function isKey(format: Format, text: string, from: number, end: number): boolean {
  const isCut = text.startsWith('...', end) || text.startsWith('…', end);
  if (end - from < (isCut ? LEAST_CUT : format.least)) return false;
  // Letters of another alphabet right behind: it is a longer word.
  if (isPlain(text.charCodeAt(end))) return false;
  const body = text.slice(from, Math.min(end, from + LOOKED_AT));
  return format.wordy || isCut ? looksLikeKey(body, isCut) : /[0-9A-Z]/.test(body);
}

function isPlain(code: number): boolean {
  return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
}
