/** The memories of three projects, and the questions that people and agents ask them. */

import dataNotes from './data-notes.json' with { type: 'json' };
import dataQuestions from './data-questions.json' with { type: 'json' };
import dataRemembered from './data-remembered.json' with { type: 'json' };
import dataWork from './data-work.json' with { type: 'json' };
import gameNotes from './game-notes.json' with { type: 'json' };
import gameQuestions from './game-questions.json' with { type: 'json' };
import gameRemembered from './game-remembered.json' with { type: 'json' };
import gameWork from './game-work.json' with { type: 'json' };
import webNotes from './web-notes.json' with { type: 'json' };
import webQuestions from './web-questions.json' with { type: 'json' };
import webRemembered from './web-remembered.json' with { type: 'json' };
import webWork from './web-work.json' with { type: 'json' };

/** One call of a tool. Strings in `args` may hold `{id:LABEL}`: the id that LABEL got before. */
export interface Entry {
  readonly tool: string;
  readonly args: object;
  /** Names for what the call creates; a list where it creates several, such as a task's steps. */
  readonly label?: string | readonly string[];
}

/** How many questions there are of each sort. */
export const SORTS: Readonly<Record<string, number>> = {
  natural: 90,
  identifier: 70,
  id: 15,
  typo: 30,
  prefix: 15,
  script: 45,
  superseded: 25,
  why: 10,
};

export interface Question {
  /** What is typed; may hold `{id:LABEL}`. */
  readonly ask: string;
  /** Labels of the artifacts that answer it; any of them will do. */
  readonly want: readonly string[];
  /** One of SORTS. */
  readonly sort: string;
  /** Labels of what held once: it must stand below what is wanted. */
  readonly not_first?: readonly string[];
}

export interface Project {
  readonly workspace: string;
  readonly entries: readonly Entry[];
  readonly questions: readonly Question[];
}

export const PROJECTS: readonly Project[] = [
  {
    workspace: 'ledgerly',
    entries: [...webRemembered, ...webNotes, ...webWork],
    questions: webQuestions,
  },
  {
    workspace: 'kumo',
    entries: [...gameRemembered, ...gameNotes, ...gameWork],
    questions: gameQuestions,
  },
  {
    workspace: 'meridian',
    entries: [...dataRemembered, ...dataNotes, ...dataWork],
    questions: dataQuestions,
  },
];

export function labelsOf({ label }: Entry): readonly string[] {
  return label === undefined ? [] : typeof label === 'string' ? [label] : label;
}
