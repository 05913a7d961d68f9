/** When two texts say the same, and when nearly. */

import { describe, expect, it } from 'vitest';
import { differsLittle, sameWords } from './same-words.ts';

const TEXT = 'The pool has 20 connections.';

describe('the same words', () => {
  it('[RC95] case, punctuation, quotes and articles do not matter', () => {
    for (const [one, other] of [
      [TEXT, 'the pool has 20 connections'],
      ['Never force-push.', 'NEVER “force-push”!'],
      ['Errors are values — not exceptions', 'errors: values, not exceptions'],
      ['Don’t retry.', "don't retry"],
      ['数据库使用 WAL。', '数据库使用 wal'],
    ] as const) {
      expect(sameWords(one, other), `${one} / ${other}`).toBe(true);
    }
  });

  it('[RC95] a phrase may stand at the end instead of the beginning', () => {
    expect(sameWords('In tests we use WAL.', 'We use WAL in tests')).toBe(true);
  });

  it('[RC95] one word, number, name or negation more or less is something else', () => {
    for (const [one, other] of [
      [TEXT, 'The pool has 8 connections.'],
      ['Use WAL.', 'Do not use WAL.'],
      ['We can retry.', "We can't retry."],
      ['Deploy from main.', 'Deploy to main.'],
      ['Retry and wait.', 'Retry or wait.'],
      ['Call getUser.', 'Call getuser.'],
      ['Port 1.0 is open', 'Port 10 is open'],
      ['p95 < 3 ms', 'p95 > 3 ms'],
      ['The index is missing.', 'The index was missing.'],
      ['数据库使用 WAL。', '数据库不使用 WAL。'],
      ['Language C', 'Language C++'],
      ['!', '?'],
    ] as const) {
      expect(sameWords(one, other), `${one} / ${other}`).toBe(false);
    }
  });

  it('[RC95] an order that may change the meaning is something else', () => {
    for (const [one, other] of [
      ['Replace Redis by Postgres.', 'Replace Postgres by Redis.'],
      ['Tasks own steps.', 'Steps own tasks.'],
      ['Postgres, not Redis', 'Redis, not Postgres'],
      ['Connections 8, workers 20', '8 workers, 20 connections'],
      ['Redis Postgres', 'Postgres Redis'],
    ] as const) {
      expect(sameWords(one, other), `${one} / ${other}`).toBe(false);
    }
  });
});

describe('nearly the same words', () => {
  it('[RC96] another number, name or negation is a little', () => {
    for (const [one, other] of [
      [TEXT, 'The pool has 8 connections.'],
      ['Use WAL.', 'Do not use WAL.'],
      ['Settings are in config.json.', 'Settings are in config.toml.'],
      ['Users are read with getUser only.', 'Users are read with findUser only.'],
      [
        'Click events are kept in Kafka for six months.',
        'Click events are kept in S3 for six months.',
      ],
    ] as const) {
      expect(differsLittle(one, other), `${one} / ${other}`).toBe(true);
    }
  });

  it('[RC96] other words are not', () => {
    for (const [one, other] of [
      ['Use WAL.', 'Use NFC.'],
      ['Ask before a migration.', 'Ask before a release of the client.'],
      ['', ''],
    ] as const) {
      expect(differsLittle(one, other), `${one} / ${other}`).toBe(false);
    }
  });
});
