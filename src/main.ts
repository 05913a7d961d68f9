/** The composition root: the only place that reaches for clock, environment, streams and exit. */

import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import { text } from 'node:stream/consumers';
import packageJson from '../package.json' with { type: 'json' };
import type { Outside } from './cli/outside.ts';
import { quickFlags, quickStart } from './cli/quick-start.ts';
import { redactText } from './kernel/redaction.ts';

const outside: Outside = {
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  version: packageJson.version,
  program: process.argv[1] ?? 'waymark',
  now: Date.now,
  newId: randomUUID,
  print: (line) => void process.stdout.write(line),
  log: (line) => void process.stderr.write(`${redactText(line)}\n`),
  isTerminal: process.stdin.isTTY === true,
  readStdin: () => text(process.stdin),
  onStop(stop) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop);
  },
};

const words = process.argv.slice(2);
// A bare `waymark`, or one with only options of its own, is the stdio server.
const [first] = words;
const isBare =
  first === undefined || (first.startsWith('-') && !/^(-h|--help|-V|--version)$/.test(first));

const isMcp = isBare || first === 'mcp';

const flags = isMcp ? quickFlags(isBare ? words : words.slice(1)) : undefined;
if (flags) process.exitCode = await quickStart(flags, outside);
else {
  const { runCommandLine } = await import('./cli/program.ts');
  process.exitCode = await runCommandLine(isBare ? ['mcp', ...words] : words, outside);
}
// A stream that a client left open must not keep a finished program alive.
process.stdin.destroy();
