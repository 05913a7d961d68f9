/** A memory worth looking at: branches, notes, cards, a conflict, knowledge and notebooks. */

import type { StdioClient } from '../../support/stdio-client.ts';

type Agent = Pick<StdioClient, 'call'>;

async function ask<Result>(agent: Agent, tool: string, args: object): Promise<Result> {
  const reply = await agent.call(tool, args);
  if (reply.isError) throw new Error(`${tool}: ${reply.text}`);
  const { result = reply.json } = reply.json ?? {};
  return result as Result;
}

interface Noted {
  readonly entry: { readonly seq: number };
}

interface Merged {
  readonly conflict_ids: readonly string[];
}

/** The ids that a call of the gateway returns. */
interface Made {
  readonly notebookId: string;
  readonly cellId: string;
}

export const NOTE = `# The cache is cold

After a deploy **every** read misses for about \`90 s\`:

- the key contains the *build id*
- nothing warms it up

\`\`\`ts
const key = \`\${build}:\${path}\`;
\`\`\`

See [the report](https://example.org/report) for numbers.`;

const card = (id: string, type: string, title: string, more: object = {}) => ({
  ...{ id, type, title, ...more },
});

/** Branches with notes, cards, tags, and an open conflict; its id. */
export async function writeMemory(agent: Agent): Promise<string> {
  const { entry } = await ask<Noted>(agent, 'notes_commit', { content: NOTE, title: 'Cold cache' });
  await ask(agent, 'tag_create', { name: 'before-rewrite', from: entry.seq });
  const cards: readonly (readonly [object, object])[] = [
    [card('q1', 'question', 'Why are reads slow after a deploy?'), {}],
    [card('h1', 'hypothesis', 'The cache is cold'), { supports: ['q1'] }],
    [card('h2', 'hypothesis', 'The index is rebuilt'), { supports: ['q1'] }],
    [card('t1', 'test', 'Compare the hit rate before and after'), { supports: ['h1'] }],
    [card('e1', 'evidence', '40 % of reads miss for 90 s'), { supports: ['h1'], blocks: ['h2'] }],
    [card('d1', 'decision', 'Leave the build id out of the key'), { supports: ['q1'] }],
    [card('f1', 'frame', 'Deploys should not be felt'), {}],
  ];
  for (const [each, links] of cards) await ask(agent, 'think_card', { card: each, ...links });
  await ask(agent, 'think_set_status', { targets: ['h2'], status: 'refuted' });
  await ask(agent, 'think_pin', { targets: 'q1' });
  await ask(agent, 'trace_step', { step: 'Read the logs of the last deploy.', message: 'Logs' });
  await ask(agent, 'branch_create', { name: 'idea/warm-up', from: 'main' });
  await ask(agent, 'notes_commit', {
    content: 'Warm the cache before the switch.',
    branch: 'idea/warm-up',
  });
  await ask(agent, 'branch_create', { name: 'idea/warm-up-late', from: 'idea/warm-up' });
  const decided = (title: string, text: string, branch: string) =>
    ask(agent, 'graph_apply', {
      ...{ branch, ops: [{ op: 'node_upsert', id: 'd1', type: 'decision', title, text }] },
    });
  await decided('Warm the cache up', 'It costs one minute per deploy.', 'idea/warm-up');
  await decided('Use a key without the build', 'It costs nothing.', 'main');
  const merging = { from: 'idea/warm-up', into: 'main' };
  const { conflict_ids: found } = await ask<Merged>(agent, 'graph_merge', merging);
  return found[0] ?? '';
}

export async function writeKnowledge(agent: Agent): Promise<void> {
  const gateway = (operation: string, args: object = {}) =>
    ask<Made>(agent, 'thoughtbox_gateway', { operation, ...args });
  await gateway('start_new', { title: 'Learn' });
  await gateway('cipher');
  await gateway('knowledge', {
    ...{ subOperation: 'create', id: 'warm-up', title: 'Warm up before the switch' },
    ...{ description: 'When a cache is keyed by build', content: NOTE, tags: ['cache'] },
  });
  await gateway('knowledge', {
    ...{ subOperation: 'save_note', id: 'todo', title: 'To look at', content: 'The index.' },
  });
}

/** A notebook with prose, a cell that succeeded, one that failed and one never run; their ids. */
export async function writeNotebook(agent: Agent) {
  const gateway = (operation: string, args: object = {}) =>
    ask<Made>(agent, 'thoughtbox_gateway', { operation, ...args });
  await gateway('start_new', { title: 'Measure' });
  await gateway('cipher');
  const { notebookId } = await gateway('notebook', {
    ...{ subOperation: 'create', name: 'Hit rate', language: 'javascript' },
  });
  const add = async (args: object): Promise<string> =>
    (await gateway('notebook', { subOperation: 'add_cell', notebookId, ...args })).cellId;
  const run = (cellId: string) =>
    gateway('notebook', { subOperation: 'run_cell', notebookId, cellId });
  await add({ type: 'markdown', content: NOTE });
  const ok = await add({
    ...{ type: 'code', filename: 'rate.js' },
    content:
      'const reads = 200;\nfor (let at = 1; at <= 30; at++) console.log(at, reads / at);\nconsole.error("a warning");',
  });
  const failing = await add({
    ...{ type: 'code', filename: 'fails.js', content: 'throw new Error("no such file");' },
  });
  const never = await add({ type: 'code', filename: 'later.js', content: 'console.log(1)' });
  await run(ok);
  await run(failing);
  return { notebookId, ok, failing, never };
}
