/** The prompts: requests that a person picks in a client; the person's own words are quoted. */

import { firstCharacters } from '../../kernel/excerpt.ts';
import { nearestName } from '../../kernel/nearest-name.ts';
import { redactText } from '../../kernel/redaction.ts';
import type { Operation } from '../../operations/declaration/define-operation.ts';
import { assetsOverview } from './assets-overview.ts';
import {
  evolutionCheck,
  interleavedThinking,
  resumeWork,
  subagentSummarize,
  THOUGHTS_LIMIT,
} from './prompt-texts.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

export interface ListedPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
}

export interface PromptMessages {
  readonly description: string;
  readonly messages: readonly {
    readonly role: 'user';
    readonly content: { readonly type: 'text'; readonly text: string };
  }[];
}

export interface PromptFault {
  readonly fault: string;
}

type Values = Readonly<Record<string, string>>;

interface Prompt extends ListedPrompt {
  /** A tool that only reads; its answer is part of the text. */
  readonly quotes?: string;
  text(values: Values, catalogue: readonly Operation[], answer: string): string;
}

/** In characters, for each argument: it comes back whole and takes the reader's context. */
const MAX_CHARACTERS = 20_000;

function optional(name: string, description: string): PromptArgument {
  return { name, description, required: false };
}

const PROMPTS: readonly Prompt[] = [
  {
    name: 'resume',
    title: 'Go on with the work',
    description:
      'Takes up the work where it stopped: standing rules, the task in focus, next call.',
    arguments: [],
    quotes: 'status',
    text: (_values, _catalogue, answer) => resumeWork(answer),
  },
  {
    name: 'list_mcp_assets',
    title: 'What this server offers',
    description: 'An overview of all tools, operations, resources and prompts.',
    arguments: [],
    text: (_values, catalogue) => assetsOverview(catalogue, listPrompts()),
  },
  {
    name: 'interleaved-thinking',
    title: 'Interleaved thinking',
    description: 'Works on a task by alternating recorded thoughts with the use of tools.',
    arguments: [
      { name: 'task', description: 'What is to be done.', required: true },
      optional('thoughts_limit', `The most thoughts to record; ${THOUGHTS_LIMIT} if not given.`),
    ],
    text: interleavedThinking,
  },
  {
    name: 'subagent-summarize',
    title: 'Summary by a sub-agent',
    description: 'Has a session read in a context of its own, so that only a summary comes back.',
    arguments: [optional('request', 'Which session, or what is wanted of it.')],
    text: subagentSummarize,
  },
  {
    name: 'evolution-check',
    title: 'Evolution check',
    description: 'Finds the earlier thoughts that a new insight changes, and revises each.',
    arguments: [
      optional('newThought', 'The insight; the last thought of the session if not given.'),
      optional('sessionId', 'The session; the active one if not given.'),
      optional('priorThoughts', 'The earlier thoughts; read from the session if not given.'),
    ],
    text: evolutionCheck,
  },
];

export function listPrompts(): readonly ListedPrompt[] {
  return PROMPTS.map(({ text: _made, quotes: _tool, ...listed }) => listed);
}

/** The tool whose answer a prompt quotes. */
export function quotedTool(name: string): string | undefined {
  return PROMPTS.find((each) => each.name === name)?.quotes;
}

/** `answer`: that of the tool that the prompt quotes. */
export function getPrompt(
  name: string,
  values: Values,
  catalogue: readonly Operation[],
  answer = '',
): PromptMessages | PromptFault {
  const prompt = PROMPTS.find((each) => each.name === name);
  if (!prompt) return unknownPrompt(name);
  const fault = faultIn(values, prompt);
  if (fault !== undefined) return { fault };
  // An empty field of a form counts as not filled in.
  const given = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const text = redactText(prompt.text(Object.fromEntries(given), catalogue, answer));
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  };
}

function unknownPrompt(name: string): PromptFault {
  const names = PROMPTS.map((each) => each.name);
  const meant = nearestName(name, names);
  const hint = meant === undefined ? `there are ${names.join(', ')}` : `did you mean ${meant}?`;
  return { fault: `no prompt ${shown(name)}: ${hint}` };
}

function faultIn(values: Values, prompt: ListedPrompt): string | undefined {
  const known = prompt.arguments.map((each) => each.name);
  for (const [name, value] of Object.entries(values)) {
    if (!known.includes(name)) {
      const meant = nearestName(name, known);
      const takes = known.length === 0 ? 'no arguments' : known.join(', ');
      const hint = meant === undefined ? `${prompt.name} takes ${takes}` : `did you mean ${meant}?`;
      return `${shown(name)}: unknown argument; ${hint}`;
    }
    if (value.length > MAX_CHARACTERS) return `${name}: at most ${MAX_CHARACTERS} characters`;
    const fault = value.trim() === '' ? undefined : FORMS[name]?.(value.trim());
    if (fault !== undefined) return `${name}: ${fault}`;
  }
  const missing = prompt.arguments.find(
    ({ name, required }) => required && (values[name] ?? '').trim() === '',
  );
  return missing && `${missing.name}: required by ${prompt.name}. ${missing.description}`;
}

/** Checks for arguments that are more than text: what a value must be. */
const FORMS: Readonly<Record<string, (value: string) => string | undefined>> = {
  thoughts_limit: (value) =>
    /^[1-9]\d{0,2}$|^1000$/.test(value) ? undefined : 'a whole number from 1 to 1000',
  // It is put into calls that are copied as they are.
  sessionId: (value) => (/^[0-9A-Za-z-]{1,64}$/.test(value) ? undefined : 'the id of a session'),
};

/** A name that the caller sent, short enough for an error. */
function shown(name: string): string {
  return JSON.stringify(firstCharacters(name, 64));
}
