/** `help`: how to use the memory, one tool in full, or the tools that match some words. */

import * as z from 'zod';
import { GATEWAY } from '../../domain/thoughts/gateway-state.ts';
import { refuse } from '../../kernel/refusal.ts';
import {
  answer,
  defineOperation,
  type Operation,
  type ServerFacts,
} from '../declaration/define-operation.ts';
import { argumentsOf, shownRefusals } from '../declaration/describe-operation.ts';
import { knowsTools, pure } from '../declaration/facets.ts';
import { neverListed, workspace } from '../declaration/fields.ts';
import { reachable } from '../reach.ts';
import { SEARCH_WORDS } from '../search-words.ts';
import { unknownTool } from '../unknown-tool.ts';

const GUIDE: readonly string[] = [
  '[Waymark] durable working memory: what was decided, why, and what comes next',
  'Answers of portal tools: a line of state, then commands that run as they are; other lines begin with ERROR:, WARNING: or MORE:. Other tools answer in JSON.',
  '[Daily] status: where things stand | remember: a rule of the user, decision, fact, question | recall: finds it all | tasks_macro_start: a task with steps | tasks_macro_close_step: note, prove and close the next step | tasks_snapshot: one task | macro_branch_note: a longer note',
  '[Work] graph_plan, graph_next, graph_update: work that agents share; graph_onboard: its overview',
  '[Thoughts] thoughtbox_gateway: start_new, cipher, then thought record a line of reasoning with branches and revisions; load_context resumes it.',
  '[Notebooks] thoughtbox_gateway notebook: create, add_cell and run_cell run code in a sandbox, to measure instead of guessing; a run can be proof.',
  '[Branches] branch_create tries an idea on a snapshot, checkout switches, diff compares; nothing is ever overwritten.',
  '[Names] workspace may be left out if the server has a default one. PLAN-001 and TASK-001 are targets; a branch and a doc name a document.',
  '[Budgets] max_chars limits the size of any answer of a tool that reads; a cut answer says so and, if it is a list, has next_cursor.',
  '[Proof] a receipt is CMD: what was run, or LINK: where it can be seen; <fill: ...> is a placeholder that is refused until it is filled in.',
  '[Repeats] every tool that writes also takes call_id, a text of your own: a repeat with the same call_id and arguments changes nothing and gets the first answer again.',
  '[More] help tool=NAME: its arguments and a valid call | help search="words": tools about them | thoughtbox_gateway {operation: "call", tool, args}: calls a tool that is not in your list',
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
    // Every other tool takes it, so agents send it here too.
    workspace: neverListed(workspace.describe('Ignored')),
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
    if (search !== undefined) return answer({ lines: searchTools(catalogue, search, server) });
    if (tool === undefined) return answer({ lines: GUIDE });
    const operation = catalogue.find((each) => each.name === tool);
    if (!operation) return unknownTool(catalogue, tool);
    return answer({ lines: explain(operation, server) });
  },
});

/** A default workspace of the server is left out of the shown call. */
function explain(operation: Operation, server: ServerFacts): string[] {
  const { args } = operation.example;
  const isNamed = operation.workspace !== 'none' && server.defaultWorkspace === undefined;
  const shown = isNamed ? { workspace: 'acme', ...args } : args;
  const call = reachable({ tool: operation.name, args: shown }, server.reaches);
  return [
    `${operation.name}: ${operation.description}`,
    ...(operation.router?.lines ?? argumentLines(operation)).map((line) => `  ${line}`),
    `valid call: ${call.tool} ${JSON.stringify(call.args)}`,
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

/** Tools with the most of the words, by name before description; a listed tool before another. */
function searchTools(
  catalogue: readonly Operation[],
  search: string,
  server: ServerFacts,
): string[] {
  const words = splitWords(search).filter((word) => !SMALL_WORDS.has(word));
  const hits = catalogue
    // Whoever searches has this one already.
    .filter(({ name }) => name !== 'help')
    .flatMap(subjectsOf)
    .map((subject) => ({ subject, score: scoreOf(subject, words, server) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || byList(a.subject, b.subject, server))
    .slice(0, SEARCH_HITS);
  if (hits.length === 0) return [`no tool is about ${JSON.stringify(search)}`, 'help'];
  const isHidden = hits.some(({ subject }) => !server.reaches(subject.tool));
  return [
    ...hits.map(({ subject }) => subject.line),
    ...(isHidden && server.reaches(GATEWAY) ? [UNLISTED] : []),
  ];
}

const UNLISTED = `not in your list? ${GATEWAY} {operation: "call", tool, args}`;

function byList(a: Subject, b: Subject, { lists }: ServerFacts): number {
  return Number(lists(b.tool)) - Number(lists(a.tool)) || a.name.localeCompare(b.name, 'en');
}

/** What a search can find: a tool, or one operation of a tool that leads to others. */
interface Subject {
  readonly tool: string;
  readonly name: string;
  /** The words of its name and title, and those that agents look for it by. */
  readonly strong: readonly string[];
  readonly description: string;
  /** As it is shown. */
  readonly line: string;
}

function subjectsOf({ name, title, description, router }: Operation): readonly Subject[] {
  const routes = (router?.lines ?? []).map((line): Subject => {
    const route = `${name} ${line.replace(/ \[.*/, '')}`;
    return {
      tool: name,
      name: route,
      strong: splitWords(route),
      description: '',
      line: `${name} ${line}`,
    };
  });
  const { hint = '', also = '' } = SEARCH_WORDS[name] ?? {};
  const strong = splitWords(`${name} ${title} ${hint} ${also}`);
  return [{ tool: name, name, strong, description, line: `${name}: ${description}` }, ...routes];
}

function splitWords(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** "branches" should find "branch". */
function stemOf(word: string): string {
  const stem = word.replace(/(ies|es|s|ing|ed)$/, '');
  return stem.length >= 3 ? stem : word;
}

function scoreOf(
  { tool, name, strong, description }: Subject,
  words: readonly string[],
  { lists }: ServerFacts,
): number {
  const weak = splitWords(description);
  const score = words.reduce((score, word) => {
    const stem = stemOf(word);
    const holds = (some: readonly string[]) => some.some((each) => each.startsWith(stem));
    // The exact name of a tool means that tool.
    const exact = name === word ? 9 : 0;
    return score + exact + (holds(strong) ? 3 : 0) + (holds(weak) ? 1 : 0);
  }, 0);
  // A listed tool is at hand, and one that is meant by its own words is probably enough.
  return score >= 3 && name === tool && lists(tool) ? score + 1 : score;
}
