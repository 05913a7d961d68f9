/** Texts written to make a program slow: long runs that patterns and parsers begin on again. */

/** Parts that are repeated between letters, so that a pattern for the end of a run fails. */
const REPEATED = [
  ...['a', '0', ' ', '\n', '\t', '\r\n', '\u00a0', '\u0085', '\u2028', 'A', 'aB', 'ABa', 'a1'],
  ...['(', ')', '[', ']', '{', '}', '<', '>', '"', "'", '`', '*', '_', '~', '-', '.', '/', '\\'],
  ...['#', '@', '=', ':', ';', ',', '|', '&', '?', '!', '%', '$', '+', '^', 'a ', 'a.', 'a-', 'a_'],
  ...[
    'a/',
    'a:',
    'a*',
    "a's ",
    '1.',
    '日',
    '日a',
    '😀',
    '\u200d',
    'e\u0301',
    '\u0301\u0323',
    'ﷺ',
    'ß',
  ],
  ...['token', 'token ', 'token=', 'token: ', 'token="', 'token: "\\', 'token: ["', '<token>'],
  ...['token: |\n  a\n', '--password x ', 'login a password b ', 'authorization: ', 'Bearer a '],
  ...['-----BEGIN PRIVATE KEY-----', '://', '://a:', '://a:b', ' -u a', '?sig=', 'eyJ', 'sk-'],
  ...['sk-a', 'ghp_', 'key-', '_mmk', '1:AA', '3Q~', '.atlasv1.', '<fill: ', '<fill:>\n', '```\n'],
  ...['<!--', '[a](', '> ', '- ', '**', '->', 'a/b.c ', 'S1|', 'S1|H|S2|x\n', '^ ', '^[S1]', '[S1'],
];

/** Beginnings that give the run behind them a meaning. */
const BEGUN = ['token: a', 'token="', 'Bearer ', '://a:', '###### ', '<fill: ', 'S1|H|', 'sk-a'];
const RUNS = ['.', ' ', '-', '\\', '"', ',', '('];

export interface HostileText {
  readonly name: string;
  readonly text: string;
}

/** A part as often as it takes to fill the room. */
export function fill(part: string, room: number): string {
  return part
    .repeat(Math.ceil(room / part.length))
    .slice(0, room)
    .toWellFormed();
}

export function hostileTexts(length: number): readonly HostileText[] {
  const made = [
    ...REPEATED.map((part) => ({
      name: `x ${JSON.stringify(part)} x`,
      text: `x${fill(part, length - 2)}x`,
    })),
    ...BEGUN.flatMap((head) =>
      RUNS.map((part) => ({
        name: `${JSON.stringify(head)} ${JSON.stringify(part)}`,
        text: `${head}${fill(part, length - head.length - 1)}x`,
      })),
    ),
  ];
  return [...made, { name: 'words', text: words(length) }, { name: 'moved', text: moved(length) }];
}

/** Words that never come again, as no cache likes them. */
function words(length: number): string {
  let [text, state] = ['', 1];
  while (text.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    text += `${state.toString(36)} `;
  }
  return text.slice(0, length);
}

/** One word that differs, behind many that do not. */
function moved(length: number): string {
  return `${'a '.repeat(length / 2 - 2)}b`;
}
