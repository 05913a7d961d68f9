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
  { path: 'docs/worked-days.md', atLeast: 15 },
  { path: 'README.md', atLeast: 3 },
];

/** Whole processes on a busy machine: far more than it takes. */
const SLOW_MS = 120_000;

interface Turn {
  readonly agent: string;
  readonly tool: string;
  readonly args: unknown;
  readonly answer: string;
}

/** Every call of the document, in order, with the answer that is printed there. */
function turnsIn(text: string): Turn[] {
  return [...text.matchAll(/^```transcript (\w+)\n(.*?)^```/gms)].flatMap(([, agent, body]) =>
    (body ?? '')
      .split(/^> /m)
      .slice(1)
      .map((turn) => {
        const [call = '', ...lines] = turn.trimEnd().split('\n');
        const [, tool = '', json] = /^(\w+)(?: (.*))?$/.exec(call) ?? [];
        return {
          agent: agent ?? '',
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
  async function clientOf(agent: string): Promise<StdioClient> {
    const known = agents.get(agent);
    if (known) return known;
    for (const other of agents.values()) {
      other.kill('SIGKILL');
      await other.exited;
    }
    agents.clear();
    const more = ['--agent', agent];
    const client = await StdioClient.start({ flags: place.flags, workspace: 'parser', more });
    agents.set(agent, client);
    return client;
  }

  it.each(DOCUMENTS)(
    '[TA51] $path happens as it is written',
    async ({ path, atLeast }) => {
      const turns = turnsIn(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'));
      expect(turns.length).toBeGreaterThanOrEqual(atLeast);
      for (const { agent, tool, args, answer } of turns) {
        const reply = await (await clientOf(agent)).call(tool, args);
        if (!saysTheSame(answer, reply.text)) expect(reply.text, tool).toBe(answer);
      }
    },
    SLOW_MS,
  );
});
