/** The written form of postings, named by the rules in docs/spec/recall.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blockOf,
  firstSeqOf,
  isOneOfMany,
  levelOf,
  numberAt,
  type Posting,
  packedTerms,
  packedTermsFrom,
  packTerms,
  postingOf,
  postingsOf,
  readPostings,
  readUntil,
  seqOf,
  withoutPosting,
} from './postings.ts';
import { RECALL_KINDS } from './recall-kinds.ts';

const RUNS = { seed: 1718, numRuns: 300 };

const seq = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }),
  fc.integer({ min: 0, max: 2_000_000_000 }),
);
const place = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 65_535 }));
const kind = fc.constantFrom(...RECALL_KINDS);
const count = fc.integer({ min: 1, max: 9 });

/** Texts of one block, in the order of their numbers. */
const block = fc
  .tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.array(fc.tuple(place, place, kind, count)))
  .map(([at, texts]) => {
    const numbers = new Map(
      texts.map(([offset, where, what, often]) => {
        const number = numberAt(firstSeqOf(at) + (offset % 1024), where);
        return [number, { number, kind: what, count: often }];
      }),
    );
    return { at, texts: [...numbers.values()].sort((a, b) => a.number - b.number) };
  });

type Text = { number: number; kind: (typeof RECALL_KINDS)[number]; count: number };

function written(texts: readonly Text[]): string {
  return texts
    .map(({ number, kind: what, count: often }) => {
      const [first] = postingsOf(number, what, packTerms(new Map([['term', often]])));
      return first?.[1] ?? '';
    })
    .join('');
}

