/**
 * What a session teaches: patterns from what was concluded, anti-patterns from what was revised or
 * rejected, a signal from its figures. Each carries the words and cites the thoughts they are from.
 */

import { timestamp } from '../documents/entry-view.ts';
import { analyzeSession } from './analyze-session.ts';
import { MARKERS, parseCipher, type Relation } from './cipher.ts';
import type { NamedStep } from './cipher-cards.ts';
import { freeSlug, slugOf } from './knowledge.ts';
import { type Chain, MAIN, type Session } from './session.ts';
import { placeName, type Thought } from './thought.ts';

export const LEARNING_TYPES = ['pattern', 'anti-pattern', 'signal'] as const;

export type LearningType = (typeof LEARNING_TYPES)[number];

/** A thought that the caller points out, and why. */
export interface KeyMoment {
  readonly thought: Thought;
  readonly type: string;
  readonly significance?: number | undefined;
  readonly summary?: string | undefined;
}

export interface SessionRead {
  readonly session: Session;
  readonly thoughts: readonly Thought[];
  readonly chains: readonly Chain[];
}

interface Found {
  readonly type: LearningType;
  readonly title: string;
  readonly body: string;
  readonly from: readonly Thought[];
}

/** How far back a conclusion is followed, and how many steps it may cite. */
const MOST_CITED = 12;
const MOST_QUOTED = 600;

/** What carries a step; what it revises or contradicts does not. */
const CARRYING: readonly Relation[] = ['follows', 'supports'];

/** A step with the thought that it stands in. */
interface PlacedStep {
  readonly step: NamedStep;
  readonly thought: Thought;
}

export function extractLearnings(
  read: SessionRead,
  wish: { types: readonly LearningType[]; moments: readonly KeyMoment[]; nowMs: number },
) {
  const steps = stepsOf(read.thoughts);
  const overturned = overturnings(steps);
  const found = [
    ...conclusions(read, steps, overturned),
    ...pointedOut(wish.moments),
    ...revisions(read, new Set(overturned.map(({ by }) => by.thought))),
    ...overturned.map(rejection),
    signal(read),
  ];
  const pathOf = pathsOf(read.session);
  return found
    .filter(({ type }) => wish.types.includes(type))
    .map(({ type, title, body, from }) => ({
      type,
      content: body,
      targetPath: pathOf(type, title),
      metadata: {
        sourceSession: read.session.id,
        ...sourcesOf(from),
        extractedAt: timestamp(wish.nowMs),
      },
    }));
}

/** A number alone does not tell the chain, so places are added where a branch is among them. */
function sourcesOf(from: readonly Thought[]) {
  const sourceThoughts = [...new Set(from.map(({ number }) => number))];
  if (from.every(({ chain }) => chain === MAIN)) return { sourceThoughts };
  return { sourceThoughts, sourcePlaces: [...new Set(from.map(placeName))] };
}

/** Gives each learning a path that no other of the same session has. */
function pathsOf({ id, tags }: Session): (type: LearningType, title: string) => string {
  const folder = slugOf(tags.find((tag) => !tag.includes(':')) ?? '') ?? 'general';
  const taken = { pattern: new Set<string>(), 'anti-pattern': new Set<string>() };
  return (type, title) => {
    if (type === 'signal') return `signals/${id}.json`;
    const slug = freeSlug(slugOf(title) ?? id, taken[type]);
    taken[type].add(slug);
    return `${type}s/${folder}/${slug}.md`;
  };
}

function stepsOf(thoughts: readonly Thought[]): readonly PlacedStep[] {
  return thoughts.flatMap((thought) => thought.steps.map((step) => ({ step, thought })));
}

/** A step that revises or contradicts an earlier one. */
interface Overturning {
  readonly target: PlacedStep;
  readonly rel: Relation;
  readonly by: PlacedStep;
}

