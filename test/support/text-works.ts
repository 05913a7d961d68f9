/** The work that calls do on a caller's text outside of SQL, each as a function of the text. */

import { readSession, type SessionFiles } from '../../src/compat/archive/format/read-session.ts';
import { faultOfFileName, nearestFileName } from '../../src/domain/notebooks/file-name.ts';
import { ownStack } from '../../src/domain/notebooks/own-stack.ts';
import { fromSrcMd } from '../../src/domain/notebooks/src-md.ts';
import { differsLittle, sameWords } from '../../src/domain/rules/same-words.ts';
import { receipts } from '../../src/domain/tasks/proof.ts';
import { parseCipher, relabelled, revisedInProse } from '../../src/domain/thoughts/cipher.ts';
import { cipherHint } from '../../src/domain/thoughts/cipher-hint.ts';
import { namedRoot, projectOfRoot } from '../../src/domain/thoughts/client-root.ts';
import { plainWords, saysSomething, titleOf } from '../../src/domain/thoughts/learning-text.ts';
import { titleFrom } from '../../src/domain/thoughts/session-title.ts';
import { normalOrigin } from '../../src/domain/workspace/origin.ts';
import { validName } from '../../src/domain/workspace/project-name.ts';
import { fitBudget } from '../../src/kernel/budget.ts';
import { keepTelling } from '../../src/kernel/cuts/keep-telling.ts';
import { cutList } from '../../src/kernel/cuts/list-cuts.ts';
import { firstCharacters, lineExcerpt } from '../../src/kernel/excerpt.ts';
import { PROJECT_NAME, WORKSPACE_ID } from '../../src/kernel/ids.ts';
import { keepSecrets } from '../../src/kernel/kept-secrets.ts';
import { nearestName } from '../../src/kernel/nearest-name.ts';
import { unfilled } from '../../src/kernel/placeholder.ts';
import { redact, redactText } from '../../src/kernel/redaction.ts';
import { slugOf } from '../../src/kernel/slug.ts';
import {
  cleanLine,
  cleanLines,
  escapeUnseen,
  isOneLine,
  withoutDirectionMarks,
} from '../../src/kernel/text.ts';
import { compared, sayTheSame } from '../../src/recall/rank/alike.ts';
import { shortPassage } from '../../src/recall/rank/passage.ts';
import { filesIn, readQuery } from '../../src/recall/rank/query-words.ts';
import { tellingWords } from '../../src/recall/rank/same-matter.ts';
import { filterWords, hasWords } from '../../src/recall/terms/filter-words.ts';
import { shownWhole, termsOfText } from '../../src/recall/terms/shown-text.ts';
import { termsOf } from '../../src/recall/terms/tokens.ts';
import { placeNames } from '../../src/runner/link/place-names.ts';
import { parsePackageJson, parseSpecs } from '../../src/runner/packages/parse-spec.ts';
import { sha256 } from '../../src/sha256.ts';
import { wordsIn } from '../../src/surface/command-line.ts';
import { clientName } from '../../src/surface/visitor.ts';
import { tooManyParts } from '../../src/transport/message-parts.ts';
import { parseJson } from '../../src/transport/parse-message.ts';

/** A session in an archive whose only file is this text. */
function archived(text: string): SessionFiles {
  const entries = new Map([['manifest.json', 'file'] as const]);
  return { id: 'a', project: 'p', entries, text: () => ({ text }) };
}

/** An answer of texts that are shortened to a budget of a tenth. */
function fitted(texts: readonly string[]) {
  const items = texts.map((text, seq) => ({ seq, text }));
  const bytes = Math.floor(texts.join('').length / 10);
  return fitBudget({ items }, { bytes, lines: 50 }, [
    keepTelling(['text']),
    ...cutList('items', { from: 'back' }),
  ]);
}

export const TEXT_WORKS: Readonly<Record<string, (text: string) => unknown>> = {
  redactText,
  redactName: (text) => redact({ [text.slice(text.length >> 1)]: text.slice(0, text.length >> 1) }),
  keepSecrets: (text) => keepSecrets(`${text}<redacted>`, text),
  lineExcerpt: (text) => lineExcerpt(text, 200),
  firstCharacters: (text) => firstCharacters(text, 80),
  slugOf,
  unfilled,
  nearestName: (text) => nearestName(text, ['tasks_create', 'tasks_edit']),
  withoutDirectionMarks,
  termsOf,
  termsOfText: (text) => termsOfText({ name: 'a', title: text.slice(0, 1_000), text }),
  shownWhole: (text) =>
    shownWhole({ title: text.slice(0, text.length >> 1), text: text.slice(text.length >> 1) }),
  shortPassage: (text) => shortPassage(text, new Set(['a', 'token']), 200),
  tellingWords,
  filterWords,
  hasWords: (text) => hasWords(text, filterWords('token words')),
  readQuery,
  filesIn,
  sayTheSame: (text) => sayTheSame(compared(text), compared(`${text} `)),
  sameWords: (text) =>
    sameWords(text, `${text.slice(text.length >> 1)} ${text.slice(0, text.length >> 1)}`),
  differsLittle: (text) => differsLittle(text, `${text} b`),
  parseCipher,
  relabelled: (text) => relabelled(text, (label) => label + 1),
  revisedInProse,
  cipherHint,
  titleFrom,
  titleOf,
  plainWords,
  saysSomething,
  receipts,
  fromSrcMd: (text) => fromSrcMd(`<!-- srcbook:{"language":"javascript"} -->\n\n# a\n\n${text}`),
  fileName: (text) => [faultOfFileName(text, 'javascript'), nearestFileName(text, 'javascript')],
  ownStack,
  placeNames: placeNames(new Set(['a.js'])),
  parseSpecs: (text) => parseSpecs([text, `a@${text}`]),
  parsePackageJson,
  clientName,
  projectOfRoot: (text) => projectOfRoot(namedRoot({ uri: `file:///${text}` }), []),
  normalOrigin: (text) => normalOrigin(text, (path) => path),
  validName,
  ids: (text) => [WORKSPACE_ID.test(text), PROJECT_NAME.test(text)],
  wordsIn,
  tooManyParts: (text) => tooManyParts(Buffer.from(text)),
  parseJson: (text) => parseJson(Buffer.from(text)),
  cleanLine,
  cleanLines,
  escapeUnseen,
  isOneLine,
  readSession: (text) => readSession(archived(text), sha256),
  squeeze: (text) => fitted([text, text.slice(1)]),
};
