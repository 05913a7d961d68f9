/** The table of everything that has an id: how each is told by its form, and how it is opened. */

import { openCard } from './open-card.ts';
import { openConflict } from './open-conflict.ts';
import { openEvent } from './open-event.ts';
import { openModel, openPlaybook, openTemplate } from './open-handbook.ts';
import { openPattern, openScratchpad } from './open-knowledge.ts';
import { openCell, openNotebook, openRun } from './open-notebook.ts';
import { openBranch, openDocument, openTag } from './open-reference.ts';
import { openRule } from './open-rule.ts';
import { openStep } from './open-step.ts';
import { openTarget } from './open-target.ts';
import { openSession, openThought } from './open-thought.ts';
import { openProject, openWork } from './open-work.ts';
import type { Opener } from './opened.ts';

/** Ids that only one kind can have come first, names that any kind can have come last. */
export const OPENERS: readonly Opener[] = [
  openTarget,
  openStep,
  openRule,
  openConflict,
  openThought,
  openSession,
  openNotebook,
  openCell,
  openRun,
  openEvent,
  openWork,
  openProject,
  openCard,
  openPattern,
  openScratchpad,
  openBranch,
  openTag,
  openDocument,
];

/** What comes with the program: asked only if the memory has nothing of that name. */
export const BUILT_IN: readonly Opener[] = [openModel, openPlaybook, openTemplate];
