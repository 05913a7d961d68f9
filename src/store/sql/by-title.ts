/**
 * Orders rows by their titles as people read them: `apple`, `Banana`, `Step 2`, `Step 10`, `Zebra`.
 *
 * It is done here and not in SQL, since the engines fold letters beyond ASCII differently or not at
 * all. The rows of a page are read afterwards.
 */

export interface Titled<Key> {
  readonly key: Key;
  readonly title: string;
}

/** A fixed locale: the order must not depend on the machine. */
const BY_TITLE = new Intl.Collator('en', { numeric: true });

export interface TitlePage {
  readonly sortOrder: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** `rows` are in ascending order of age, which decides between equal titles. */
export function keysByTitle<Key>(
  rows: readonly Titled<Key>[],
  { sortOrder, limit, offset }: TitlePage,
): readonly Key[] {
  const sorted = rows.toSorted((a, b) => BY_TITLE.compare(a.title, b.title));
  if (sortOrder === 'desc') sorted.reverse();
  return sorted.slice(offset, offset + limit).map(({ key }) => key);
}

/** The rows that were read for these keys, in their order. */
export function inOrderOf<Key, Row>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): readonly Row[] {
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.flatMap((key) => found.get(key) ?? []);
}
