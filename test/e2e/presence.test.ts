/**
 * Agents that come, work, stall and die: which claims still hold, named by docs/spec/identity.md.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestPlace } from '../support/engines.ts';
import { describeAtOnce } from '../support/engines-at-once.ts';
import { startHttpServer } from '../support/http-server.ts';
import { callText, connectHttp } from '../support/sdk-client.ts';
import type { CallResult, StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';
import {
  ask,
  PROJECT,
  planLeaves,
  take,
  takeOver,
  WORKSPACE,
  WorkingAgents,
} from '../support/working-agents.ts';

describeAtOnce('presence of processes', (engine) => {
  let place: TestPlace;
  const agents = new WorkingAgents();

  beforeEach(async () => {
    place = await engine.migrated();
  });
  afterEach(async () => {
    await agents.end();
    await place.remove();
  });

  const agent = (more: readonly string[] = []) => agents.start(place.flags, { more });

  it('[ID31] of four, one is killed: its work is free, that of a frozen one is not', async () => {
    const [first, frozen, killed, fourth] = [
      await agent(),
      await agent(),
      await agent(),
      await agent(),
    ];
    await planLeaves(first, 3);
    const mine = await take(first);
    const slow = await take(frozen);
    const lost = await take(killed);
    expect(new Set([mine.id, slow.id, lost.id]).size).toBe(3);
    const { nodes, waiting } = await ask(fourth, 'graph_next', { project: PROJECT, claim: true });
    expect(nodes).toEqual([]);
    expect(waiting.claimed).toHaveLength(3);
    frozen.kill('SIGSTOP');
    killed.kill();
    expect((await takeOver(fourth)).id).toBe(lost.id);
    // Long enough to notice a program that counts the silence of a living process as its end.
    await sleep(4_000);
    expect(await take(first)).toMatchObject({ id: mine.id });
    expect((await ask(fourth, 'graph_next', { project: PROJECT, count: 5 })).nodes).toHaveLength(1);
    frozen.kill('SIGCONT');
    expect(await take(frozen)).toMatchObject({ id: slow.id });
    const { nodes: gone } = await ask(fourth, 'graph_query', {
      project: PROJECT,
      filter: { claimed_by: lost.properties._claimed_by },
    });
    expect(gone).toEqual([]);
  });

  it('[ID31] an agent that starts after a kill finds the work free', async () => {
    const first = await agent();
    await planLeaves(first, 1);
    const lost = await take(first);
    first.kill();
    await first.exited;
    expect((await takeOver(await agent())).id).toBe(lost.id);
  });

  it('[ID20] an agent with a name gets its claims back after a kill', async () => {
    const first = await agent(['--agent', 'ada']);
    await planLeaves(first, 2);
    const mine = await take(first);
    first.kill();
    await first.exited;
    expect(await take(await agent(['--agent', 'ada']))).toMatchObject({ id: mine.id });
  });

  it('[ID33] with presence off a claim holds, even if its process has ended', async () => {
    const options = { env: { WAYMARK_PRESENCE: 'off' } };
    const first = await agents.start(place.flags, options);
    const second = await agents.start(place.flags, options);
    await planLeaves(first, 1);
    await take(first);
    first.kill();
    await first.exited;
    await sleep(1_000);
    expect(await take(second)).toBeUndefined();
  });

  it('[ID31] a session over HTTP that is closed releases its work, one that is silent keeps it', async ({
    expect,
  }) => {
    const server = await startHttpServer({ flags: place.flags, workspace: WORKSPACE });
    const connect = () => connectHttp('2025-11-25', server.mcpUrl);
    const takeBy = async (client: Awaited<ReturnType<typeof connect>>) => {
      const args = { project: PROJECT, claim: true };
      return JSON.parse((await callText(client, 'graph_next', args)).text).nodes[0]?.node;
    };
    await planLeaves(await agent(), 2);
    const [closing, silent, third] = [await connect(), await connect(), await connect()];
    const [left, kept] = [await takeBy(closing), await takeBy(silent)];
    expect(await takeBy(third)).toBeUndefined();
    await (
      closing.transport as unknown as { terminateSession(): Promise<void> }
    ).terminateSession();
    await closing.close();
    await expect.poll(async () => (await takeBy(third))?.id).toBe(left.id);
    expect((await takeBy(silent)).id).toBe(kept.id);
    await Promise.all([silent.close(), third.close()]);
    await server.stop('SIGKILL');
    expect([left.id, kept.id]).toContain((await takeOver(await agent())).id);
  });

  it('[ID40] [ID42] two agents with the same commands close only their own steps', async () => {
    const [ada, ben] = [await agent(['--agent', 'ada']), await agent(['--agent', 'ben'])];
    const commands = new Map<StdioClient, string>();
    const run = async (client: StdioClient, title: string) => {
      const reply = await client.call('tasks_macro_start', { task_title: title });
      commands.set(client, commandIn(reply));
    };
    await run(ada, 'Ada: fix the login');
    await run(ben, 'Ben: write the manual');
    for (let turn = 0; turn < 6; turn++) {
      for (const client of [ada, ben]) {
        const line = commands.get(client) ?? '';
        if (line === '') continue;
        expect(line).toMatch(/ target=TASK-\d+/);
        const reply = await client.call(...parsed(line, client === ada ? 'ada' : 'ben'));
        expect(reply.isError, reply.text).toBe(false);
        commands.set(client, commandIn(reply));
      }
    }
    // Without a target each means its own as well.
    expect((await ada.call('tasks_snapshot')).text).toMatch(
      /Ada: fix the login \| (\d) of \1 steps done \| done/,
    );
    expect((await ben.call('tasks_snapshot')).text).toMatch(
      /Ben: write the manual \| (\d) of \1 steps done \| done/,
    );
    for (const [task, name] of [
      ['TASK-001', 'ada'],
      ['TASK-002', 'ben'],
    ]) {
      const { result } = await ask(ada, 'show', { branch: `task/${task}`, doc: 'notes' });
      const said = JSON.stringify(result.entries);
      expect(said).toContain(`by ${name}`);
      expect(said).not.toContain(`by ${name === 'ada' ? 'ben' : 'ada'}`);
    }
  });

  it('[ID41] an agent without a focus can read the newest, but not write where another works', async () => {
    const ben = await agent(['--agent', 'ben']);
    await ben.call('tasks_macro_start', { task_title: 'Write the manual' });
    const cold = await agent();
    const seen = await cold.call('tasks_snapshot');
    expect(seen.text).toContain('TASK-001 — Write the manual');
    const refused = await cold.call('tasks_macro_close_step', { note: 'not mine' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('ben works on TASK-001');
    expect(refused.text).toContain('target');
    expect((await cold.call('tasks_snapshot')).text).toContain('next s:0 — ');
    // Nor by following the printed commands, from the first call on.
    let line = 'status';
    for (let turn = 0; turn < 4 && !line.startsWith('tasks_macro_start'); turn++) {
      const reply = await cold.call(...parsed(line, 'cold'));
      expect(reply.text).not.toMatch(/^tasks_macro_close_step/m);
      line = commandIn(reply);
    }
    expect(line).toContain('tasks_macro_start');
    expect((await ben.call('tasks_snapshot')).text).toMatch(/^tasks_macro_close_step .*TASK-001/m);
    ben.kill();
    await ben.exited;
    // When no other agent works on it, the newest focus is used again.
    let reply: CallResult = refused;
    while (reply.isError) {
      expect(reply.text).toContain('ben works on TASK-001');
      await sleep(250);
      reply = await cold.call('tasks_macro_close_step', { note: 'mine now' });
    }
    expect(reply.text).toContain('next gate s:1');
  });

  it('[ID40] a deleted target is in no agent’s focus', async () => {
    const [ada, ben] = [await agent(['--agent', 'ada']), await agent(['--agent', 'ben'])];
    await ada.call('tasks_macro_start', { task_title: 'One' });
    await ask(ben, 'tasks_focus_set', { target: 'TASK-001' });
    await ask(ben, 'tasks_delete', { target: 'TASK-001' });
    for (const client of [ada, ben]) {
      expect((await ask(client, 'tasks_focus_get', {})).result.focus).toBeNull();
    }
    const doctor = await runWaymark(['doctor', ...place.flags]);
    expect(doctor).toMatchObject({ code: 0 });
  });
});

/** The command at the end of a portal's answer. */
function commandIn({ text }: CallResult): string {
  return text.split('\n').find((line) => /^tasks_\w+( |$)/.test(line)) ?? '';
}

/** A printed command as a call, marked by a note. */
function parsed(line: string, name: string): [string, Record<string, unknown>] {
  const [tool = '', ...words] = line.split(' ');
  const args: Record<string, unknown> = Object.fromEntries(
    words.map((word) => {
      const [name, value] = word.split('=');
      return [name, value === 'true' ? true : value];
    }),
  );
  return [tool, 'step_id' in args ? { ...args, note: `closed by ${name}` } : args];
}
