/** What is found for what is typed: asked a moment after the last letter, the last answer wins. */

import { useEffect, useState } from 'preact/hooks';
import type { ShownFound, ShownHit } from '../../src/observatory/shown-hits.ts';
import { link, type Refusal } from '../live/socket.ts';
import { type Question, searchFor } from './ask-recall.ts';

/** After the last letter, before the server is asked. */
const TYPING_MS = 150;

export interface SearchState {
  readonly hits: readonly ShownHit[];
  /** The words that these hits were found for. */
  readonly query: string;
  readonly nearest: readonly string[];
  /** Whether an answer has come at all. */
  readonly isReady: boolean;
  readonly isAsking: boolean;
  readonly refusal: Refusal | undefined;
  readonly hasMore: boolean;
  more(): void;
}

interface Answered extends ShownFound {
  readonly question: Question;
}

export function useSearch({ query, kinds }: Question, workspace: string | undefined): SearchState {
  const [answered, setAnswered] = useState<Answered>();
  const [asking, setAsking] = useState(0);
  const [refusal, setRefusal] = useState<Refusal>();
  const isLive = link.value.is === 'live';
  const wanted = kinds.join();
  useEffect(() => {
    if (!isLive) return undefined;
    let isCurrent = true;
    const question = { query, kinds };
    const timer = setTimeout(
      async () => {
        setAsking((count) => count + 1);
        const reply = await searchFor(question);
        setAsking((count) => count - 1);
        if (!isCurrent) return;
        setRefusal(reply.ok ? undefined : reply.refusal);
        if (reply.ok) setAnswered({ ...reply.result, question });
      },
      answered === undefined ? 0 : TYPING_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [query, wanted, workspace, isLive]);
  const more = async () => {
    if (answered?.cursor === undefined || asking > 0) return;
    setAsking((count) => count + 1);
    const reply = await searchFor(answered.question, answered.cursor);
    setAsking((count) => count - 1);
    setRefusal(reply.ok ? undefined : reply.refusal);
    // What was typed meanwhile has another list.
    setAnswered((now) => (now === answered && reply.ok ? joined(answered, reply.result) : now));
  };
  return {
    hits: answered?.hits ?? [],
    query: answered?.question.query ?? '',
    nearest: answered?.nearest ?? [],
    isReady: answered !== undefined,
    isAsking: asking > 0,
    refusal,
    hasMore: answered?.cursor !== undefined,
    more: () => void more(),
  };
}

/** A hit that has moved between two pages is shown once. */
function joined({ hits, question }: Answered, next: ShownFound): Answered {
  const known = new Set(hits.map(({ kind, id }) => `${kind} ${id}`));
  const fresh = next.hits.filter(({ kind, id }) => !known.has(`${kind} ${id}`));
  return { ...next, hits: [...hits, ...fresh], question };
}