function overturnings(all: readonly PlacedStep[]): readonly Overturning[] {
  return all.flatMap((by) => {
    const targets = new Map<PlacedStep, Overturning>();
    for (const { label, rel } of by.step.refs) {
      const target = CARRYING.includes(rel) ? undefined : referred(label, by, all);
      // A step may both reject another and take its place: that is told once.
      if (target && !targets.has(target)) targets.set(target, { target, rel, by });
    }
    return [...targets.values()];
  });
}

/**
 * The conclusions that stand, each with what it rests on; without any step that concludes, the
 * thought that ended the main chain. What was overturned, before or after, is no ground to rest on.
 */
function conclusions(
  { thoughts }: SessionRead,
  all: readonly PlacedStep[],
  overturned: readonly Overturning[],
): readonly Found[] {
  const revised = new Set(thoughts.flatMap(({ revises }) => (revises ? placeName(revises) : [])));
  const isRevised = (thought: Thought) => revised.has(placeName(thought));
  const fallen = new Set(overturned.map(({ target }) => target));
  const stands = (step: PlacedStep) => !fallen.has(step) && !isRevised(step.thought);
  const concluded = all.filter(({ step }) => step.marker === 'C');
  if (concluded.length > 0) {
    return concluded.filter(stands).flatMap((each) => conclusion(each, all, stands) ?? []);
  }
  const last = thoughts.filter(({ chain }) => chain === MAIN).at(-1);
  if (!last || last.more || isRevised(last)) return [];
  const before = thoughts.filter(
    (each) => each.chain === MAIN && each.number === last.previous && !isRevised(each),
  );
  return [
    {
      type: 'pattern',
      title: titleOf(last.text),
      body: document(titleOf(last.text), [
        cited(last.text, last),
        ...before.map((thought) => `It followed from:\n\n${cited(thought.text, thought)}`),
      ]),
      from: [...before, last],
    },
  ];
}

/** Undefined where nothing of what it was drawn from stands. */
function conclusion(
  end: PlacedStep,
  all: readonly PlacedStep[],
  stands: (step: PlacedStep) => boolean,
): Found | undefined {
  const ground = groundOf(end, all, stands);
  if (ground.length === 0 && carriersOf(end, all).length > 0) return undefined;
  const title = titleOf(end.step.content);
  const lines = ground.map(
    ({ step, thought }) =>
      `- ${MARKERS[step.marker]} (thought ${placeName(thought)}): ${quoted(step.content)}`,
  );
  const rests = lines.length === 0 ? [] : [`It rests on:\n\n${lines.join('\n')}`];
  return {
    type: 'pattern',
    title,
    body: document(title, [cited(end.step.content, end.thought), ...rests]),
    from: [...ground.map(({ thought }) => thought), end.thought],
  };
}

