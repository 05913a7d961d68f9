/** Secrets that a command, a header or the form of a value tells; docs/spec/redaction.md. */

import { describe, expect, it } from 'vitest';
import { secretsByFormat } from '../../../test/support/secret-corpus.ts';
import { REDACTED, redact, redactText } from '../redaction.ts';

/** Assembled here, so that no secret scanner reports this file. */
const TAIL = 'A1b2C3d4E5f6G7h8';

describe('keys in tags of earlier versions', () => {
  const keys = secretsByFormat().map(({ what, text }) => ({ what, tag: text.toLowerCase() }));

  it('[RD31] are found without their capitals', () => {
    const short = keys.filter(({ tag }) => tag.length <= 128);
    const shown = short.filter(({ tag }) => redact({ tags: [tag] }).tags[0] !== REDACTED);
    expect(shown.map(({ what }) => what)).toEqual([]);
    expect(short.length).toBeGreaterThan(150);
  });

  it.each([
    'release-2024-11',
    'secret_internationalization',
    'sg.internationalization-2024',
    'api-versioning',
    'sk-learn',
    'hf_models',
    'sha256',
    'pat.2024-11-18.nightly-build-of-the-parser-and-lexer',
  ])('[RD31] a tag of words stays: %s', (tag) => {
    expect(redact({ tags: [tag], sessionTags: [tag] })).toEqual({
      tags: [tag],
      sessionTags: [tag],
    });
  });

  it('[RD31] elsewhere a text without capitals stays', () => {
    const text = `akia${TAIL.toLowerCase()}`;
    expect(redact({ title: text, tags: [text] })).toEqual({ title: text, tags: [REDACTED] });
  });
});

describe('commands and files with a secret', () => {
  it('[RD32] the value that a command sets is found, and the key of a kubeconfig', () => {
    expect(redactText(`aws configure set aws_secret_access_key ${TAIL}`)).toBe(
      `aws configure set aws_secret_access_key ${REDACTED}`,
    );
    expect(redact({ user: { 'client-key-data': TAIL, 'client-certificate-data': TAIL } })).toEqual({
      user: { 'client-key-data': REDACTED, 'client-certificate-data': TAIL },
    });
    expect(redactText(`mysql -uroot -p${TAIL} shop`)).toBe(`mysql -uroot -p${REDACTED} shop`);
    expect(redactText('mkdir -p src/a1')).toBe('mkdir -p src/a1');
  });

  it('[RD33] auth is a secret if it is a user and a password in base64', () => {
    const auth = btoa(`ann:${TAIL}`);
    expect(redact({ auths: { host: { auth } } })).toEqual({ auths: { host: { auth: REDACTED } } });
    expect(redactText(`{"auth":"${auth}"}`)).toBe(`{"auth":"${REDACTED}"}`);
    const harmless = { auth: 'required', also: { auth: btoa('no colon here') } };
    expect(redact(harmless)).toEqual(harmless);
    expect(redact({ token: { auth: 'required-by-ann1' } })).toEqual({ token: { auth: REDACTED } });
  });

  it('[RD34] cookies lose the values that tell a session, and attributes stay', () => {
    expect(redactText(`Cookie: theme=dark; sid=${TAIL}; lang=en`)).toBe(
      `Cookie: theme=dark; sid=${REDACTED}; lang=en`,
    );
    expect(redactText(`Set-Cookie: id=${TAIL}; Path=/; Domain=long.example.com`)).toBe(
      `Set-Cookie: id=${REDACTED}; Path=/; Domain=long.example.com`,
    );
    expect(redact({ Cookie: `sid=${TAIL}`, cookie: 'theme=dark' })).toEqual({
      Cookie: REDACTED,
      cookie: 'theme=dark',
    });
  });
});
