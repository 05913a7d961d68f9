import { beforeAll, describe, expect, it } from 'vitest';
import { runnerChooser } from './choose-runner.ts';
import type { CellFile, Runner, RunRequest } from './port.ts';

const clock = () => performance.now();

/** The sources as cells; the first is the entry. */
function notebook(sources: Record<string, string>): Pick<RunRequest, 'files' | 'entry'> {
  const files = Object.entries(sources).map(
    ([name, source]): CellFile => ({ name, source, language: name.endsWith('.ts') ? 'ts' : 'js' }),
  );
  return { files, entry: files[0]?.name ?? '' };
}

describe.each(['node', 'quickjs'] as const)('a run on %s', (kind) => {
  let runner: Runner;
  beforeAll(async () => {
    const chosen = await runnerChooser({ clock })(kind);
    if (!chosen.runner) throw new Error(chosen.explanation);
    runner = chosen.runner;
  });
  const run = (sources: Record<string, string>, more: Partial<RunRequest> = {}) =>
    runner.run({ ...notebook(sources), ...more });

  it('[RN1] comes back with everything that is known of it', async () => {
    const outcome = await run({ 'a.js': 'console.log(6 * 7); console.error("aside")' });
    expect(outcome).toMatchObject({
      ...{ status: 'completed', reason: 'ok', exitCode: 0, runtime: { kind } },
      stdout: { head: '42\n', tail: '', omittedBytes: 0, bytes: 3 },
      stderr: { head: 'aside\n' },
    });
    expect(outcome.ms).toBeGreaterThan(1);
    expect(outcome.message).toBeUndefined();
    expect(outcome.runtime.version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('[RN1] an error that is not caught fails the run with its exit code', async () => {
    const outcome = await run({ 'a.js': 'console.log("before"); throw new TypeError("broken")' });
    expect(outcome).toMatchObject({ status: 'failed', reason: 'exit', exitCode: 1 });
    expect(outcome.stdout.head).toBe('before\n');
    expect(outcome.stderr.head).toContain('TypeError: broken');
    expect(outcome.message).toMatch(/^The cell ended with/);
  });

  it('[RN2] applies the limits it was given and reports them', async () => {
    const outcome = await run({ 'a.js': 'for (;;);' }, { limits: { ms: 300 } });
    expect(outcome).toMatchObject({ reason: 'time', limits: { ms: 300, outputBytes: 262_144 } });
    expect(outcome.message).toBe('The cell ran for 0.3 seconds, its limit, and was ended.');
    // Far below the limit of a run that was given none.
    expect(outcome.ms).toBeLessThan(15_000);
  });

  it('[RN70] a text that takes long to compile ends like a cell that runs long', async () => {
    const nested = `let a = ${'a<'.repeat(1_000)}b;\n`.repeat(48);
    const outcome = await run({ 'a.ts': nested }, { limits: { ms: 300 } });
    expect(outcome).toMatchObject({ status: 'failed', reason: 'time', limits: { ms: 300 } });
    expect(outcome.message).toBe('The cell ran for 0.3 seconds, its limit, and was ended.');
    const beside = await run({ 'a.ts': 'console.log(1 as number)', 'slow.ts': nested });
    expect(beside.stdout.head).toBe('1\n');
  });

  it('[RN70] is cancelled while its cells are compiled', async () => {
    const abort = new AbortController();
    const running = run(
      { 'a.ts': `let a = ${'a<'.repeat(1_000)}c;\n`.repeat(48) },
      {
        signal: abort.signal,
      },
    );
    abort.abort();
    expect(await running).toMatchObject({ status: 'failed', reason: 'cancelled', ms: 0 });
  });

  it('[RN3] keeps the beginning and the end of what is printed', async () => {
    const source = 'for (let n = 0; n < 9000; n++) console.log("line " + n); console.log("é")';
    const { stdout, reason } = await run({ 'a.js': source });
    expect(reason).toBe('ok');
    expect(stdout.head.startsWith('line 0\nline 1\n')).toBe(true);
    expect(stdout.tail.endsWith('line 8999\né\n')).toBe(true);
    const kept = Buffer.byteLength(stdout.head) + Buffer.byteLength(stdout.tail);
    expect(kept + stdout.omittedBytes).toBe(stdout.bytes);
    expect(stdout.bytes).toBe(9_000 * 6 + 10 + 90 * 2 + 900 * 3 + 8_000 * 4 + 3);
  });

  it('[RN6] a name that is none is refused before anything starts', async () => {
    const outcome = await run({ '../a.js': 'console.log(1)' });
    expect(outcome).toMatchObject({ status: 'failed', reason: 'refused', ms: 0 });
  });

  it('[RN7] reports the last line while the cell runs', async () => {
    const lines: string[] = [];
    const source = `for (let n = 0; n < 3; n++) {
      console.log('step ' + n);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }`;
    await run({ 'a.js': source }, { onOutput: (line) => lines.push(line) });
    expect(lines).toEqual(['step 0', 'step 1', 'step 2']);
  });

  it('[RN8] is cancelled while it runs, and before', async () => {
    const abort = new AbortController();
    const running = run(
      { 'a.js': 'console.log("begun"); for (;;);' },
      { signal: abort.signal, onOutput: () => abort.abort() },
    );
    const outcome = await running;
    expect(outcome).toMatchObject({ status: 'failed', reason: 'cancelled' });
    expect(outcome.stdout.head).toBe('begun\n');
    expect(await run({ 'a.js': '' }, { signal: abort.signal })).toMatchObject({
      ...{ reason: 'cancelled', ms: 0 },
    });
  });

  it('[RN10] TypeScript runs', async () => {
    const source = `enum Colour { Red = 'red' }
      interface Row<T> { value: T }
      const row = { value: Colour.Red } satisfies Row<string>;
      abstract class Shape {
        constructor(protected readonly sides: number) {}
        abstract name(): string;
      }
      class Square extends Shape { name() { return \`\${this.sides} \${row.value!}\`; } }
      console.log(new Square(4).name() as string);`;
    expect((await run({ 'a.ts': source })).stdout.head).toBe('4 red\n');
  });

  it('[RN11] cells import each other by every name, and are one module', async () => {
    const outcome = await run({
      'a.ts': `import { n as one } from './b'; import { n as two, up } from './b.js';
        import { n as three } from './b.ts'; import * as four from './b.mjs';
        import { here } from './c.js';
        up(); const name: string = 'b';
        const five = await import('./' + name);
        console.log(one, two, three, four.n, five.n, here);`,
      'b.ts': 'export let n: number = 0; export function up(): void { n += 1; }',
      'c.mjs': `export * from './d.js'; export { default as here } from './d';`,
      'd.js': 'export default "d";',
    });
    expect(outcome.stderr.head).toBe('');
    expect(outcome.stdout.head).toBe('1 1 1 1 1 d\n');
  });

  it('[RN12] an import that no cell satisfies lists the cells; a dynamic one is caught', async () => {
    expect(await run({ 'a.js': 'import "./zzz.js";', 'b.ts': '' })).toMatchObject({
      ...{ status: 'failed', reason: 'error' },
      message: 'a.js:1: Cannot find the cell "./zzz.js". Cells of this notebook: a.js, b.ts.',
    });
    const caught = 'try { await import("./zzz") } catch (error) { console.log(error.message) }';
    expect((await run({ 'a.js': caught, 'b.ts': '' })).stdout.head).toBe(
      'Cannot find the cell "./zzz". Cells of this notebook: a.js, b.ts.\n',
    );
  });

  it('[RN13] a syntax error names its cell and line', async () => {
    const typed = await run({ 'a.ts': 'const x = 1;\nlet y: = 3;' });
    expect(typed).toMatchObject({ status: 'failed', reason: 'error' });
    expect(typed.message).toMatch(/^a\.ts:2:\d+: SyntaxError: /);
    const plain = await run({ 'a.js': 'import "./b.js"', 'b.js': '\n\nconst const = 3;' });
    expect(plain.status).toBe('failed');
    expect(plain.stderr.head).toMatch(/b\.js:3\b/);
    expect(plain.stderr.head).toContain('SyntaxError');
    const unneeded = await run({ 'a.js': 'console.log(1)', 'b.ts': 'let y: = 3;', 'c.js': '}' });
    expect(unneeded.stdout.head).toBe('1\n');
  });

  it('[RN14] circular imports work', async () => {
    const outcome = await run({
      'a.js': `import { odd } from './b.js'; export const even = (n) => n === 0 || odd(n - 1);
        console.log(even(10), odd(10));`,
      'b.js': `import { even } from './a.js'; export const odd = (n) => n !== 0 && even(n - 1);`,
    });
    expect(outcome.stdout.head).toBe('true false\n');
  });

  it('[RN15] stack traces name cells and lines', async () => {
    const { stderr } = await run({
      'a.ts': 'type Gone = {\n  a: 1\n}\nimport { fail } from "./b.ts";\n\nfail();',
      'b.ts':
        'interface Gone {\n  a: 1\n}\nexport function fail(): never {\n  throw new Error("x");\n}',
    });
    expect(stderr.head).toMatch(/at fail \(b\.ts:5:\d+\)/);
    expect(stderr.head).toMatch(/a\.ts:6:\d+/);
    expect(stderr.head).not.toMatch(/notebook|\.mjs|file:/);
  });
});

describe('the files of a cell on node', () => {
  let runner: Runner;
  beforeAll(async () => {
    const chosen = await runnerChooser({ clock })('node');
    if (!chosen.runner) throw new Error(chosen.explanation);
    runner = chosen.runner;
  });

  it.each([
    ['files', "fs.writeFileSync('/tmp/' + n, '')"],
    ['folders', "fs.mkdirSync('/tmp/' + n)"],
    ['links', "fs.linkSync('/tmp/first', '/tmp/' + n)"],
  ])('[RN73] are bounded in number: %s', async (_, make) => {
    const source = `import fs from 'node:fs'; fs.writeFileSync('/tmp/first', '');
      for (let n = 0; ; n++) ${make};`;
    const outcome = await runner.run(notebook({ 'a.js': source }));
    expect(outcome).toMatchObject({ status: 'failed', reason: 'files' });
    expect(outcome.message).toBe('The cell made more than 20000 files, its limit, and was ended.');
  });

  it('[RN73] are in one place, which holds many', async () => {
    const source = `import fs from 'node:fs';
      for (let n = 0; n < 15_000; n++) fs.writeFileSync('/tmp/' + n, '');
      for (const place of fs.readFileSync('/proc/self/mountinfo', 'utf8').split('\\n')) {
        const folder = place.split(' ')[4];
        if (!folder || folder === '/tmp') continue;
        try { fs.writeFileSync(folder + '/made', ''); console.log('MADE ' + folder); } catch {}
      }
      console.log('done');`;
    const outcome = await runner.run(notebook({ 'a.js': source }));
    expect(outcome.stdout.head).toBe('done\n');
  });

  it('[RN74] the command line of bubblewrap names no path of the machine', async () => {
    const source = `import fs from 'node:fs';
      console.log(fs.readFileSync('/proc/1/cmdline', 'utf8').split('\\0')
        .filter((word) => /[/]/.test(word) && !/^(?:[/]proc[/]self[/]fd|data:)/.test(word)).join(' '));`;
    const { stdout } = await runner.run(notebook({ 'a.js': source }));
    expect(stdout.head).toBe('a.js\n');
  });
});
