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
import { tasksBatch } from './tasks/tasks-batch.ts';
import { tasksBlock } from './tasks/tasks-block.ts';
import { tasksBootstrap } from './tasks/tasks-bootstrap.ts';
import { tasksCloseStep } from './tasks/tasks-close-step.ts';
import { tasksCloseTask } from './tasks/tasks-close-task.ts';
import { tasksComplete } from './tasks/tasks-complete.ts';
import { tasksContext } from './tasks/tasks-context.ts';
import { tasksContextPack } from './tasks/tasks-context-pack.ts';
import { tasksContract } from './tasks/tasks-contract.ts';
import { tasksCreate } from './tasks/tasks-create.ts';
import { tasksDecompose } from './tasks/tasks-decompose.ts';
import { tasksDefine } from './tasks/tasks-define.ts';
import { tasksDelete } from './tasks/tasks-delete.ts';
import { tasksDelta } from './tasks/tasks-delta.ts';
import { tasksDone } from './tasks/tasks-done.ts';
import { tasksEdit } from './tasks/tasks-edit.ts';
import { tasksEvidenceCapture } from './tasks/tasks-evidence-capture.ts';
import { tasksFocusClear } from './tasks/tasks-focus-clear.ts';
import { tasksFocusGet } from './tasks/tasks-focus-get.ts';
import { tasksFocusSet } from './tasks/tasks-focus-set.ts';
import { tasksHandoff } from './tasks/tasks-handoff.ts';
import { tasksHistory } from './tasks/tasks-history.ts';
import { tasksLint } from './tasks/tasks-lint.ts';
import { tasksMacroCloseStep } from './tasks/tasks-macro-close-step.ts';
import { tasksMacroCreateDone } from './tasks/tasks-macro-create-done.ts';
import { tasksMacroFinish } from './tasks/tasks-macro-finish.ts';
import { tasksMacroStart } from './tasks/tasks-macro-start.ts';
import { tasksMirror } from './tasks/tasks-mirror.ts';
import { tasksNote } from './tasks/tasks-note.ts';
import { tasksPatch } from './tasks/tasks-patch.ts';
import { tasksPlan } from './tasks/tasks-plan.ts';
import { tasksProgress } from './tasks/tasks-progress.ts';
import { tasksRadar } from './tasks/tasks-radar.ts';
import { tasksRedo } from './tasks/tasks-redo.ts';
import { tasksResume } from './tasks/tasks-resume.ts';
import { tasksResumePack } from './tasks/tasks-resume-pack.ts';
import { tasksResumeSuper } from './tasks/tasks-resume-super.ts';
import { tasksScaffold } from './tasks/tasks-scaffold.ts';
import { tasksSnapshot } from './tasks/tasks-snapshot.ts';
import { tasksStorage } from './tasks/tasks-storage.ts';
import { tasksTaskAdd } from './tasks/tasks-task-add.ts';
import { tasksTaskDefine } from './tasks/tasks-task-define.ts';
import { tasksTaskDelete } from './tasks/tasks-task-delete.ts';
import { tasksTemplatesList } from './tasks/tasks-templates-list.ts';
import { tasksUndo } from './tasks/tasks-undo.ts';
import { tasksVerify } from './tasks/tasks-verify.ts';
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
import { thoughtboxGateway } from './thoughtbox/thoughtbox-gateway.ts';
import { traceHydrate } from './trace/trace-hydrate.ts';
import { traceSequentialStep } from './trace/trace-sequential-step.ts';
import { traceStep } from './trace/trace-step.ts';
import { traceValidate } from './trace/trace-validate.ts';
import { graphConnect } from './work/graph-connect.ts';
import { graphContext } from './work/graph-context.ts';
import { graphHistory } from './work/graph-history.ts';
import { graphNext } from './work/graph-next.ts';
import { graphOnboard } from './work/graph-onboard.ts';
import { graphOpen } from './work/graph-open.ts';
import { graphPlan } from './work/graph-plan.ts';
import { graphRestructure } from './work/graph-restructure.ts';
import { graphUpdate } from './work/graph-update.ts';

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
  graphOnboard,
  graphHistory,
  graphRestructure,
  graphConnect,
  graphUpdate,
  graphContext,
  graphNext,
  graphPlan,
  graphOpen,
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
  tasksBatch,
  tasksBlock,
  tasksCloseStep,
  tasksCloseTask,
  tasksComplete,
  tasksContract,
  tasksCreate,
  tasksDecompose,
  tasksDefine,
  tasksDelete,
  tasksDone,
  tasksEdit,
  tasksEvidenceCapture,
  tasksFocusClear,
  tasksFocusGet,
  tasksFocusSet,
  tasksHistory,
  tasksNote,
  tasksPatch,
  tasksPlan,
  tasksProgress,
  tasksRadar,
  tasksRedo,
  tasksScaffold,
  tasksSnapshot,
  tasksTaskAdd,
  tasksTaskDefine,
  tasksTaskDelete,
  tasksTemplatesList,
  tasksUndo,
  tasksVerify,
  tasksBootstrap,
  tasksMacroStart,
  tasksMacroCloseStep,
  tasksMacroFinish,
  tasksMacroCreateDone,
  tasksContext,
  tasksContextPack,
  tasksDelta,
  tasksHandoff,
  tasksLint,
  tasksMirror,
  tasksResume,
  tasksResumePack,
  tasksResumeSuper,
  tasksStorage,
  thoughtboxGateway,
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
