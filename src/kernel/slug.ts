/** Slugs: the ids of patterns and notes, and the names of branches of thought. */

const SLUG = /^[a-z0-9-]+$/;
export const MOST_SLUG = 64;
export const SLUG_RULE = `lower-case letters, digits and dashes, at most ${MOST_SLUG} characters`;

export function isSlug(text: string): boolean {
  return SLUG.test(text) && text.length <= MOST_SLUG;
}

/** Lower-case letters, digits and single dashes; undefined if nothing of the text is left. */
export function slugOf(text: string): string | undefined {
  const slug = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_SLUG)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? undefined : slug;
}

/** The first of `slug`, `slug-2`, `slug-3`, … that is free. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let count = 2; ; count++) {
    const tail = `-${count}`;
    const next = `${slug.slice(0, MOST_SLUG - tail.length)}${tail}`;
    if (!taken.has(next)) return next;
  }
}
