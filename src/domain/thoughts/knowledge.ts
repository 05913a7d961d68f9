/** The knowledge zone: patterns worth keeping, and notes that are passed around. */

const SLUG = /^[a-z0-9-]+$/;
const MOST_SLUG = 64;

/** Types, not interfaces: they go into events and answers. */
export type KnowledgePattern = {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly content: string;
  readonly derivedFromSessions?: readonly string[];
  readonly createdBy?: string;
};

export type KnowledgeNote = {
  readonly id: string;
  readonly title: string;
  readonly content: string;
};

/** Small letters, digits and single dashes; undefined where a title has none of them. */
export function slugOf(title: string): string | undefined {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_SLUG)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? undefined : slug;
}

/** The first of `slug`, `slug-2`, `slug-3`, … that nobody has. */
export function freeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let count = 2; ; count++) {
    const tail = `-${count}`;
    const next = `${slug.slice(0, MOST_SLUG - tail.length)}${tail}`;
    if (!taken.has(next)) return next;
  }
}

export const SLUG_RULE = `small letters, digits and dashes, at most ${MOST_SLUG} characters`;

export function isSlug(id: string): boolean {
  return SLUG.test(id) && id.length <= MOST_SLUG;
}
