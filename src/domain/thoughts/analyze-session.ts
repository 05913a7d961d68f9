/** The figures of a session. guides/session-analysis-guide.md explains each formula. */

import { timestamp } from '../../kernel/timestamp.ts';
import { type Chain, MAIN, type Session } from './session.ts';

const MINUTE_MS = 60_000;

export function analyzeSession(session: Session, chains: readonly Chain[]) {
  const { thoughtCount: count, revisionCount, branchThoughts } = session;
  const duration = (session.lastMs ?? 0) - (session.firstMs ?? 0);
  const linearityScore =
    count === 0 ? 1 : rounded(Math.max(0, 1 - (revisionCount + branchThoughts) / count));
  const thoughtDensity = duration === 0 ? 0 : rounded(count / (duration / MINUTE_MS));
  const main = chains.find(({ name }) => name === MAIN);
  const isComplete = main?.isComplete ?? false;
  return {
    sessionId: session.id,
    metadata: {
      title: session.title,
      tags: session.tags,
      thoughtCount: count,
      branchCount: session.branchCount,
      revisionCount,
      duration,
      createdAt: timestamp(session.createdMs),
      lastUpdatedAt: timestamp(session.updatedMs),
    },
    structure: {
      linearityScore,
      revisionRate: count === 0 ? 0 : rounded(revisionCount / count),
      maxDepth: session.branchCount,
      thoughtDensity,
    },
    quality: {
      critiqueRequests: session.critiqueCount,
      hasConvergence: converges(main, chains),
      isComplete,
    },
    linearity: linearityScore,
    density: thoughtDensity,
    completion: completionOf(main),
    branchCount: session.branchCount,
  };
}

/** Whether the main chain continued after the last thought of every branch. */
function converges(main: Chain | undefined, chains: readonly Chain[]): boolean {
  const branches = chains.filter(({ name }) => name !== MAIN);
  if (!main || branches.length === 0) return false;
  return branches.every(({ lastSeq }) => lastSeq < main.lastSeq);
}

function completionOf(main: Chain | undefined): number {
  if (!main) return 0;
  // While it goes on, at least one more thought is to come.
  return main.isComplete
    ? 1
    : Math.min(0.99, rounded(main.count / Math.max(main.total, main.count + 1)));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
