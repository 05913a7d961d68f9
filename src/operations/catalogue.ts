/** Every tool there is. A test holds this list against the files. */

import { branchCreate } from './branch/branch-create.ts';
import { branchDelete } from './branch/branch-delete.ts';
import { branchList } from './branch/branch-list.ts';
import { branchRename } from './branch/branch-rename.ts';
import { checkout } from './branch/checkout.ts';
import { macroBranchNote } from './branch/macro-branch-note.ts';
import { contextPack } from './core/context-pack.ts';
import { diagnostics } from './core/diagnostics.ts';
import { exportTarget } from './core/export.ts';
import { help } from './core/help.ts';
import { init } from './core/init.ts';
import { status } from './core/status.ts';
import type { Operation } from './define-operation.ts';
import { graphApply } from './graph/graph-apply.ts';
import { graphConflictResolve } from './graph/graph-conflict-resolve.ts';
import { graphConflictShow } from './graph/graph-conflict-show.ts';
import { graphConflicts } from './graph/graph-conflicts.ts';
import { graphDiff } from './graph/graph-diff.ts';
import { graphMerge } from './graph/graph-merge.ts';
import { graphQuery } from './graph/graph-query.ts';
import { graphValidate } from './graph/graph-validate.ts';
import { commit } from './notes/commit.ts';
import { diff } from './notes/diff.ts';
import { docsList } from './notes/docs-list.ts';
import { log } from './notes/log.ts';
import { merge } from './notes/merge.ts';
import { notesCommit } from './notes/notes-commit.ts';
import { reflog } from './notes/reflog.ts';
import { reset } from './notes/reset.ts';
import { show } from './notes/show.ts';
import { tagCreate } from './notes/tag-create.ts';
import { tagDelete } from './notes/tag-delete.ts';
import { tagList } from './notes/tag-list.ts';
import { tasksStorage } from './tasks/tasks-storage.ts';
import { thinkAddTools } from './think/think-add.ts';
import { thinkCard } from './think/think-card.ts';
import { thinkContext } from './think/think-context.ts';
import { thinkFrontier } from './think/think-frontier.ts';
import { thinkLink } from './think/think-link.ts';
import { thinkNext } from './think/think-next.ts';
import { thinkNominalMerge } from './think/think-nominal-merge.ts';
import { thinkPack } from './think/think-pack.ts';
import { thinkPin } from './think/think-pin.ts';
import { thinkPins } from './think/think-pins.ts';
import { thinkPipeline } from './think/think-pipeline.ts';
import { thinkPlaybook } from './think/think-playbook.ts';
import { thinkQuery } from './think/think-query.ts';
import { thinkSetStatus } from './think/think-set-status.ts';
import { thinkSubgoalClose } from './think/think-subgoal-close.ts';
import { thinkSubgoalOpen } from './think/think-subgoal-open.ts';
import { thinkTemplate } from './think/think-template.ts';
import { thinkWatch } from './think/think-watch.ts';
import { traceHydrate } from './trace/trace-hydrate.ts';
import { traceSequentialStep } from './trace/trace-sequential-step.ts';
import { traceStep } from './trace/trace-step.ts';
import { traceValidate } from './trace/trace-validate.ts';

const ALL: readonly Operation[] = [
  branchCreate,
  branchDelete,
  branchList,
  branchRename,
  checkout,
  commit,
  diff,
  docsList,
  graphApply,
  graphConflictResolve,
  graphConflictShow,
  graphConflicts,
  graphDiff,
  graphMerge,
  graphQuery,
  graphValidate,
  contextPack,
  diagnostics,
  exportTarget,
  help,
  init,
  log,
  macroBranchNote,
  merge,
  notesCommit,
  reflog,
  reset,
  show,
  status,
  tagCreate,
  tagDelete,
  tagList,
  tasksStorage,
  traceHydrate,
  traceSequentialStep,
  traceStep,
  traceValidate,
  ...thinkAddTools,
  thinkCard,
  thinkContext,
  thinkFrontier,
  thinkLink,
  thinkNext,
  thinkNominalMerge,
  thinkPack,
  thinkPin,
  thinkPins,
  thinkPipeline,
  thinkPlaybook,
  thinkQuery,
  thinkSetStatus,
  thinkSubgoalClose,
  thinkSubgoalOpen,
  thinkTemplate,
  thinkWatch,
];

/** By name, so that the order never depends on who was added when. */
export const CATALOGUE: readonly Operation[] = Object.freeze(
  [...ALL].sort((a, b) => (a.name < b.name ? -1 : 1)),
);
