import { beforeAll, describe, expect, it } from 'vitest';
import type { Runner } from '../port.ts';
import { openQuickjsRunner } from './quickjs-runner.ts';

let runner: Runner;
beforeAll(async () => {
  runner = await openQuickjsRunner(() => performance.now());
});

function run(source: string) {
  const files = [{ name: 'a.js', language: 'js' as const, source }];
  return runner.run({ files, entry: 'a.js', limits: { ms: 5_000 } });
}

async function printed(source: string): Promise<string> {
  const { stdout, stderr } = await run(source);
  return stdout.head + stderr.head;
}

describe('what a cell finds', () => {
  it('[RN40] text, clones, addresses, chance and time', async () => {
    const source = `
      console.log(new TextDecoder().decode(new TextEncoder().encode('é€🙂')));
      const copy = structuredClone({ a: [new Date(0)], m: new Map([[1, 2]]) });
      console.log(copy.a[0].toISOString(), copy.m.get(1));
      const bytes = crypto.getRandomValues(new Uint8Array(32));
      console.log(new Set(bytes).size > 4, /^[0-9a-f-]{36}$/.test(crypto.randomUUID()));
      const from = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 20));
      console.log(performance.now() - from >= 15, Date.now() > 1.7e12);`;
    expect(await printed(source)).toBe('é€🙂\n1970-01-01T00:00:00.000Z 2\ntrue true\ntrue true\n');
  });

  it('[RN40] addresses as Node reads them', async () => {
    const source = `
      const url = new URL('../c?d=1&e=a%20b#f', 'https://u:p@example.org:8443/a/b/');
      console.log(url.href, url.host, url.port, url.origin, url.searchParams.get('e'));
      url.searchParams.append('x', 'y z&');
      url.hash = '';
      url.pathname = '/new path';
      console.log(String(url), JSON.stringify(url), url.searchParams.size);
      console.log(URL.canParse('nonsense'), new URLSearchParams({ b: 2, a: 'ü' }).toString());
      try { new URL('nonsense') } catch (error) { console.log(error.name, error.message) }`;
    const href = 'https://u:p@example.org:8443/a/new%20path?d=1&e=a+b&x=y+z%26';
    expect(await printed(source)).toBe(
      [
        'https://u:p@example.org:8443/a/c?d=1&e=a%20b#f example.org:8443 8443 https://example.org:8443 a b',
        `${href.replace('/a/new', '/new')} "${href.replace('/a/new', '/new')}" 3`,
        'false b=2&a=%C3%BC',
        'TypeError Invalid URL\n',
      ].join('\n'),
    );
  });

  it('[RN40] timers run in their order and can be cleared', async () => {
    const source = `
      const third = new Promise((resolve) => setTimeout(() => resolve(console.log('third')), 30));
      setTimeout((word) => console.log(word), 5, 'second');
      const never = setTimeout(() => console.log('never'), 10);
      clearTimeout(never);
      queueMicrotask(() => console.log('first'));
      let count = 0;
      const cleared = new Promise((resolve) => {
        const id = setInterval(() => {
          if (++count < 3) return;
          clearInterval(id);
          setTimeout(resolve, 20);
        }, 5);
      });
      await Promise.all([third, cleared]);
      console.log(count);`;
    expect(await printed(source)).toBe('first\nsecond\nthird\n3\n');
  });

  it('[RN40] console prints as Node does', async () => {
    const source = `
      class Foo { x = 1; get y() { return 2; } }
      console.log('text', 1, -0, 10n, null, undefined, true, Symbol('s'));
      console.log({ a: 'it', b: ["don't", { c: { d: { e: 1 } } }], 'k-y': new Foo() });
      console.log([new Map([['a', 1]]), new Set([1]), new Date(0), /x/g, new Uint8Array(2)]);
      console.log(() => 1, function named() {}, class A {}, Object.create(null), [], {});
      console.log('%s has %d items: %j%%', 'x', 3, { a: 1 }, 'rest');
      const round = {}; round.self = round; console.log(round);
      console.group('g'); console.log('in'); console.groupEnd(); console.count(); console.assert(true);`;
    expect(await printed(source)).toBe(
      [
        'text 1 -0 10n null undefined true Symbol(s)',
        `{ a: 'it', b: [ "don't", { c: [Object] } ], 'k-y': Foo { x: 1 } }`,
        `[\n  Map(1) { 'a' => 1 },\n  Set(1) { 1 },\n  1970-01-01T00:00:00.000Z,\n  /x/g,\n  Uint8Array(2) [ 0, 0 ]\n]`,
        '[Function (anonymous)] [Function: named] [class A] [Object: null prototype] {} [] {}',
        'x has 3 items: {"a":1}% rest',
        '{ self: [Circular] }',
        'g\n  in\ndefault: 1\n',
      ].join('\n'),
    );
  });
});

it.each([
  'node:fs',
  'fs',
  'left-pad',
  'data:text/javascript,1',
  'file:///etc/passwd',
  'https://x.y',
])('[RN41] %s is refused with a sentence', async (name) => {
  const words = `Cannot find module '${name}': this notebook runs without Node's modules and packages`;
  const { stderr, status } = await run(`import ${JSON.stringify(name)};`);
  expect(status).toBe('failed');
  expect(stderr.head).toContain(words);
  const caught = `await import(${JSON.stringify(name)}).catch(({ message }) => console.log(message))`;
  expect(await printed(caught)).toBe(`${words}\n`);
});

it('[RN41] packages need Node', async () => {
  const files = [{ name: 'a.js', language: 'js' as const, source: '' }];
  const outcome = await runner.run({ files, entry: 'a.js', packages: '/nowhere' });
  expect(outcome).toMatchObject({
    reason: 'refused',
    message: expect.stringMatching(/need the Node/),
  });
});

describe('[RN42] a run fails', () => {
  it.each([
    ['by an error', 'throw new RangeError("no")', /Uncaught RangeError: no\n {4}at .*a\.js:1/],
    ['by a thrown value', 'throw { code: 3 }', /Uncaught \{ code: 3 \}/],
    [
      'by a rejection that nobody handles',
      'Promise.reject(new Error("lost"))',
      /Uncaught Error: lost/,
    ],
    ['by a later one', 'setTimeout(() => { throw new Error("late") }, 5)', /Uncaught Error: late/],
    ['by a promise that nothing settles', 'await new Promise(() => {})', /nothing can settle/],
    ['by endless recursion', 'const f = () => f() + 1; f()', /Maximum call stack size exceeded/],
  ])('%s', async (_, source, words) => {
    const outcome = await run(source);
    expect(outcome).toMatchObject({ status: 'failed', reason: 'exit', exitCode: 1 });
    expect(outcome.stderr.head).toMatch(words);
  });

  it('and not by a rejection that is handled in time', async () => {
    const source = 'const p = Promise.reject(1); p.catch(() => console.log("handled"));';
    expect(await run(source)).toMatchObject({ status: 'completed', stdout: { head: 'handled\n' } });
  });
});