describe('postings', () => {
  it('[RC11] the packed terms of a text are read by their beginning', () => {
    const term = fc.stringMatching(/^[a-c]{1,5}$/);
    fc.assert(
      fc.property(fc.array(term), fc.stringMatching(/^[a-c]{0,2}$/), (terms, prefix) => {
        const known = [...new Set(terms)];
        const packed = packTerms(new Map(known.map((each) => [each, 1])));
        expect(packedTerms(packed)).toEqual(known);
        const begun = known.filter((each) => each.startsWith(prefix));
        expect(packedTermsFrom(packed, prefix)).toEqual(begun);
      }),
      RUNS,
    );
  });

  it('[RC9] numbers rise with the journal, and tell their event', () => {
    fc.assert(
      fc.property(seq, place, seq, place, (a, at, b, beside) => {
        const [one, other] = [numberAt(a, at), numberAt(b, beside)];
        expect(Number.isSafeInteger(one)).toBe(true);
        expect(seqOf(one)).toBe(a);
        expect(Math.sign(one - other)).toBe(Math.sign(a - b || at - beside));
        expect(firstSeqOf(blockOf(one))).toBeLessThanOrEqual(a);
        expect(firstSeqOf(blockOf(one) + 1)).toBeGreaterThan(a);
      }),
      RUNS,
    );
    expect(() => numberAt(7, 65_536)).toThrow(/more than 65536 texts/);
  });

  it('[RC9] what was written is read, the newest first', () => {
    fc.assert(
      fc.property(block, ({ at, texts }) => {
        const text = written(texts);
        expect(JSON.stringify(text)).toHaveLength(text.length + 2);
        const read = readPostings(at, text);
        expect(read.map(({ number }) => number)).toEqual(
          texts.map(({ number }) => number).reverse(),
        );
        expect(read.map((each) => each.kind)).toEqual(texts.map((each) => each.kind).reverse());
        for (const [index, { count: often }] of read.entries()) {
          expect(often).toBe([1, 2, 3, 5][Math.min(texts.at(-1 - index)?.count ?? 0, 4) - 1]);
        }
      }),
      RUNS,
    );
  });

  it('[RC9] as many are read as are enough, and whole events', () => {
    fc.assert(
      fc.property(block, fc.nat(20), ({ at, texts }, most) => {
        const text = written(texts);
        const read: Posting[] = [];
        const since = readUntil(at, text, (posting) => read.push(posting) >= most);
        const all = readPostings(at, text);
        expect(read).toEqual(all.filter(({ number }) => seqOf(number) >= since));
        expect(read.length).toBeGreaterThanOrEqual(Math.min(most, all.length));
        const before = read.filter(({ number }) => seqOf(number) > since);
        if (read.length < all.length) expect(before.length).toBeLessThan(Math.max(1, most));
      }),
      RUNS,
    );
  });

  it('[RC9] taking one out leaves exactly the others', () => {
    fc.assert(
      fc.property(block, fc.nat(), ({ at, texts }, which) => {
        const text = written(texts);
        const gone = texts[which % Math.max(1, texts.length)];
        if (!gone) {
          expect(withoutPosting(at, text, numberAt(firstSeqOf(at)))).toBe('');
          return;
        }
        const all = readPostings(at, text);
        expect(all.map(({ number }) => postingOf(at, text, number))).toEqual(all);
        const left = withoutPosting(at, text, gone.number);
        expect(postingOf(at, left, gone.number)).toBeUndefined();
        expect(left).toBe(written(texts.filter((each) => each !== gone)));
        expect(withoutPosting(at, left, gone.number)).toBe(left);
      }),
      RUNS,
    );
  });

  it('[RC9] the length of a text is kept within a third', () => {
    for (const words of [2, 5, 20, 80, 300, 1_000]) {
      const terms = new Map(Array.from({ length: words }, (_, at) => [`t${at}`, 1] as const));
      const postings = postingsOf(numberAt(9), 'note', packTerms(terms));
      expect(postings.map(([term]) => term)).toEqual([...terms.keys()]);
      const [read] = readPostings(0, postings[0]?.[1] ?? '');
      expect((read?.length ?? 0) / words).toBeGreaterThan(2 / 3);
      expect((read?.length ?? 0) / words).toBeLessThan(4 / 3);
    }
  });

  it('[RC44] of one text are removed alone, wherever it stands in its block', () => {
    // Places whose leading digits are alike, the first and last of a block, several of one event.
    const places = [0, 1, 5, 90, 91, 455, 1_023].flatMap((seq) => [
      numberAt(seq),
      numberAt(seq, 1),
      numberAt(seq, 700),
    ]);
    const text = written(places.map((number) => ({ number, kind: 'card', count: 1 })));
    const at = blockOf(places[0] ?? 0);
    expect(readPostings(at, text).map(({ number }) => number)).toEqual(places.toReversed());
    for (const gone of places) {
      const left = readPostings(at, withoutPosting(at, text, gone));
      expect(left.map(({ number }) => number)).toEqual(
        places.filter((number) => number !== gone).toReversed(),
      );
    }
    expect(withoutPosting(at, text, numberAt(7))).toBe(text);
  });
});

describe('the level of a text', () => {
  it('[RC10] follows from its number and the events behind it, and only ever moves on', () => {
    const at = (own: number, head: number, many = 0) => levelOf(numberAt(own, 3), { head, many });
    expect([at(128, 140, 127), at(128, 140, 128), at(128, 140, 139)]).toEqual([
      'latest',
      'current',
      'current',
    ]);
    expect([at(1_023, 1_024, 1_023), at(1_023, 1_024, 1_024)]).toEqual(['past', 'past']);
    expect([isOneOfMany(numberAt(9, 15)), isOneOfMany(numberAt(9, 16))]).toEqual([false, true]);
    expect([at(128, 128), at(128, 191), at(128, 192), at(128, 1_023), at(128, 1_024)]).toEqual([
      'latest',
      'latest',
      'current',
      'current',
      'past',
    ]);
    const LEVELS = ['latest', 'current', 'past'];
    fc.assert(
      fc.property(seq, fc.nat(3_000), fc.nat(3_000), (own, first, more) => {
        const [before, after] = [at(own, own + first), at(own, own + first + more)];
        expect(LEVELS.indexOf(after)).toBeGreaterThanOrEqual(LEVELS.indexOf(before));
      }),
      RUNS,
    );
  });
});
