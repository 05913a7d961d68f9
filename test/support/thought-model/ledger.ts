/** The model of the ledger: plain lists, with nothing stored twice. */

export interface ThoughtNumber {
  /** The main chain is ''. */
  readonly chain: string;
  readonly number: number;
}

/** A reference of a line; a sign in front of it decides what it means. */
export interface Ref {
  readonly label: number;
  readonly sign: '' | '^' | '⊕' | '⊖';
}

/** A line of cipher, before it is written as text. */
export interface Line {
  readonly label: number;
  readonly marker: string;
  readonly refs: readonly Ref[];
  readonly text: string;
}

export interface Said extends ThoughtNumber {
  readonly text: string;
  readonly total: number;
  readonly more: boolean;
  readonly revises: ThoughtNumber | undefined;
  readonly unsure: boolean;
  readonly atMs: number;
  readonly critique?: { readonly text: string; readonly model: string; readonly atMs: number };
}

export interface LedgerSession {
  readonly id: string;
  readonly project: string;
  readonly createdMs: number;
  title: string;
  tags: string[];
  updatedMs: number;
  /** In the order of recording. */
  readonly said: Said[];
  /** The thought at which each branch begins, in the order of creation. */
  readonly forks: Map<string, number>;
  readonly steps: Noted[];
  /** What each step refers to, in the order of recording. */
  readonly links: { readonly from: Noted; readonly rel: string; readonly to: Noted }[];
}

/** A step that was recorded in the thought of this number. */
export interface Noted extends ThoughtNumber {
  readonly label: number;
  readonly marker: string;
  readonly node: string;
}

/** The status of every step, computed from all that was ever said about it. */
export function statusesOf({ steps, links }: LedgerSession): Map<string, string> {
  return new Map(
    steps.map((step) => {
      const verdicts = links
        .filter(({ to }) => to === step)
        .map(({ from, rel }) => {
          if (rel === 'contradicts') return 'rejected';
          if (rel === 'revises') return 'revised';
          return step.marker === 'Q' && 'EOC'.includes(from.marker) ? 'answered' : 'open';
        });
      return [step.node, verdicts.find((verdict) => verdict !== 'open') ?? 'open'];
    }),
  );
}

/** The state of a caller. */
export interface Standing {
  stage: number;
  session?: string | undefined;
  domain?: string | undefined;
  project?: string | undefined;
  task?: string | undefined;
  hasClosed?: boolean;
}

export interface Kept {
  title: string;
  content: string;
  description?: string;
  tags?: readonly string[];
}

export interface Ledger {
  /** In the order of their start. */
  readonly sessions: LedgerSession[];
  readonly standings: Map<string, Standing>;
  readonly patterns: Map<string, Kept>;
  readonly notes: Map<string, Kept>;
  /** The ids of patterns that were deleted, which are not used again. */
  readonly gone: Set<string>;
}

export function newLedger(): Ledger {
  return {
    sessions: [],
    standings: new Map(),
    patterns: new Map(),
    notes: new Map(),
    gone: new Set(),
  };
}

export function standingOf({ standings }: Ledger, who: string): Standing {
  const known = standings.get(who);
  if (known) return known;
  const fresh: Standing = { stage: 0 };
  standings.set(who, fresh);
  return fresh;
}

export function sessionNamed(
  ledger: Ledger,
  standing: Standing,
  name: string,
): LedgerSession | undefined {
  if (name === 'latest') {
    const changed = byChange(ledger, standing.project);
    return changed.find(({ said }) => said.length > 0) ?? changed[0];
  }
  const id = name === 'current' ? standing.session : name;
  return ledger.sessions.find((each) => each.id === id);
}

/**
 * Sessions without thoughts come last. Newest change first; at the same time, the one started last
 * comes first.
 */
export function byChange(ledger: Ledger, project: string | undefined): LedgerSession[] {
  return ledger.sessions
    .filter((each) => project === undefined || each.project === project)
    .map((session, index) => ({ session, index }))
    .sort(
      (a, b) =>
        Number(a.session.said.length === 0) - Number(b.session.said.length === 0) ||
        b.session.updatedMs - a.session.updatedMs ||
        b.index - a.index,
    )
    .map(({ session }) => session);
}

export function onChain({ said }: LedgerSession, chain: string): readonly Said[] {
  return said.filter((each) => each.chain === chain);
}

export function hasPlace(session: LedgerSession, { chain, number }: ThoughtNumber): boolean {
  return onChain(session, chain).some((each) => each.number === number);
}

export function isComplete(session: LedgerSession): boolean {
  return onChain(session, '').at(-1)?.more === false;
}

/** Sets the place of a caller; a new project clears the task. */
export function goTo(
  standing: Standing,
  request: { readonly project?: string; readonly task?: string; readonly domain?: string | null },
): void {
  if (request.project !== undefined && request.project !== standing.project) {
    standing.project = request.project;
    standing.task = undefined;
  }
  if (request.task !== undefined) standing.task = request.task;
  if (request.domain === undefined) return;
  standing.domain = request.domain ?? undefined;
  if (standing.stage >= 2) standing.stage = standing.domain === undefined ? 2 : 3;
}

export interface Beginning {
  readonly id: string;
  readonly title: string | undefined;
  readonly tags: readonly string[];
  readonly nowMs: number;
}

export function beginSession(
  ledger: Ledger,
  standing: Standing,
  request: Beginning,
): LedgerSession {
  const session: LedgerSession = {
    id: request.id,
    project: standing.project ?? '_default',
    createdMs: request.nowMs,
    updatedMs: request.nowMs,
    title: request.title ?? `Reasoning session ${new Date(request.nowMs).toISOString()}`,
    tags: [...request.tags, ...(standing.task === undefined ? [] : [`task:${standing.task}`])],
    said: [],
    forks: new Map(),
    steps: [],
    links: [],
  };
  ledger.sessions.push(session);
  return session;
}

export function textOf(lines: readonly Line[] | string): string {
  if (typeof lines === 'string') return lines;
  return lines
    .map(({ label, marker, refs, text }) => {
      const named = refs.map((ref) => `${ref.sign}S${ref.label}`).join(',');
      return `S${label}|${marker}|${named === '' ? '' : `${named}|`}${text}`;
    })
    .join('\n');
}
