/** Whether texts are about the same matter, by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { areRelated, tellingWords } from './same-matter.ts';

const always = () => true;
const related = (one: string, other: string, isRare: (word: string) => boolean = always) =>
  areRelated(tellingWords(one), tellingWords(other), { isRare });
const found = (one: string, other: string, isRare: (word: string) => boolean = always) =>
  areRelated(tellingWords(one), tellingWords(other), { isRare, isFinding: true });

describe('the same matter', () => {
  it('[RC91] words of all work, numbers and single letters tell nothing', () => {
    expect([...tellingWords('Add 3 tests: fix the x of the new parser in DuckDB')]).toEqual([
      'parser',
      'duckdb',
    ]);
    expect(related('Add a test for the file', 'Fix the test of this file')).toBe(false);
  });

  it('[RC91] one word in common is not enough, and one of two must be rare', () => {
    const rule = 'A backfill runs in the slow pool, never in the morning';
    expect(related('Morning greeting of the lobby', rule)).toBe(false);
    expect(related('Start the backfill in the morning', rule)).toBe(true);
    expect(related('Start the backfill in the morning', rule, () => false)).toBe(false);
    expect(related('Start the backfill in the morning', rule, (word) => word === 'pool')).toBe(
      false,
    );
  });

  it('[RC91] two long texts need more in common than a short one and a long one', () => {
    const long =
      'The invoice is rendered by a worker, stored under its tenant, signed with the ledger key, ' +
      'mailed through the relay, archived after a quarter, and printed at the harbour warehouse';
    expect(related('Relay of the tenant', long)).toBe(true);
    const other =
      'Battles roll back eight frames, lobbies draw atlases, chapters stream from the harbour, ' +
      'guilds chat in rooms, raids sum their damage, banners rerun, and the relay counts players';
    expect(related(other, long)).toBe(false);
  });

  it('[RC91] what was found out fits with two rare words, whatever else both say', () => {
    const decision =
      'PostgreSQL advisory locks for the payout scheduler, because Redis locks expired while a ' +
      'long settlement batch was running';
    const task =
      'Fix double payouts after scheduler restart. Customers of two banks were paid twice during ' +
      'the deploy on Monday; add an idempotency key, a ledger check and an alert';
    expect(related(task, decision)).toBe(false);
    expect(found(task, decision)).toBe(true);
    expect(found(task, decision, (word) => word !== 'payout')).toBe(false);
    expect(found('Draw the atlas of the harbour lobby', decision)).toBe(false);
    expect(found('A scheduler for banners', decision)).toBe(false);
    const long = '公会战匹配时间太长，周年庆礼包按地区不同，服务器每天凌晨重启，玩家登录需要排队';
    expect(found(long, '匹配时按照分数高低决定先后顺序，并且记录每一次结果以便之后分析')).toBe(
      false,
    );
  });

  it('[RC91] scripts without spaces are compared by pairs of characters', () => {
    expect(related('公会战匹配时间太长', '匹配时间超过三十秒时放宽分差')).toBe(true);
    expect(related('公会战匹配时间太长', '周年庆礼包按地区不同')).toBe(false);
  });
});
