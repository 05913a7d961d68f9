/** Every tool there is. A test holds this list against the files. */

import { branchCreate } from './branch/branch-create.ts';
import { branchList } from './branch/branch-list.ts';
import { checkout } from './branch/checkout.ts';
import { macroBranchNote } from './branch/macro-branch-note.ts';
import { help } from './core/help.ts';
import { init } from './core/init.ts';
import { status } from './core/status.ts';
import type { Operation } from './define-operation.ts';
import { diff } from './notes/diff.ts';
import { notesCommit } from './notes/notes-commit.ts';
import { show } from './notes/show.ts';
import { tasksStorage } from './tasks/tasks-storage.ts';

export const CATALOGUE: readonly Operation[] = Object.freeze([
  branchCreate,
  branchList,
  checkout,
  diff,
  help,
  init,
  macroBranchNote,
  notesCommit,
  show,
  status,
  tasksStorage,
]);
