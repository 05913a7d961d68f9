/**
 * Extracts learnings from a session: patterns from conclusions, anti-patterns from what was revised
 * or rejected, a signal from the figures. Each quotes and cites the thoughts it comes from.
 */

import { firstCharacters } from '../../kernel/excerpt.ts';
import { redactText } from '../../kernel/redaction.ts';
import { freeSlug, slugOf } from '../../kernel/slug.ts';
import { timestamp } from '../../kernel/timestamp.ts';
import { analyzeSession } from './analyze-session.ts';
import { MARKERS, parseCipher, type Relation } from './cipher.ts';
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

/** How far back a conclusion is followed, and how many steps it may cite. */
const MOST_CITED = 12;
const MOST_QUOTED = 600;

/** The relations to what a step rests on. It does not rest on what it revises or contradicts. */
const CARRYING: readonly Relation[] = ['follows', 'supports'];

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
  const judgement = judge(read, steps, overturned);
  const concluded = conclusions(read, steps, judgement);
  const found = [
    ...concluded,
    ...pointedOut(request.moments, judgement, new Set(concluded.map(({ about }) => about))),
    ...revisions(read, new Set(overturned.map(({ by }) => by.thought))),
    ...overturned.map(rejection),
    signal(read, steps.all),
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

/** A step that revises or contradicts what was said before. */
interface Overturning {
  readonly target: Piece;
  readonly rel: Relation;
  readonly by: StepPiece;
}

function overturnings(steps: StepIndex): readonly Overturning[] {
  return steps.all.flatMap((by) => {
    const targets = new Map<Piece, Overturning>();
    for (const { label, rel } of by.step.refs) {
      const target = CARRYING.includes(rel) ? undefined : steps.referred(label, by);
      // A step may both reject another and replace it: that is reported once.
      if (target && !targets.has(target)) targets.set(target, { target, rel, by });
    }
    return [...targets.values()];
  });
}

interface Judgement {
  /** Whether it was never overturned, and does not rest only on what was overturned. */
  holds(piece: Piece): boolean;
  isOverturned(thought: Thought): boolean;
}

function judge(
  { thoughts }: SessionRead,
  steps: StepIndex,
  overturned: readonly Overturning[],
): Judgement {
  const revised = new Set(thoughts.flatMap(({ revises }) => (revises ? placeName(revises) : [])));
  const fallen = new Set(overturned.map(({ target }) => target));
  const isFallen = (piece: Piece | undefined) => piece !== undefined && fallen.has(piece);
  const stands = (piece: Piece) =>
    !isFallen(piece) &&
    !isFallen(steps.whole(piece.thought)) &&
    !revised.has(placeName(piece.thought));
  const holding = new Set<Piece>();
  const holds = (piece: Piece) => (piece.step ? holding.has(piece) : stands(piece));
  // A conclusion rests on earlier pieces, which have been judged already.
  for (const piece of steps.all) {
    const ground = piece.step.marker === 'C' ? carriersOf(piece, steps) : [];
    if (stands(piece) && (ground.length === 0 || ground.some(holds))) holding.add(piece);
  }
  const standing = new Set(steps.all.filter(stands).map(({ thought }) => placeName(thought)));
  const isOverturned = (thought: Thought) => {
    const whole = steps.whole(thought);
    if (whole && !stands(whole)) return true;
    return thought.steps.length > 0 && !standing.has(placeName(thought));
  };
  return { holds, isOverturned };
}

/**
 * The conclusions that hold, each with what it rests on. If no step concludes, the thought that
 * ended the main chain.
 */
function conclusions(
  { thoughts }: SessionRead,
  steps: StepIndex,
  { holds, isOverturned }: Judgement,
): readonly Finding[] {
  const concluded = steps.all.filter(({ step }) => step.marker === 'C');
  if (concluded.length > 0) {
    return concluded.filter(holds).map((each) => ({
      type: 'pattern',
      about: placeName(each.thought),
      tell: () => conclusion(each, steps, holds),
    }));
  }
  const last = thoughts.filter(({ chain }) => chain === MAIN).at(-1);
  if (!last || last.more || isOverturned(last)) return [];
  const before = thoughts.filter(
    (each) => each.chain === MAIN && each.number === last.previous && !isOverturned(each),
  );
  return [{ type: 'pattern', about: placeName(last), tell: () => ending(last, before) }];
}

function ending(last: Thought, before: readonly Thought[]): Lesson {
  const title = titleOf(last.text);
  return {
    title,
    body: document(title, [
      cited(last.text, last),
      ...before.map((thought) => `It followed from:\n\n${cited(thought.text, thought)}`),
    ]),
    from: [...before, last],
  };
}

function conclusion(end: StepPiece, steps: StepIndex, holds: (piece: Piece) => boolean): Lesson {
  const ground = groundOf(end, steps, holds);
  const title = titleOf(end.step.content);
  const lines = ground.map(
    (piece) =>
      `- ${kindOf(piece)} (thought ${placeName(piece.thought)}): ${quoted(wordsOf(piece))}`,
  );
  const rests = lines.length === 0 ? [] : [`It rests on:\n\n${lines.join('\n')}`];
  return {
    title,
    body: document(title, [cited(end.step.content, end.thought), ...rests]),
    from: [...ground.map(({ thought }) => thought), end.thought],
  };
}

/** The pieces behind a conclusion that hold, oldest first. */
function groundOf(
  end: StepPiece,
  steps: StepIndex,
  holds: (piece: Piece) => boolean,
): readonly Piece[] {
  const found = new Set<Piece>();
  const open: Piece[] = [end];
  for (let next = open.shift(); next && found.size < MOST_CITED; next = open.shift()) {
    for (const target of carriersOf(next, steps)) {
      if (found.has(target) || target === end || !holds(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return [...found].sort((a, b) => a.thought.seq - b.thought.seq);
}

/** The pieces that a step refers to as its grounds. */
function carriersOf(from: Piece, steps: StepIndex): readonly Piece[] {
  return (from.step?.refs ?? []).flatMap(({ label, rel }) =>
    CARRYING.includes(rel) ? (steps.referred(label, from) ?? []) : [],
  );
}

function kindOf({ step }: Piece): string {
  return step ? MARKERS[step.marker] : 'thought';
}

function wordsOf({ step, thought }: Piece): string {
  return step ? step.content : thought.text;
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
    body: document(title, [`Pointed out as: ${type}.`, ...why, cited(thought.text, thought)]),
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
      `Thought at first:\n\n${cited(before.text, before)}`,
      `Revised to:\n\n${cited(after.text, after)}`,
    ]),
    from: [before, after],
  };
}

function rejection({ target, rel, by }: Overturning): Finding {
  const word = rel === 'revises' ? 'Revised' : 'Rejected';
  return {
    type: 'anti-pattern',
    tell() {
      const title = titleOf(wordsOf(target));
      return {
        title,
        body: document(title, [
          `${kindOf(target)}:\n\n${cited(wordsOf(target), target.thought)}`,
          `${word}:\n\n${cited(by.step.content, by.thought)}`,
        ]),
        from: [target.thought, by.thought],
      };
    },
  };
}

/** Only the latest open questions; the session has all of them. */
const MOST_QUESTIONS = 20;

/** The signal: how the session went, and what stayed open. */
function signal(read: SessionRead, all: readonly StepPiece[]): Finding {
  return { type: 'signal', tell: () => course(read, all) };
}

function course({ session, thoughts, chains }: SessionRead, all: readonly StepPiece[]): Lesson {
  const { structure, quality } = analyzeSession(session, chains);
  const answered = new Set(all.flatMap(({ step }) => step.refs.map(({ label }) => label)));
  const open = all
    .filter(({ step }) => step.marker === 'Q' && !answered.has(step.label))
    .slice(-MOST_QUESTIONS);
  const last = thoughts.at(-1);
  return {
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
  return firstCharacters(text, MOST_QUOTED);
}

/** For cipher, the words of its first step, without label and references. */
function titleOf(text: string): string {
  const words = redactText(parseCipher(text)[0]?.content ?? text);
  const [line = ''] = words.trim().split('\n', 1);
  return [...line].length <= 80 ? line : firstCharacters(line, 79);
}
