/** `waymark verify DIR`: checks an archive for damage, without opening a database. */

import { archiveAt } from '../compat/archive/find-sessions.ts';
import { type Inspected, inspectArchive } from '../compat/archive/inspect-archive.ts';
import { redactText } from '../kernel/redaction.ts';
import { escapeUnseen } from '../kernel/text.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

/** Errors of one session that are printed as lines; JSON has all of them. */
const ERRORS_SHOWN = 5;

type Result = Pick<Inspected, 'sessionId' | 'path' | 'integrity'>;

export function verify(outside: Outside, directory: string, json: boolean): ExitCode {
  const root = archiveAt(outside.cwd, directory);
  const results: Result[] = [];
  for (const { sessionId, path, integrity } of inspectArchive(root)) {
    const errors = integrity.errors.map(redactText);
    results.push({ sessionId, path: redactText(path), integrity: { ...integrity, errors } });
  }
  const whole = results.map(({ integrity, ...place }) => ({ ...place, ...integrity }));
  outside.print(
    json ? `${escapeUnseen(JSON.stringify(whole, null, 2))}\n` : inWords(results, directory),
  );
  return whole.every(({ valid }) => valid) ? EXIT.ok : EXIT.refused;
}

function inWords(results: readonly Result[], directory: string): string {
  const sessions = results.filter(({ sessionId }) => sessionId !== null).length;
  const damaged = results.filter(({ integrity }) => !integrity.valid);
  const checked = sessions === 1 ? '1 session' : `${sessions} sessions`;
  const result =
    damaged.length > 0
      ? `${damaged.length} damaged`
      : sessions === 0
        ? 'the archive is empty, and sound'
        : 'all whole: every file is there, and every checksum that is given matches';
  const lines = [`Checked ${checked} in ${directory}: ${result}.`, ...damaged.flatMap(linesOf)];
  return `${lines.join('\n')}\n`;
}

function linesOf({ sessionId, path, integrity: { errors } }: Result): readonly string[] {
  const more = errors.length - ERRORS_SHOWN;
  return [
    sessionId === null ? `- ${path}` : `- session ${sessionId} (${path})`,
    ...errors.slice(0, ERRORS_SHOWN).map((error) => `    ${error}`),
    ...(more > 0 ? [`    … and ${more} more; --json prints them`] : []),
  ];
}
