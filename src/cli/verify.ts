/** `waymark verify DIR`: checks an archive for damage, without opening a database. */

import { archiveAt } from '../archive/find-sessions.ts';
import { inspectArchive } from '../archive/inspect-archive.ts';
import { redactText } from '../kernel/redaction.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

export function verify(outside: Outside, directory: string): ExitCode {
  const root = archiveAt(outside.cwd, directory);
  const results: object[] = [];
  let isWhole = true;
  for (const { sessionId, path, integrity } of inspectArchive(root)) {
    isWhole &&= integrity.valid;
    results.push({
      sessionId,
      path: redactText(path),
      ...integrity,
      errors: integrity.errors.map(redactText),
    });
  }
  outside.print(`${JSON.stringify(results, null, 2)}\n`);
  return isWhole ? EXIT.ok : EXIT.refused;
}
