/** The words of the memory that come nearest to words that it does not have. */

import { REDACTED } from '../../kernel/redaction.ts';
import type { Reading } from '../../store/port.ts';
import { describe } from '../query/describe.ts';
import { ofProject } from '../query/of-project.ts';
import type { QueryWord } from '../rank/query-words.ts';
import { shownWhole } from '../terms/shown-text.ts';
import { termsOf } from '../terms/tokens.ts';

const MAX_ASKED = 4;
const MAX_NEAREST = 5;
const SHORTEST = 2;

export async function nearestWords(
  tx: Reading,
  words: readonly QueryWord[],
  project: string | undefined,
): Promise<{ readonly nearest?: readonly string[] }> {
  const nearest = new Set<string>();
  // What occurs is nearest to itself, and was not found for another reason.
  const unknown = words.filter(({ terms }) => terms.length === 0);
  for (const { word } of unknown.slice(0, MAX_ASKED)) {
    for (const term of await beginningLike(tx, word)) {
      const written = await asWritten(tx, term, project);
      if (written !== undefined && nearest.size < MAX_NEAREST) nearest.add(written);
    }
  }
  return nearest.size === 0 ? {} : { nearest: [...nearest] };
}

/** Terms that share the longest beginning with the word. */
async function beginningLike(tx: Reading, word: string): Promise<readonly string[]> {
  const letters = [...word];
  for (let length = letters.length - 1; length >= SHORTEST; length--) {
    const terms = await tx.recall.beginning(letters.slice(0, length).join(''), MAX_NEAREST);
    if (terms.length > 0) return terms;
  }
  return [];
}

/** Also an identifier or a path, without what ends a sentence. */
const WRITTEN = /[\p{L}\p{N}\p{M}_](?:[\p{L}\p{N}\p{M}_./:-]*[\p{L}\p{N}\p{M}_])?/gu;

/** A term is a stem: the newest text that has it shows a whole word. */
async function asWritten(
  tx: Reading,
  term: string,
  project: string | undefined,
): Promise<string | undefined> {
  const places = await tx.recall.places([term], 1);
  const [newest] = places.get(term)?.postings ?? [];
  const docs = newest ? await tx.recall.docs([newest]) : [];
  const own = await ofProject(
    tx,
    docs.map((doc) => ({ doc })),
    project,
  );
  const [text] = (
    await describe(
      tx,
      own.map(({ doc }) => doc),
    )
  ).map(shownWhole);
  const written = text?.replaceAll(REDACTED, ' ').match(WRITTEN) ?? [];
  return written.find((each) => termsOf(each).has(term));
}
