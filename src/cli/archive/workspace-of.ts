/** Whose sessions are meant. */

import type { Config } from '../../config/config.ts';
import { UsageError } from '../outside.ts';

export function workspaceOf({ workspace }: Config): string {
  if (workspace !== undefined) return workspace;
  throw new UsageError('This directory belongs to no project; name one with --workspace ID.');
}
