/** `waymark export`: writes the sessions of a workspace into a directory. */

import { type ExportRequest, exportSessions, FORMATS } from '../compat/archive/export-sessions.ts';
import { GRANULARITIES } from '../compat/archive/format/partition.ts';
import type { Config } from '../config/config.ts';
import { counted } from '../kernel/text.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { homeWorkspace } from './home-workspace.ts';
import { openMemory } from './open-memory.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

/** The values of the flags, not yet checked. */
export interface ExportFlags {
  readonly format: string;
  readonly out: string | undefined;
  readonly partition: string | undefined;
}

export async function runExport(
  config: Config,
  outside: Outside,
  flags: ExportFlags,
): Promise<ExitCode> {
  const request = readFlags(flags);
  const store = await openMemory(config, outside);
  const workspace = await homeWorkspace(config, store, outside);
  try {
    const source = { store, workspace, project: config.thoughts.project };
    const place = { cwd: outside.cwd, nowMs: outside.now() };
    const { sessions, thoughts, root, layout } = await exportSessions(source, request, place);
    outside.print(
      `Exported ${counted(sessions, 'session')} with ${counted(thoughts, 'thought')} ` +
        `of ${workspace} ` +
        `to ${root} (${layout}).\n`,
    );
    return EXIT.ok;
  } finally {
    await store.close();
  }
}

function readFlags({ format, out, partition }: ExportFlags): ExportRequest {
  const known = FORMATS.find((each) => each === format);
  if (!known) throw new UsageError(`--format: expected ${FORMATS.join(', ')}; not ${format}.`);
  if (out === undefined) throw new UsageError('--out DIR is required: the directory to write to.');
  if (partition === undefined) return { format: known, out, partition };
  const granularity = GRANULARITIES.find((each) => each === partition);
  if (!granularity) {
    throw new UsageError(`--partition: expected ${GRANULARITIES.join(', ')}; not ${partition}.`);
  }
  if (known !== 'thoughtbox') {
    throw new UsageError(`--partition needs the format thoughtbox; ${known} has no partitions.`);
  }
  return { format: known, out, partition: granularity };
}