/** The steps behind a conclusion that stand, oldest first. */
function groundOf(
  end: PlacedStep,
  all: readonly PlacedStep[],
  stands: (step: PlacedStep) => boolean,
): readonly PlacedStep[] {
  const found = new Set<PlacedStep>();
  const open = [end];
  for (let next = open.shift(); next && found.size < MOST_CITED; next = open.shift()) {
    for (const target of carriersOf(next, all)) {
      if (found.has(target) || target === end || !stands(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return [...found].sort((a, b) => a.thought.seq - b.thought.seq);
}

/** What a step says it follows from. */
function carriersOf(from: PlacedStep, all: readonly PlacedStep[]): readonly PlacedStep[] {
  return from.step.refs.flatMap(({ label, rel }) =>
    CARRYING.includes(rel) ? (referred(label, from, all) ?? []) : [],
  );
}

/** The latest step with a label before the one that refers to it: on its chain, else on the main. */
function referred(
  label: number,
  from: PlacedStep,
  all: readonly PlacedStep[],
): PlacedStep | undefined {
  const earlier = all.slice(0, all.indexOf(from)).filter(({ step }) => step.label === label);
  const on = (chain: string) => earlier.filter(({ thought }) => thought.chain === chain).at(-1);
  return on(from.thought.chain) ?? on(MAIN);
}

function pointedOut(moments: readonly KeyMoment[]): readonly Found[] {
  return moments.flatMap(({ thought, type, summary }) => {
    if (type === 'revision') return [];
    const title = titleOf(summary ?? thought.text);
    const why = summary === undefined ? [] : [summary];
    return [
      {
        type: 'pattern' as const,
        title,
        body: document(title, [`Pointed out as: ${type}.`, ...why, cited(thought.text, thought)]),
        from: [thought],
      },
    ];
  });
}

/** Thoughts that revise another, but for those whose steps have told already what they reject. */
function revisions({ thoughts }: SessionRead, told: ReadonlySet<Thought>): readonly Found[] {
  return thoughts.flatMap((thought) => {
    const { revises } = thought;
    if (told.has(thought)) return [];
    const before = revises && thoughts.find((each) => samePlace(each, revises));
    if (!before) return [];
    const title = titleOf(before.text);
    return [
      {
        type: 'anti-pattern' as const,
        title,
        body: document(title, [
          `Thought at first:\n\n${cited(before.text, before)}`,
          `Revised to:\n\n${cited(thought.text, thought)}`,
        ]),
        from: [before, thought],
      },
    ];
  });
}

function samePlace(a: Thought, b: { chain: string; number: number }): boolean {
  return a.chain === b.chain && a.number === b.number;
}

function rejection({ target, rel, by }: Overturning): Found {
  const title = titleOf(target.step.content);
  const word = rel === 'revises' ? 'Revised' : 'Rejected';
  return {
    type: 'anti-pattern',
    title,
    body: document(title, [
      `${MARKERS[target.step.marker]}:\n\n${cited(target.step.content, target.thought)}`,
      `${word}:\n\n${cited(by.step.content, by.thought)}`,
    ]),
    from: [target.thought, by.thought],
  };
}

/** What to watch for next time: how it went, and what stayed open. */
function signal({ session, thoughts, chains }: SessionRead): Found {
  const { structure, quality } = analyzeSession(session, chains);
  const all = stepsOf(thoughts);
  const answered = new Set(all.flatMap(({ step }) => step.refs.map(({ label }) => label)));
  const open = all.filter(({ step }) => step.marker === 'Q' && !answered.has(step.label));
  const last = thoughts.at(-1);
  return {
    type: 'signal',
    title: session.title,
    body: JSON.stringify({
      session: session.id,
      title: session.title,
      signal: quality.isComplete ? 'complete' : 'incomplete',
      metrics: { ...structure, thoughtCount: session.thoughtCount, ...quality },
      openQuestions: open.map(({ step, thought }) => ({
        thought: thought.number,
        question: quoted(step.content),
      })),
      ...(last ? { lastThought: { number: last.number, text: quoted(last.text) } } : {}),
    }),
    from: [...open.map(({ thought }) => thought), ...(last ? [last] : [])],
  };
}

function document(title: string, parts: readonly string[]): string {
  return [`# ${title}`, ...parts].join('\n\n');
}

function cited(text: string, thought: Thought): string {
  return `> ${quoted(text).replaceAll('\n', '\n> ')}\n>\n> (thought ${placeName(thought)})`;
}

function quoted(text: string): string {
  const chars = [...text];
  return chars.length <= MOST_QUOTED ? text : `${chars.slice(0, MOST_QUOTED).join('')}…`;
}

/** Of cipher the words of its first step: label and references name nothing. */
function titleOf(text: string): string {
  const words = parseCipher(text)[0]?.content ?? text;
  const [line = ''] = words.trim().split('\n', 1);
  const chars = [...line];
  return chars.length <= 80 ? chars.join('') : `${chars.slice(0, 79).join('')}…`;
}
