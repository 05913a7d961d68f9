/**
 * What callers of real servers get when PostgreSQL is locked, frozen, gone or not what it should
 * be.
 */

import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ask, post, startHttpServer } from '../support/http-server.ts';
import { contentsOf, journalAt } from '../support/journal.ts';
import { Cluster } from '../support/postgres-cluster.ts';
import { POSTGRES, withProxied } from '../support/proxied-postgres.ts';
import { StdioClient } from '../support/stdio-client.ts';
import { runWaymark } from '../support/waymark-command.ts';

function call(tool: string, args: object, id = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: args } };
}

async function connected(url: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

const hold = (client: pg.Client, workspace: string) =>
  client.query('select pg_advisory_lock(hashtextextended($1, 0))', [workspace]);

describe.runIf(POSTGRES)('PostgreSQL', () => {
  it('[ST44] with one workspace locked serves the others', async () => {
    if (!POSTGRES) throw new Error('no PostgreSQL to test on');
    const place = await POSTGRES.place();
    const server = await startHttpServer({ flags: place.flags, workspace: 'free' });
    const other = await connected(place.databaseUrl);
    const note = (workspace: string, content: string) =>
      post(server.mcpUrl, call('notes_commit', { workspace, content }));
    try {
      for (const name of ['held', 'held2', 'held3', 'held4', 'held5', 'free']) {
        expect((await note(name, 'first')).text).toContain('\\"success\\":true');
        if (name !== 'free') await hold(other, name);
      }
      let answered = 0;
      const waiting = Array.from({ length: 25 }, async (_, n) => {
        const answer = await note(`held${n % 5 === 0 ? '' : (n % 5) + 1}`, `late ${n}`);
        answered += 1;
        return answer;
      });
      await sleep(500);
      for (let n = 0; n < 5; n++) {
        expect((await note('free', `meanwhile ${n}`)).text).toContain('\\"success\\":true');
        const read = await post(
          server.mcpUrl,
          call('show', { workspace: 'held', doc_kind: 'notes' }),
        );
        expect(read.text).toContain('first');
        expect((await ask(`${server.observatoryUrl}api/status`)).status).toBe(200);
      }
      expect(answered).toBe(0);
      await other.query('select pg_advisory_unlock_all()');
      for (const answer of await Promise.all(waiting)) {
        expect(answer.text).toContain('\\"success\\":true');
      }
      expect(contentsOf(await journalAt(place, 'held'))).toHaveLength(6);
    } finally {
      await other.end();
      await server.stop();
      await place.remove();
    }
  });

  it('[ST40] that ends the backend of a waiting call costs that call, and not the server', async () => {
    if (!POSTGRES) throw new Error('no PostgreSQL to test on');
    const place = await POSTGRES.place();
    const client = await StdioClient.start({ flags: place.flags, workspace: 'w' });
    const other = await connected(place.databaseUrl);
    try {
      await client.call('notes_commit', { content: 'first' });
      await hold(other, 'w');
      const waiting = client.call('notes_commit', { content: 'second' });
      const ended = `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`;
      while ((await other.query(ended)).rows[0].count === 0) await sleep(20);
      const refused = await waiting;
      expect(refused.text).toMatch(/STORE_UNAVAILABLE.*nothing was written/);
      await other.query('select pg_advisory_unlock_all()');
      const next = await client.call('notes_commit', { content: 'third' });
      expect(next.isError, next.text).toBe(false);
      expect(await client.close()).toMatchObject({ code: 0 });
      expect(contentsOf(await journalAt(place, 'w'))).toEqual(['first', 'third']);
    } finally {
      client.kill();
      await other.end();
      await place.remove();
    }
  });

  // The next two mostly wait, for different servers.
  it.concurrent('[ST48] [CA74] says if the outcome is not known, and a repeat by the key settles it', async () => {
    await withProxied(async ({ direct, flags, proxy }) => {
      // Statements are counted here, so those of presence are switched off.
      const env = { WAYMARK_PRESENCE: 'off' };
      const client = await StdioClient.start({ flags, workspace: 'w', env });
      try {
        await client.call('notes_commit', { content: 'first' });
        proxy.cutAt(undefined);
        await client.call('notes_commit', { content: 'measure' });
        const { statements } = proxy;
        for (const how of ['before', 'after'] as const) {
          proxy.cutAt({ at: statements, how, shut: true });
          const reply = await client.call('notes_commit', { content: how });
          expect(reply.json?.error).toMatchObject({ code: 'OUTCOME_UNKNOWN' });
          expect(reply.text).not.toContain('nothing was written');
          const [next] = (reply.json?.suggestions ?? []) as unknown as readonly {
            readonly target: string;
            readonly params: { readonly call_id: string };
          }[];
          expect(next?.params.call_id).toMatch(/^evt-\d+-\d+-/);
          proxy.isOpen = true;
          const again = await client.call(next?.target ?? '', next?.params);
          expect(again.isError, again.text).toBe(false);
          expect(again.text.includes('ALREADY_DONE')).toBe(how === 'after');
          const other = await client.call('notes_commit', { ...next?.params, content: 'other' });
          expect(other.json?.error).toMatchObject({ code: 'INVALID_INPUT' });
        }
        expect(await client.close()).toMatchObject({ code: 0 });
        const contents = contentsOf(await journalAt(direct, 'w'));
        expect(contents).toEqual(['first', 'measure', 'before', 'after']);
      } finally {
        client.kill();
      }
    });
  });

  it.concurrent('[ST43] that is frozen answers every call', async () => {
    const cluster = await Cluster.start();
    const flags = ['--data-dir', tmpdir(), '--database-url', cluster.url()];
    const client = await StdioClient.start({ flags, workspace: 'w' });
    try {
      await client.call('notes_commit', { content: 'first' });
      cluster.signal('SIGSTOP');
      const calls = [client.call('notes_commit', { content: 'second' }), client.call('status')];
      for (const reply of await Promise.all(calls)) {
        expect(reply.text).toMatch(/STORE_UNAVAILABLE.*nothing was written/);
      }
      cluster.signal('SIGCONT');
      const next = await client.call('notes_commit', { content: 'third' });
      expect(next.isError, next.text).toBe(false);
      expect(await client.close()).toMatchObject({ code: 0 });
    } finally {
      client.kill();
      await cluster.remove();
    }
  });

  it('[ST46] that is a standby is refused in a sentence', async () => {
    const primary = await Cluster.start();
    const standby = await Cluster.follow(primary, 'second');
    try {
      const words = ['status', '--data-dir', tmpdir(), '--workspace', 'w', '--database-url'];
      expect(await runWaymark([...words, primary.url()])).toMatchObject({ code: 0, stderr: '' });
      const refused = await runWaymark([...words, standby.url()]);
      expect(refused).toMatchObject({ code: 3, stdout: '' });
      expect(refused.stderr).toMatch(/^waymark: The database at \S+ is a standby.*\n$/);
    } finally {
      await primary.remove();
      await standby.remove();
    }
  });

  it.each([
    ['postgres://u:hunter2@a:1,b:2/db?target_session_attrs=read-write', 'several hosts'],
    ['postgres://127.0.0.1/db?host=a,b&port=1,2', 'several hosts'],
    ['postgres://127.0.0.1/db?target_session_attrs=any', 'target_session_attrs'],
    ['postgres://u:hunter2@a:notaport/db', 'cannot be used'],
  ])('[ST46] at %s is refused in a sentence', async (url, why) => {
    const flags = ['--data-dir', tmpdir(), '--database-url', url];
    const { code, stdout, stderr } = await runWaymark(['status', ...flags, '--workspace', 'w']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/^waymark: The database URL [^\n]*\n$/);
    expect(stderr).toContain(why);
    expect(stderr).not.toContain('hunter2');
    const client = await StdioClient.start({ flags, workspace: 'w' });
    const reply = await client.call('notes_commit', { content: 'x' });
    expect(reply.text).toContain('STORE_UNAVAILABLE');
    expect(reply.text).toContain(why);
    await client.close();
  });

  it('[ST45] with our tables in another schema is refused with the name of that schema', async () => {
    if (!POSTGRES) throw new Error('no PostgreSQL to test on');
    const place = await POSTGRES.place();
    const other = await connected(place.databaseUrl);
    try {
      await other.query('create schema astray');
      await other.query('create table astray.waymark_meta (key text, value text)');
      const words = ['status', '--workspace', 'w', ...place.flags];
      const refused = await runWaymark(words);
      expect(refused.code).toBe(3);
      expect(refused.stderr).toMatch(/schema astray and none in waymark/);
      await other.query('drop schema astray cascade');
      const { pathname } = new URL(place.databaseUrl ?? '');
      await other.query(`alter database ${pathname.slice(1)} set search_path = public`);
      expect(await runWaymark(words)).toMatchObject({ code: 0, stderr: '' });
      const { rows } = await other.query(
        "select distinct schemaname as schema from pg_tables where tablename in ('events', 'calls')",
      );
      expect(rows).toEqual([{ schema: 'waymark' }]);
    } finally {
      await other.end();
      await place.remove();
    }
  });
});
