/** `help`: how to use the memory, one tool in full, or the tools that match some words. */

import * as z from 'zod';
import { refuse } from '../../kernel/refusal.ts';
import { answer, defineOperation, type Operation } from '../declaration/define-operation.ts';
import { argumentsOf, shownRefusals } from '../declaration/describe-operation.ts';
import { knowsTools, pure } from '../declaration/facets.ts';
import { unknownTool } from '../unknown-tool.ts';

const GUIDE: readonly string[] = [
  '[Waymark] durable working memory: what was decided, why, and what comes next',
  'Answers of portal tools: a line of state, then commands that run as they are; other lines begin with ERROR:, WARNING: or MORE:. Other tools answer in JSON.',
  '[Daily] tasks_snapshot: resume work in one call | tasks_macro_start: a task with steps | tasks_macro_close_step: note, prove and close the next step | macro_branch_note: write down a decision | status: the state of the workspace',
  '[Thoughts] thoughtbox_gateway: start_new, cipher, then thought record a line of reasoning with branches and revisions; load_context resumes it.',
  '[Notebooks] thoughtbox_gateway notebook: create, add_cell and run_cell run code in a sandbox, to measure instead of guessing; a run can be proof.',
  '[Branches] branch_create tries an idea on a snapshot, checkout switches, diff compares; nothing is ever overwritten.',
  '[Names] workspace may be left out if the server has a default one. PLAN-001 and TASK-001 are targets; a branch and a doc name a document.',
  '[Budgets] max_chars limits the size of any answer of a tool that reads; a cut answer says so and, if it is a list, has next_cursor.',
  '[Proof] a receipt is CMD: what was run, or LINK: where it can be seen; <fill: ...> is a placeholder and counts as no proof.',
  '[Repeats] every tool that writes also takes call_id, a text of your own: a repeat with the same call_id and arguments changes nothing and gets the first answer again.',
  '[More] help tool=NAME: its arguments and a valid call | help search="words": tools about them',
];

const SEARCH_HITS = 8;

export const help = defineOperation({
  name: 'help',
  title: 'Help',
  description:
    "How to use this memory; with tool: one tool's arguments, a valid call and its refusals; with search: the tools about some words.",
  toolset: 'reasoning',
  does: pure().and(knowsTools),
  input: {
    tool: z.string().max(128).optional(),
    search: z.string().max(500).optional(),
  },
  refusals: ['UNKNOWN_TOOL'],
  example: { title: 'The guide', args: {} },
  portal: (view: { lines: readonly string[] }) => ({ state: view.lines }),
  async run({ tool, search }, { catalogue, server }) {
    if (tool !== undefined && search !== undefined) {
      return refuse('INVALID_INPUT', 'tool, search: give at most one of them');
    }
    if (search !== undefined) return answer({ lines: searchTools(catalogue, search) });
    if (tool === undefined) return answer({ lines: GUIDE });
    const operation = catalogue.find((each) => each.name === tool);
    if (!operation) return unknownTool(catalogue, tool);
    return answer({ lines: explain(operation, server.defaultWorkspace !== undefined) });
  },
});

/** A default workspace of the server is left out of the shown call. */
function explain(operation: Operation, workspaceIsKnown: boolean): string[] {
  const { args } = operation.example;
  const isNamed = operation.workspace !== 'none' && !workspaceIsKnown;
  const shown = isNamed ? { workspace: 'acme', ...args } : args;
  return [
    `${operation.name}: ${operation.description}`,
    ...(operation.router?.lines ?? argumentLines(operation)).map((line) => `  ${line}`),
    `valid call: ${operation.name} ${JSON.stringify(shown)}`,
    `refusals: ${shownRefusals(operation).join(', ')}`,
  ];
}

function argumentLines(operation: Operation): readonly string[] {
  return argumentsOf(operation).map(
    ({ name, type, required, description }) =>
      `${name}${required ? '' : '?'}: ${type}${description === '' ? '' : ` (${description})`}`,
  );
}

/** Words in every description, which do not distinguish tools. */
const SMALL_WORDS = new Set(
  'a an and are do does for how i in is it of on or the to with'.split(' '),
);

/** Tools with the most of the words, by name before description. */
function searchTools(catalogue: readonly Operation[], search: string): string[] {
  const words = search
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !SMALL_WORDS.has(word));
  const hits = catalogue
    .flatMap(subjectsOf)
    .map((subject) => ({ subject, score: scoreOf(subject, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.subject.name.localeCompare(b.subject.name, 'en'));
  if (hits.length === 0) return [`no tool is about ${JSON.stringify(search)}`, 'help'];
  return hits.slice(0, SEARCH_HITS).map(({ subject }) => subject.line);
}

/** What a search can find: a tool, or one operation of a tool that leads to others. */
interface Subject {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** As it is shown. */
  readonly line: string;
}

function subjectsOf({ name, title, description, router }: Operation): readonly Subject[] {
  const routes = (router?.lines ?? []).map((line): Subject => {
    const route = line.replace(/ \[.*/, '');
    return { name: `${name} ${route}`, title: '', description: '', line: `${name} ${line}` };
  });
  return [{ name, title, description, line: `${name}: ${description}` }, ...routes];
}

function scoreOf({ name, title, description }: Subject, words: readonly string[]): number {
  const strong = `${name} ${title}`.toLowerCase();
  const weak = description.toLowerCase();
  // "branches" should find "branch".
  const stem = (word: string) => word.replace(/(es|s|ing|ed)$/, '');
  return words.reduce((score, word) => {
    const part = stem(word).length >= 3 ? stem(word) : word;
    // The exact name of a tool means that tool.
    const exact = name === word ? 9 : 0;
    return score + exact + (strong.includes(part) ? 3 : 0) + (weak.includes(part) ? 1 : 0);
  }, 0);
}
