/** What is redacted and what stays, named by the rules in docs/spec/redaction.md. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from './json.ts';
import { REDACTED, redact, redactText } from './redaction.ts';

/** Assembled here, so that no secret scanner reports this file. */
const KEY_TAIL = 'A1b2C3d4E5f6G7h8I9j0K1l2';
const GITHUB = `ghp_${KEY_TAIL}`;
const OPENAI = `sk-proj-${KEY_TAIL}`;

/** A fixed seed: the same examples in every run. */
const RUNS = { seed: 1731, numRuns: 200 };

describe('redaction by name', () => {
  it.each([
    'token',
    'secret',
    'password',
    'api_key',
    'authorization',
    'bearer',
    'Token',
    'TOKEN',
    'tokens',
    'authToken',
    'auth-token',
    'github_token',
    'GITHUB_TOKEN',
    'apiKey',
    'apikey',
    'API-KEY',
    'clientSecret',
    'DB_PASSWORDS',
    'tokenValue',
    'Authorization',
    'accesstoken',
    'x-api-key',
    'private_key',
  ])('[RD2] text under %s is replaced', (name) => {
    expect(redact({ [name]: 'hunter2' })).toEqual({ [name]: REDACTED });
  });

  it.each(['secretkey', 'passwordhash', 'TOKENVALUE', 'bearerauth', 'authorizationheader'])(
    '[RD2] words that are joined are known as well: text under %s is replaced',
    (name) => {
      expect(redact({ [name]: 'hunter2' })).toEqual({ [name]: REDACTED });
    },
  );

  it.each([
    ...['name', 'content', 'key', 'author', 'tok', 'next_cursor', 'keyboard', 'pass'],
    ...['tokenizer', 'secretary', 'token_bucket', 'nontoken', 'token_count', 'max_tokens'],
    ...['total_tokens', 'inputTokens', 'token_type', 'tokenLimit', 'token_id', 'secret_name'],
    ...['passwordless', 'password_policy', 'passwordLength', 'api_key_name', 'access_key_id'],
    ...['primaryKey', 'public_key', 'authorization_url', 'token_endpoint', 'tokenExpiresAt'],
  ])('[RD21] text under %s stays', (name) => {
    expect(redact({ [name]: 'hunter2' })).toEqual({ [name]: 'hunter2' });
  });

  it('[RD3] all text below such a name is replaced', () => {
    expect(
      redact({
        meta: {
          secrets: { db: { user: 'ann', ports: [5432, '5433'] }, on: true, none: null },
          other: ['kept', { password: ['a', 'b'] }],
        },
      }),
    ).toEqual({
      meta: {
        secrets: { db: { user: REDACTED, ports: [5432, REDACTED] }, on: true, none: null },
        other: ['kept', { password: [REDACTED, REDACTED] }],
      },
    });
  });

  it.each([
    ...['password_reset_token', 'secret_id', 'aws_secret_access_key', 'AccountKey', '_auth'],
    ...['DB_PASS', 'dbPassword', 'OPENAI_API_KEY', 'refreshToken', 'passphrase', 'signing-key'],
  ])('[RD21] text under %s is replaced', (name) => {
    expect(redact({ [name]: 'hunter2' })).toEqual({ [name]: REDACTED });
  });

  it('[RD22] a value that is none stays under a secret name', () => {
    const open = { token: '', secret: 'true', password: '********', apiKey: '$' + '{KEY}' };
    expect(redact(open)).toEqual(open);
    expect(redact({ tokens: '12', token: 'your-token' })).toEqual({
      tokens: '12',
      token: 'your-token',
    });
    expect(redact({ password: '123456' })).toEqual({ password: REDACTED });
  });

  it('[RD18] two names that are secrets keep both their fields', () => {
    expect(redact({ [GITHUB]: 1, [OPENAI]: 2, a: 3 })).toEqual({
      [REDACTED]: 1,
      [`${REDACTED}-2`]: 2,
      a: 3,
    });
  });

  it('[RD9] token counts stay numbers', () => {
    const usage = { tokens_used: 12, max_tokens: 4096, token: 7, secret: true, password: null };
    expect(redact(usage)).toEqual(usage);
  });
});

