/**
 * Every command that an answer prints can be run by the client that gets it, although many clients
 * call only what is listed; docs/spec/calls.md.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { examplesFor } from '../../test/support/examples.ts';
import { filled } from '../../test/support/filled.ts';
import { openTestSurface, setScene, type TestSurface } from '../../test/support/surface.ts';
import { GATEWAY } from '../domain/thoughts/gateway-state.ts';
import { isRefusal } from '../kernel/refusal.ts';
import type { Suggestion } from '../kernel/suggestion.ts';
import { parseInput } from '../surface/parse-input.ts';
import type { Reply } from '../surface/render.ts';
import { listedTools } from '../surface/toolsets.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Example } from './declaration/examples.ts';
import { findOperation } from './find-operation.ts';

const LISTED = listedTools(CATALOGUE, ['daily']).map(({ name }) => name);

/** Names that cannot be mistaken for an ordinary word. */
const UNLISTED = CATALOGUE.map(({ name }) => name).filter(
  (name) => name.includes('_') && !LISTED.includes(name),
);

let server: TestSurface;

beforeAll(async () => {
  server = await openTestSurface({ structured: false });
});
afterAll(() => server.close());

/** As a client does that knows only the tools that are listed. */
async function play(tool: string, example: Example): Promise<Reply> {
  await setScene(server, example);
  const listed = { tool, args: example.args };
  const { tool: target, args } = LISTED.includes(tool)
    ? listed
    : { tool: GATEWAY, args: { operation: 'call', ...listed } };
  return server.call(target, args);
}

/** The sentences of an answer, without the text that it was given to show. */
function sentencesOf({ text, isError }: Reply): string {
  if (text.startsWith('{')) {
    const { error, recovery, details, warnings = [] } = JSON.parse(text);
    const told = isError
      ? [error?.message ?? error, error?.recovery, recovery, details?.recovery]
      : [];
    return [...told, ...warnings.flatMap(Object.values)].join(' ');
  }
  return text
    .split('\n')
    .filter((line) => /^(ERROR|WARNING):/.test(line))
    .join(' ');
}

function reachedBy({ suggestions }: Reply): readonly unknown[] {
  return suggestions.flatMap(({ target, params }) => [
    target,
    params.tool,
    (params.args as { tool?: string } | undefined)?.tool,
  ]);
}

/** Whether it would be accepted as it stands, once its placeholders are filled in. */
function isAccepted({ target, params }: Suggestion): boolean {
  const routed = findOperation(CATALOGUE, { tool: target, args: filled(params) });
  return !isRefusal(routed) && !isRefusal(parseInput(routed.operation, routed.args));
}

describe('a client that calls only what is listed', () => {
  it.each(CATALOGUE.map(({ name }) => name))('[CA101] can run what %s prints', async (name) => {
    const operation = CATALOGUE.find((each) => each.name === name);
    if (!operation) throw new Error(`no tool ${name}`);
    const { examples, refusals } = examplesFor(operation, `reach-${name}`);
    for (const example of [...examples, ...Object.values(refusals)]) {
      const reply = await play(name, example);
      for (const each of reply.suggestions) {
        expect(LISTED, reply.text).toContain(each.target);
        expect(isAccepted(each), JSON.stringify(each)).toBe(true);
      }
      const sentences = sentencesOf(reply);
      const given = [name, JSON.stringify(example.args)].join(' ');
      const named = UNLISTED.filter(
        (each) => new RegExp(`\\b${each}\\b`).test(sentences) && !given.includes(each),
      );
      for (const each of named) {
        expect(reachedBy(reply), `${each} in: ${reply.text}`).toContain(each);
      }
    }
  });

  const lost = { args: { ref: 'nowhere' }, tool: 'checkout' };

  it('[CA101] is shown names if it has just called by an unlisted name itself', async () => {
    await server.call('init', { workspace: 'names' });
    const args = { workspace: 'names', ...lost.args };
    const [byName] = (await server.call(lost.tool, args)).suggestions;
    expect(byName?.target).toBe('branch_list');
    const through = { operation: 'call', tool: lost.tool, args };
    const [inForm] = (await server.call(GATEWAY, through)).suggestions;
    expect(inForm).toMatchObject({
      target: GATEWAY,
      params: { operation: 'call', tool: 'branch_list', args: { workspace: 'names' } },
    });
  });

  it('[CA101] is shown names if the gateway is not listed either', async () => {
    const core = await openTestSurface({ toolsets: ['core'], defaultWorkspace: 'home' });
    const { suggestions } = await core.call('status', { max_chars: -1 });
    await core.close();
    expect(suggestions).toMatchObject([{ target: 'help', params: { tool: 'status' } }]);
  });

  it('[RP14] a plain refusal has its next calls in the form that runs', async () => {
    const { text } = await server.call('graph_next', { workspace: 'names', project: 'none' });
    expect(JSON.parse(text).next).toEqual([
      { tool: 'graph_plan', args: { workspace: 'names', project: 'none' } },
    ]);
    const empty = await server.call('graph_onboard', { workspace: 'names', project: '' });
    for (const { tool } of JSON.parse(empty.text).next) expect(LISTED).toContain(tool);
  });
});
