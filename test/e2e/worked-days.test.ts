/**
 * The transcripts of docs/worked-days.md and the README, played over stdio; each agent is a
 * process.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAIN_ENGINES, type TestPlace } from '../support/engines.ts';
import { StdioClient } from '../support/stdio-client.ts';

const DOCUMENTS = [
  { path: 'docs/worked-days.md', atLeast: 40 },
  { path: 'README.md', atLeast: 3 },
] as const;

interface Turn {
  readonly agent: string;
  readonly workspace: string;
  readonly tool: string;
  readonly args: unknown;
  readonly answer: string;
}

/** Every call of the document, in order, with the answer that is printed there. */
function turnsIn(text: string): Turn[] {
  const blocks = [...text.matchAll(/^```transcript (\w+)(?: in (\w+))?\n(.*?)^```/gms)];
  return blocks.flatMap(([, agent, workspace = 'parser', body]) =>
    (body ?? '')
      .split(/^> /m)
      .slice(1)
      .map((turn) => {
        const [call = '', ...lines] = turn.trimEnd().split('\n');
        const [, tool = '', json] = /^(\w+)(?: (.*))?$/.exec(call) ?? [];
        return {
          agent: agent ?? '',
          workspace,
          tool,
          args: json === undefined ? {} : JSON.parse(json),
          answer: lines.join('\n'),
        };
      }),
  );
}

/** Equal except for what the document leaves out. */
function saysTheSame(printed: string, answer: string): boolean {
  const parts = printed.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^]*')}$`).test(answer);
}

describe.each(MAIN_ENGINES)('what the documents show, on $name', (engine) => {
  let place: TestPlace;
  const agents = new Map<string, StdioClient>();

  beforeEach(async () => {
    place = await engine.migrated();
  });
  afterEach(async () => {
    for (const client of agents.values()) await client.close();
    agents.clear();
    await place.remove();
  });

  /** A new agent starts where the last one was killed. */
  async function clientOf({ agent, workspace }: Turn): Promise<StdioClient> {
    const known = agents.get(`${agent} in ${workspace}`);
    if (known) return known;
    for (const other of agents.values()) {
      other.kill('SIGKILL');
      await other.exited;
    }
    agents.clear();
    const more = ['--agent', agent];
    const client = await StdioClient.start({ flags: place.flags, workspace, more });
    agents.set(`${agent} in ${workspace}`, client);
    return client;
  }

  it.each(DOCUMENTS)(
    '[TA51] [WB21] $path happens as it is written, and its two days cost little',
    async ({ path, atLeast }) => {
      const turns = turnsIn(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'));
      expect(turns.length).toBeGreaterThanOrEqual(atLeast);
      const played: Played[] = [];
      for (const turn of turns) {
        const { tool, args, answer } = turn;
        const { text } = await (await clientOf(turn)).call(tool, args);
        if (!saysTheSame(answer, text)) expect(text, tool).toBe(answer);
        played.push({ turn, text });
      }
      if (path === 'docs/worked-days.md') expectTwoDays(played);
    },
  );
});

interface Played {
  readonly turn: Turn;
  readonly text: string;
}

/** The first day in few calls and characters; the first call of the second day holds all of it. */
function expectTwoDays(played: readonly Played[]): void {
  const days = played.filter(({ turn }) => turn.workspace === 'durations');
  const dayOne = days.filter(({ turn }) => turn.agent === 'eve');
  const sizes = dayOne.map(({ turn, text }) =>
    [turn.tool, JSON.stringify(turn.args), text].reduce((sum, part) => sum + part.length, 0),
  );
  expect(dayOne.length).toBeGreaterThan(0);
  expect(dayOne.length).toBeLessThanOrEqual(12);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(8_000);
  const first = days.find(({ turn }) => turn.agent === 'finn')?.text ?? '';
  expect(first.length).toBeLessThanOrEqual(2_500);
  const rules = dayOne.flatMap(({ turn }) => {
    const { kind, text } = turn.args as { kind?: string; text?: string[] };
    return kind === 'rule' ? (text ?? []) : [];
  });
  expect(rules).toHaveLength(7);
  for (const part of [
    ...rules,
    '3 of 8 steps done',
    's:3 — Print moments',
    's:3 criterion: 44 s prints “a moment”',
    's:3 criterion: a minute prints “1 minute”',
    'Comparing before rounding avoids “a moment” at 44.6 s',
    'Are exactly 45 s still a moment?',
    'Months go through days, never through calendars.',
  ]) {
    expect(first).toContain(part);
  }
  expect(first).toMatch(/^tasks_macro_close_step step_id=.*target=TASK-001$/m);
  expect(first).toContain('without proof=["CMD: what ran, result"] s:3 shows as unproven');
}