describe('redaction in text', () => {
  it.each([
    ['a GitHub token', GITHUB],
    ['a GitHub app token', `ghs_${KEY_TAIL}`],
    ['a fine-grained GitHub token', `github_pat_11ABCDEFG0_${KEY_TAIL}`],
    ['an OpenAI key', OPENAI],
    ['an Anthropic key', `sk-ant-api03-${KEY_TAIL}-${KEY_TAIL}`],
    ['a key of letters only', 'sk-abcdefghijklmnopqrstuvwx'],
    ['an AWS key id', 'AKIAIOSFODNN7EXAMPLE'],
    ['a Slack token', 'xoxb-123456789012-abcdefABCDEF'],
    ['a GitLab token', `glpat-${KEY_TAIL}`],
  ])('[RD4] %s is replaced at every start of a word', (_what, secret) => {
    expect(redactText(secret)).toBe(REDACTED);
    expect(redactText(`use ${secret} now`)).toBe(`use ${REDACTED} now`);
    expect(redactText(`("${secret}")`)).toBe(`("${REDACTED}")`);
    expect(redactText(`key:${secret}\nnext`)).toBe(`key:${REDACTED}\nnext`);
  });

  it.each([
    ['Authorization: Bearer abc.def-ghi', `Authorization: Bearer ${REDACTED}`],
    ['authorization: bearer abcd1234', `authorization: bearer ${REDACTED}`],
    ['BEARER  abcd1234==, then', `BEARER  ${REDACTED}, then`],
    ['curl -H "Authorization: Bearer eyJhbGci.eyJzdWI.sig_na-ture" x', undefined],
  ])('[RD5] %s', (text, expected) => {
    const scrubbed = redactText(text);
    expect(scrubbed).toBe(expected ?? `curl -H "Authorization: Bearer ${REDACTED}" x`);
  });

  it.each([
    'We send Bearer tokens to the API.',
    'Use a bearer token here',
    'Bearer authentication is on',
    'the bearer of bad news',
    'forbearer abcdefgh',
  ])('[RD5] prose stays: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it.each([
    ['https://x.test/?token=abc123&page=2', `https://x.test/?token=${REDACTED}&page=2`],
    ['https://x.test/?page=2&api_key=abc', `https://x.test/?page=2&api_key=${REDACTED}`],
    ['?access_token=a.b.c#top', `?access_token=${REDACTED}`],
    ['GITHUB_TOKEN=abc make', `GITHUB_TOKEN=${REDACTED} make`],
    ['PASSWORD="two words" next', `PASSWORD="${REDACTED}" next`],
    ["secret='s3' next", `secret='${REDACTED}' next`],
    ['client-secret=abc;path=/', `client-secret=${REDACTED};path=/`],
    ['apikey=abc, done', `apikey=${REDACTED}, done`],
    ['(password=abc)', `(password=${REDACTED})`],
  ])('[RD6] %s', (text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it.each(['accessToken', 'sessiontoken', 'clientSecret', 'dbpassword', 'myApiKey'])(
    '[RD6] %s= is a secret too, without a separator in its name',
    (name) => {
      expect(redactText(`https://x.test/?${name}=abc123&page=2`)).toBe(
        `https://x.test/?${name}=${REDACTED}&page=2`,
      );
    },
  );

  it.each(['token=', 'token = the thing', 'tokens', 'secret', 'a=b&c=d', 'password: ask Ann'])(
    '[RD6] text without a value stays: %s',
    (text) => {
      expect(redactText(text)).toBe(text);
    },
  );

  it('[RD7] a private key is replaced whole, also if its end is missing', () => {
    const begin = '-----BEGIN RSA PRIVATE KEY-----';
    const end = '-----END RSA PRIVATE KEY-----';
    expect(redactText(`before\n${begin}\nMIIE\nabc\n${end}\nafter`)).toBe(
      `before\n${REDACTED}\nafter`,
    );
    expect(redactText(`before\n${begin}\nMIIE\ncut off her`)).toBe(`before\n${REDACTED}`);
    expect(redactText('-----BEGIN OPENSSH PRIVATE KEY-----\nx')).toBe(REDACTED);
    const open = '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----';
    expect(redactText(open)).toBe(open);
  });

  it.each([
    'task-abcdefghijklmnopqrstuvwxyz0123',
    'task-A1b2C3d4E5f6G7h8I9j0K1l2',
    'risk-A1b2C3d4E5f6G7h8I9j0K1l2',
    'sk-learn-pipeline-refactor',
    'sk-en-translation-memory',
    'CONFLICT-0123456789abcdef0123456789abcdef',
    'evt_0000000000000007',
    'TASK-001',
    'STEP-0000000A',
    'acme:PLAN-012',
    'CARD-17',
    '018f3f9c-7c1a-7d2e-9b1f-0a2b3c4d5e6f',
    'd670460b4b4aece5915caf5c68d12f560a9fe3e4',
    'branch:12',
    'idea/ghp_x',
    'the_ghp_prefix',
    'task/TASK-001-trace',
    'v7k2m9q4x1z8',
  ])('[RD8] %s survives', (id) => {
    expect(redactText(id)).toBe(id);
    expect(redactText(`see ${id}, then go on`)).toBe(`see ${id}, then go on`);
    expect(redact({ id, list: [id] })).toEqual({ id, list: [id] });
  });

  it.each(['max_tokens=4096', 'tokens_used=12', 'used 1200 tokens', '"tokens": 12'])(
    '[RD9] a count stays: %s',
    (text) => {
      expect(redactText(text)).toBe(text);
    },
  );
});

describe('redaction of anything', () => {
  const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
  const prose = fc.string({ unit: fc.constantFrom('ä', '界', '🧭', 'ж', ' ', '.', '\n') });

  it('[RD10] the text around a secret stays, in every script', () => {
    fc.assert(
      fc.property(prose, prose, (before, after) => {
        expect(redactText(`${before} ${GITHUB} ${after}`)).toBe(`${before} ${REDACTED} ${after}`);
        expect(redactText(`${before}\ntoken=a1b2 ${after}`)).toBe(
          `${before}\ntoken=${REDACTED} ${after}`,
        );
      }),
      RUNS,
    );
  });

  it('[RD10] a secret is found next to letters of another script', () => {
    expect(redactText(`ключ${OPENAI}`)).toBe(`ключ${REDACTED}`);
    expect(redactText(`鍵は${GITHUB}です`)).toBe(`鍵は${REDACTED}です`);
  });

  it('[RD1] shape, names and all values but text stay', () => {
    const shapeOf = (value: Json | undefined): unknown => {
      if (Array.isArray(value)) return value.map(shapeOf);
      if (typeof value !== 'object' || value === null) {
        return typeof value === 'string' ? 'text' : value;
      }
      return Object.entries(value).map(([name, item]) => [name, shapeOf(item)]);
    };
    const named = fc.dictionary(
      fc.constantFrom('token', 'a', 'password', 'meta', 'apiKey', 'list'),
      json,
    );
    fc.assert(
      fc.property(named, (value) => {
        expect(shapeOf(redact(value))).toEqual(shapeOf(value));
      }),
      RUNS,
    );
  });

  it('[RD11] redacting twice is the same as once', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(GITHUB, OPENAI, 'Bearer abcd1234', 'token=abc', 'token=', '"', "'"),
        fc.constantFrom('-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----', '&', ' '),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const once = redactText(parts.join(''));
        expect(redactText(once)).toBe(once);
      }),
      RUNS,
    );
  });

  it('[RD23] ends on hostile texts, in steps that follow their length', () => {
    const seeds = [
      ...[
        'ghp_',
        'sk-',
        '-sk-',
        '-eyJ',
        'eyJ',
        'AKIA',
        'SK0',
        'token',
        'token=',
        'token="',
        'token ',
      ],
      ...['token: ', '"token":"', '\\"token\\":\\"', "password='", 'authorization: digest '],
      ...[
        'https://a:',
        '://:',
        '://a:b@',
        'Bearer ',
        'bearer\t',
        '-----BEGIN ',
        '-----BEGIN PRIVATE KEY-----',
      ],
      ...[
        'token\\',
        '_',
        '-',
        '.',
        'a',
        '<token>',
        'login a password ',
        ' -u a:',
        '?sig=',
        'key-0',
        '1:AA',
      ],
      ...['cookie: a=', 'cookie:a=', 'cookie: a=b;', 'mysql ', 'mysql -p', 'auth ', '"auth":"'],
      ...['config set ', 'config set --a=b token ', 'client-key-data: ', '"tags":["akia'],
    ];
    for (const seed of seeds) {
      const text = seed.repeat(Math.ceil(100_000 / seed.length));
      const once = redactText(text);
      expect(redactText(once)).toBe(once);
      expect(redactText(`${text}\n${GITHUB}`)).not.toContain(KEY_TAIL);
    }
  });

  it('[RD1] a name that JavaScript uses, such as __proto__, stays like any other', () => {
    const value = JSON.parse('{"__proto__":{"a":"b"},"constructor":"c"}') as Json;
    expect(JSON.stringify(redact(value))).toBe(JSON.stringify(value));
  });

  it('[RD1] the value itself is not changed', () => {
    const value = Object.freeze({ token: 'abc', list: Object.freeze([GITHUB]) });
    expect(redact(value)).toEqual({ token: REDACTED, list: [REDACTED] });
    expect(value.list[0]).toBe(GITHUB);
  });
});
