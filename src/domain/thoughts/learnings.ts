/**
 * Extracts learnings from a session: patterns from conclusions, anti-patterns from what was revised
 * or rejected, a signal from the figures. Each quotes and cites the thoughts it comes from.
 */

import type { JsonObject } from '../../kernel/json.ts';
import { redact } from '../../kernel/redaction.ts';
import { freeSlug, slugOf } from '../../kernel/slug.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { analyzeSession } from './analyze-session.ts';
import {
  byTarget,
  carriersOf,
  type Judgement,
  judge,
  type Overturning,
  openQuestions,
  overturnings,
  supportersOf,
} from './judge-steps.ts';
import {
  cited,
  contentOf,
  document,
  headed,
  kindOf,
  listed,
  plainWords,
  quoted,
  saysSomething,
  titleOf,
} from './learning-text.ts';
import { type Chain, MAIN, type Session } from './session.ts';
import { type Piece, StepIndex, type StepPiece } from './step-index.ts';
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

/** A session may have thousands and a caller reads a few: only those are written out. */
interface Finding {
  readonly type: LearningType;
  /** The thought that it is about, if it is about one. */
  readonly about?: string;
  tell(): Lesson;
}

interface Lesson {
  readonly title: string;
  readonly body: string;
  readonly from: readonly Thought[];
}

/** How far back a conclusion is followed, and how many pieces it may cite. */
const MAX_CITED = 12;
/** How many thoughts before the end, and of each branch, a decision in prose cites. */
const FEW = 3;

export interface LearningRequest {
  readonly types: readonly LearningType[];
  readonly moments: readonly KeyMoment[];
  /** How many are written out. */
  readonly most: number;
  readonly nowMs: number;
}

export function extractLearnings(read: SessionRead, request: LearningRequest) {
  const steps = new StepIndex(read.thoughts);
  const overturned = overturnings(steps);
  const judgement = judge(read.thoughts, steps, overturned);
  const concluded = conclusions(read, steps, judgement);
  const found = [
    ...concluded,
    ...pointedOut(request.moments, judgement, new Set(concluded.map(({ about }) => about))),
    ...revisions(read, new Set(overturned.map(({ by }) => by.thought))),
    ...byTarget(overturned).map(rejection),
    signal(read, steps),
  ].filter(({ type }) => request.types.includes(type));
  const pathOf = pathsOf(read.session);
  const learnings = found.slice(0, request.most).map(({ type, tell }) => {
    const { title, body, from } = tell();
    return {
      type,
      content: body,
      targetPath: pathOf(type, title),
      metadata: {
        sourceSession: read.session.id,
        ...sourcesOf(from),
        extractedAt: timestamp(request.nowMs),
      },
    };
  });
  return { count: found.length, learnings };
}

/** A number alone does not identify the chain, so places are added if one is on a branch. */
function sourcesOf(from: readonly Thought[]) {
  const sourceThoughts = [...new Set(from.map(({ number }) => number))];
  if (from.every(({ chain }) => chain === MAIN)) return { sourceThoughts };
  return { sourceThoughts, sourcePlaces: [...new Set(from.map(placeName))] };
}

/** Gives each learning a path that is unique in the session. */
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

/**
 * The conclusions that hold, each with what it rests on. If there are no steps, the thought that
 * ended the main chain.
 */
function conclusions(
  { thoughts }: SessionRead,
  steps: StepIndex,
  judgement: Judgement,
): readonly Finding[] {
  const all = steps.all.filter(({ step }) => step.marker === 'C').filter(judgement.holds);
  const latest = new Map(all.map((each) => [plainWords(each.step.content), each]));
  const concluded = [...latest.values()];
  const final = concluded.findLast(({ thought }) => thought.chain === MAIN);
  const supporters = supportersOf(steps);
  const told = concluded.map((each): Finding => {
    const aside = each === final ? asides(thoughts, each, steps, judgement) : [];
    const ground = () => groundOf(each, steps, supporters, judgement);
    return {
      type: 'pattern',
      about: placeName(each.thought),
      tell: () => conclusion(each, ground(), aside),
    };
  });
  const last = thoughts.filter(({ chain }) => chain === MAIN).at(-1);
  const isProse = last !== undefined && last.steps.length === 0 && !last.more;
  const hasConcluded = steps.all.some(({ step }) => step.marker === 'C');
  if (hasConcluded || !isProse || judgement.isOverturned(last) || !saysSomething(last.text)) {
    return told;
  }
  const tell = () => ending(last, thoughts, steps, judgement);
  return [{ type: 'pattern', about: placeName(last), tell }];
}

