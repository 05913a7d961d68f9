/**
 * `npm run rules`: the numbered rules of docs/spec, how many tests name each, and the untested
 * ones.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from './setup.mjs';
import { rulesNamed, rulesWritten } from './spec-rules.mjs';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path.endsWith('.test.ts') || /^docs\/spec\/.*\.md$/.test(path))
  // Git still lists a file that was deleted since the last commit.
  .filter((path) => existsSync(join(ROOT, path)))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const named = files
  .filter(({ path }) => path.endsWith('.test.ts'))
  .flatMap(({ text }) => rulesNamed(text));

let missing = 0;
for (const { path, text } of files.filter(({ path }) => path.endsWith('.md'))) {
  const rules = rulesWritten(text);
  const untested = rules.filter(({ rule }) => !named.includes(rule));
  missing += untested.length;
  console.log(`${basename(path)}: ${rules.length} rules, ${untested.length} without a test`);
  for (const { rule, sentence } of untested) console.log(`  [${rule}] ${sentence}`);
}
process.exitCode = missing === 0 ? 0 : 1;
