/**
 * The collections that retrieval is measured with, from the directory that WAYMARK_BENCH_DATA
 * names. They are not part of the project: without them the benchmark is left out.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DIRECTORY = resolve(process.env.WAYMARK_BENCH_DATA ?? '../shared/data');

export interface Text {
  readonly id: string;
  readonly text: string;
}

/** A conversation of LoCoMo: sessions of turns, and questions with the turns that answer them. */
export interface Conversation {
  readonly name: string;
  readonly sessions: readonly Talk[];
  readonly questions: readonly Question[];
}

interface Talk {
  /** As the collection writes it: `1:56 pm on 8 May, 2023`. */
  readonly date: string;
  readonly startMs: number;
  readonly turns: readonly Text[];
}

interface Question {
  readonly text: string;
  /** The ids of turns. */
  readonly evidence: ReadonlySet<string>;
}

/** The others, of category 5, have no answer in the conversation. */
const ANSWERED = [1, 2, 3, 4];

interface RawTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
}

interface RawQuestion {
  readonly question: string;
  readonly category: number;
  readonly evidence: readonly string[];
}

type RawConversation = Readonly<Record<string, unknown>> & { readonly name: string };

/** Undefined if the collection is not there. */
export function loadLocomo(): readonly Conversation[] | undefined {
  const file = join(DIRECTORY, 'locomo-half.json');
  if (!existsSync(file)) return undefined;
  const raw = JSON.parse(readFileSync(file, 'utf8')) as readonly RawConversation[];
  return raw.map((conversation) => {
    const sessions = talksOf(conversation);
    const known = new Set(sessions.flatMap(({ turns }) => turns.map(({ id }) => id)));
    const questions = (conversation.qa as readonly RawQuestion[])
      .filter(({ category }) => ANSWERED.includes(category))
      .map(({ question, evidence }) => ({ text: question, evidence: turnsIn(evidence, known) }))
      .filter(({ evidence }) => evidence.size > 0);
    return { name: conversation.name, sessions, questions };
  });
}

function talksOf(conversation: RawConversation): Talk[] {
  return Object.keys(conversation)
    .filter((key) => /^session_\d+$/.test(key))
    .map((key) => {
      const date = String(conversation[`${key}_date_time`]);
      const [time, day] = date.split(' on ');
      const startMs = Date.parse(`${day} ${time} UTC`);
      if (Number.isNaN(startMs)) throw new Error(`${date} is no date`);
      const turns = conversation[key] as readonly RawTurn[];
      return {
        date,
        startMs,
        turns: turns.map((turn) => ({ id: turn.dia_id, text: `${turn.speaker}: ${turn.text}` })),
      };
    })
    .sort((a, b) => a.startMs - b.startMs);
}

/** Some entries hold several ids, some a misspelt one, and a few one that does not exist. */
function turnsIn(evidence: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> {
  const ids = evidence
    .flatMap((entry) => [...entry.matchAll(/D:?(\d+):(\d+)/g)])
    .map(([, session, turn]) => `D${Number(session)}:${Number(turn)}`);
  return new Set(ids.filter((id) => known.has(id)));
}

export function sessionOfTurn(turn: string): string {
  return turn.split(':')[0] ?? '';
}

export interface Cranfield {
  readonly texts: readonly (Text & { readonly title: string })[];
  readonly questions: readonly JudgedQuestion[];
}

interface JudgedQuestion {
  readonly text: string;
  /** The grade of each relevant text: 1 is a complete answer, 4 of little interest. */
  readonly grades: ReadonlyMap<string, number>;
}

/** Undefined if the collection is not there. */
export function loadCranfield(): Cranfield | undefined {
  const read = (name: string) => readFileSync(join(DIRECTORY, 'cranfield', name), 'utf8');
  if (!existsSync(join(DIRECTORY, 'cranfield'))) return undefined;
  const grades = new Map<number, Map<string, number>>();
  for (const line of read('cranqrel').split('\n')) {
    const [question = 0, text, grade = 0] = line.trim().split(/\s+/).map(Number);
    // A grade of -1 is none.
    if (grade < 1) continue;
    const judged = grades.get(question) ?? new Map<string, number>();
    grades.set(question, judged.set(String(text), grade));
  }
  return {
    texts: recordsOf(read('cran.all')).map(({ id, fields }) => {
      const title = fields.T ?? '';
      return { id, title, text: fields.W || title };
    }),
    // The judgements count the questions from 1, whatever numbers these bear themselves.
    questions: recordsOf(read('cran.qry')).map(({ fields }, at) => ({
      text: fields.W ?? '',
      grades: grades.get(at + 1) ?? new Map(),
    })),
  };
}

interface Fields {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** `.I 12`, followed by fields such as `.T` and their lines. */
function recordsOf(file: string): Fields[] {
  return file
    .split(/^\.I /m)
    .slice(1)
    .map((record) => {
      const [id = '', ...parts] = record.split(/^\.([A-Z])$/m);
      const fields: Record<string, string> = {};
      for (let at = 0; at < parts.length; at += 2) {
        fields[parts[at] ?? ''] = (parts[at + 1] ?? '').trim().replaceAll(/\s+/g, ' ');
      }
      return { id: id.trim(), fields };
    });
}