/** A decision in prose, with what came before it and what its branches found. */
function ending(
  last: Thought,
  thoughts: readonly Thought[],
  steps: StepIndex,
  judgement: Judgement,
): Lesson {
  const title = titleOf(last.text);
  const end = { thought: last };
  const before = thoughts
    .filter((each) => each.chain === MAIN && each.seq < last.seq && !judgement.isOverturned(each))
    .flatMap((thought) => piecesOf(thought, steps))
    .filter((piece) => saysSomething(contentOf(piece)))
    .slice(-FEW);
  const aside = asides(thoughts, end, steps, judgement);
  return {
    title,
    body: document(title, [
      headed('Decided', last.text, last, title),
      ...listed('It followed from', before),
      ...aside.flatMap(({ sentence, pieces }) => listed(sentence, pieces)),
    ]),
    from: [...before, ...aside.flatMap(({ pieces }) => pieces), end].map(({ thought }) => thought),
  };
}

interface Aside {
  readonly sentence: string;
  readonly pieces: readonly Piece[];
}

/** What was found on the branches before the end; their conclusions are learnings of their own. */
function asides(
  thoughts: readonly Thought[],
  end: Piece,
  steps: StepIndex,
  { holds, isOverturned }: Judgement,
): readonly Aside[] {
  const names = [...new Set(thoughts.map(({ chain }) => chain))].filter((name) => name !== MAIN);
  return names.slice(-MAX_CITED).flatMap((name) => {
    const pieces = thoughts
      .filter(({ chain, seq }) => chain === name && seq < end.thought.seq)
      .filter((thought) => !isOverturned(thought))
      .flatMap((thought) => piecesOf(thought, steps))
      .filter((piece) => holds(piece) && piece.step?.marker !== 'C')
      .filter((piece) => saysSomething(contentOf(piece)))
      .slice(-FEW);
    return pieces.length === 0 ? [] : [{ sentence: `On the branch ${name}`, pieces }];
  });
}

function piecesOf(thought: Thought, steps: StepIndex): readonly Piece[] {
  const own = steps.of(thought);
  const whole = steps.whole(thought);
  return own.length > 0 || !whole ? own : [whole];
}

function conclusion(end: StepPiece, ground: readonly Piece[], aside: readonly Aside[]): Lesson {
  const title = titleOf(end.step.content);
  const isBefore = ({ thought }: Piece) => thought.seq <= end.thought.seq;
  const before = ground.filter(isBefore);
  const after = ground.filter((piece) => !isBefore(piece));
  const rest = aside
    .map(({ sentence, pieces }) => ({
      sentence,
      pieces: pieces.filter((piece) => !ground.includes(piece)),
    }))
    .filter(({ pieces }) => pieces.length > 0);
  return {
    title,
    body: document(title, [
      headed('Concluded', end.step.content, end.thought, title),
      ...listed('It rests on', before),
      ...listed('Confirmed by', after),
      ...rest.flatMap(({ sentence, pieces }) => listed(sentence, pieces)),
    ]),
    from: [...before, end, ...after, ...rest.flatMap(({ pieces }) => pieces)].map(
      ({ thought }) => thought,
    ),
  };
}

