/** Runs a command of the program in this process, and prints what it cost as the last line. */

import { pathToFileURL } from 'node:url';

const [program = '', ...words] = process.argv.slice(2);
process.argv = [process.argv[0] ?? '', program, ...words];
process.once('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cpuMs = (userCPUTime + systemCPUTime) / 1000;
  process.stdout.write(`\n${JSON.stringify({ cpuMs, peakKb: maxRSS })}\n`);
});
await import(pathToFileURL(program).href);