/** The pieces behind a conclusion that hold, oldest first: its grounds, and what supports them. */
function groundOf(
  end: StepPiece,
  steps: StepIndex,
  supporters: ReadonlyMap<Piece, readonly StepPiece[]>,
  { holds }: Judgement,
): readonly Piece[] {
  const found = new Set<Piece>();
  const open: Piece[] = [end];
  for (let next = open.shift(); next && found.size < MAX_CITED; next = open.shift()) {
    const near = [...carriersOf(next, steps), ...(supporters.get(next) ?? []).slice(-MAX_CITED)];
    for (const target of near) {
      if (found.has(target) || target === end || !holds(target)) continue;
      if (found.size === MAX_CITED) break;
      found.add(target);
      open.push(target);
    }
  }
  return [...found].sort((a, b) => a.thought.seq - b.thought.seq);
}

/** Without repeats, without what was overturned, and without what a conclusion already reports. */
function pointedOut(
  moments: readonly KeyMoment[],
  { isOverturned }: Judgement,
  told: ReadonlySet<string | undefined>,
): readonly Finding[] {
  const unique = new Map(
    moments.map((each) => [
      JSON.stringify([placeName(each.thought), each.type, each.summary]),
      each,
    ]),
  );
  return [...unique.values()]
    .filter(({ type, thought, summary }) => {
      const isTold = summary === undefined && told.has(placeName(thought));
      return type !== 'revision' && !isTold && !isOverturned(thought);
    })
    .map((moment) => ({ type: 'pattern', tell: () => highlight(moment) }));
}

function highlight({ thought, type, summary }: KeyMoment): Lesson {
  const title = titleOf(summary ?? thought.text);
  const why = summary === undefined ? [] : [summary];
  return {
    title,
    body: document(title, [
      ...why.filter((words) => words !== title),
      headed(`Pointed out as ${type}`, thought.text, thought, title),
    ]),
    from: [thought],
  };
}

/** Thoughts that revise another, except those whose steps already report what they reject. */
function revisions({ thoughts }: SessionRead, told: ReadonlySet<Thought>): readonly Finding[] {
  const byPlace = new Map(thoughts.map((thought) => [placeName(thought), thought]));
  return thoughts.flatMap((thought): readonly Finding[] => {
    const before = thought.revises && byPlace.get(placeName(thought.revises));
    if (!before || told.has(thought)) return [];
    return [{ type: 'anti-pattern', tell: () => revision(before, thought) }];
  });
}

function revision(before: Thought, after: Thought): Lesson {
  const title = titleOf(before.text);
  return {
    title,
    body: document(title, [
      headed('Thought at first', before.text, before, title),
      cited('Revised to', after.text, after),
    ]),
    from: [before, after],
  };
}

/** What was revised or rejected, with everything that speaks against it. */
function rejection(all: readonly Overturning[]): Finding {
  const [first] = all;
  if (!first) throw new Error('nothing was overturned');
  const { target } = first;
  return {
    type: 'anti-pattern',
    tell() {
      const title = titleOf(contentOf(target));
      const against = all.map(({ rel, by }) => {
        const word = rel === 'revises' ? 'Revised' : 'Rejected';
        return cited(word, by.step.content, by.thought);
      });
      return {
        title,
        body: document(title, [
          headed(capitalised(kindOf(target)), contentOf(target), target.thought, title),
          ...against.slice(0, MAX_CITED),
        ]),
        from: [target.thought, ...all.slice(0, MAX_CITED).map(({ by }) => by.thought)],
      };
    },
  };
}

function capitalised(word: string): string {
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
}

/** Only the latest open questions; the session has all of them. */
const MAX_QUESTIONS = 20;

function jsonOf(value: JsonObject): string {
  return JSON.stringify(redact(value));
}

/** The signal: how the session went, and what stayed open. */
function signal(read: SessionRead, steps: StepIndex): Finding {
  return { type: 'signal', tell: () => course(read, openQuestions(steps)) };
}

function course({ session, thoughts, chains }: SessionRead, all: readonly StepPiece[]): Lesson {
  const { structure, quality } = analyzeSession(session, chains);
  const open = all.slice(-MAX_QUESTIONS);
  const last = thoughts.at(-1);
  return {
    title: session.title,
    // Redacted here: a secret of several lines is not known in a text of JSON.
    body: jsonOf({
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
