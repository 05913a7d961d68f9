/** What can be wrong with a connection to PostgreSQL: each is told in one sentence. */

import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/postgres.mjs';
import { openStore } from '../../src/store/open-store.ts';
import { StoreUnavailable } from '../../src/store/unavailable.ts';
import { type DumbServer, dumbServer } from '../support/dumb-server.ts';
import { PgBouncer } from '../support/pgbouncer.ts';
import { Cluster } from '../support/postgres-cluster.ts';
import { POSTGRES } from '../support/proxied-postgres.ts';
import { runWaymark } from '../support/waymark-command.ts';

const SETUP = [
  `create role guarded login password 'right'`,
  'create role limited login connection limit 0',
  'create role outsider login',
  'create role reader login',
  'create database closed',
  'revoke connect on database closed from public',
  'create database ours',
  'create database newer',
  'create database empty',
];

describe.runIf(POSTGRES)('a bad connection', () => {
  let plain: Cluster;
  let secure: Cluster;
  let bouncer: PgBouncer;
  let certificate: string;
  let closedPort: number;
  const dumb: Record<string, DumbServer> = {};

  beforeAll(async () => {
    [plain, secure] = await Promise.all([Cluster.start(), Cluster.start()]);
    certificate = await secure.offerSsl('elsewhere.example');
    for (const statement of SETUP) await plain.query(statement);
    await plain.authenticate(['host all guarded 127.0.0.1/32 scram-sha-256']);
    for (const database of ['ours', 'newer']) {
      await (await openStore(place(plain.url(plain.port, database)))).close();
    }
    const ours = plain.url(plain.port, 'ours');
    await plain.query('grant usage on schema waymark to reader', ours);
    const newer = plain.url(plain.port, 'newer');
    await plain.query(
      `update waymark.waymark_meta set value = '9999'
      where key = 'schema_version'`,
      newer,
    );
    bouncer = await PgBouncer.start(new URL(plain.url()), 'statement');
    closedPort = await freePort();
    dumb.frozen = await dumbServer(() => {});
    dumb.closing = await dumbServer((socket) => socket.destroy());
    dumb.http = await dumbServer((socket) => {
      socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'));
    });
  });
  afterAll(async () => {
    await Promise.all(Object.values(dumb).map((server) => server.close()));
    await bouncer?.stop();
    await Promise.all([plain?.remove(), secure?.remove()]);
  });

  const place = (databaseUrl: string) => ({ dataDir: tmpdir(), databaseUrl });
  const at = (user: string, database = 'postgres') =>
    `postgres://${user}@127.0.0.1:${plain.port}/${database}`;
  const port = (each: number) => `postgres://waymark@127.0.0.1:${each}/postgres`;
  const ssl = (settings: string) => `${secure.url()}?${settings}`;

  const CASES: Record<string, [url: () => string, says: RegExp]> = {
    'an unknown host': [
      () => 'postgres://waymark@nowhere.invalid/postgres',
      /has no known address.*Correct the host/,
    ],
    'a closed port': [() => port(closedPort), /ECONNREFUSED.*Start the server/],
    'a wrong password': [() => at('guarded:wrong'), /refuses this user or its password/],
    'no password': [() => at('guarded'), /asks for a password.*USER:PASSWORD@/],
    'an unknown database': [() => at('waymark', 'missing'), /no such database.*Create it/],
    'an unknown role': [() => at('nobody_here'), /refuses this user.*create the role/],
    'a role that may not connect': [
      () => at('outsider', 'closed'),
      /Let its owner run: grant connect on database/,
    ],
    'a role without USAGE': [
      () => at('outsider', 'ours'),
      /grant usage on schema waymark to outsider/,
    ],
    'a role that may not create the schema': [
      () => at('outsider', 'empty'),
      /grant create on database/,
    ],
    'a role without rights on the tables': [
      () => at('reader', 'ours'),
      /does not let this user work in.*grant select, insert, update, delete/,
    ],
    'a role without a free connection': [
      () => at('limited'),
      /no free connection.*Repeat.*raise max_connections/,
    ],
    'a newer schema': [() => at('waymark', 'newer'), /has schema 9999.*newer Waymark/],
    'sslmode=require with a certificate that nobody signed': [
      () => ssl('sslmode=require'),
      /not trusted.*sslrootcert=FILE/,
    ],
    'sslmode=verify-full with such a certificate': [
      () => ssl('sslmode=verify-full'),
      /not trusted.*sslrootcert=FILE/,
    ],
    'a certificate for another host': [
      () => ssl(`sslmode=verify-full&sslrootcert=${certificate}`),
      /for another host.*Name the host/,
    ],
    'a missing sslrootcert': [
      () => ssl('sslmode=verify-full&sslrootcert=/nowhere/ca.pem'),
      /file for sslrootcert.*correct its path/,
    ],
    'sslmode=require where the server has no SSL': [
      () => `${plain.url()}?sslmode=require`,
      /does not offer SSL.*remove sslmode/,
    ],
    'a URL that is none': [() => 'nonsense', /cannot be used: expected postgres:/],
    'a pooler that assigns connections per statement': [
      () => port(bouncer.port),
      /per statement.*Set pool_mode/,
    ],
    'a server that does not answer': [
      () => port(dumb.frozen?.port ?? 0),
      /did not answer in time.*whether the server is frozen/,
    ],
    'a server that hangs up at once': [
      () => port(dumb.closing?.port ?? 0),
      /closed the connection without an answer.*Check host and port/,
    ],
    'a server of HTTP': [
      () => port(dumb.http?.port ?? 0),
      /(without an answer|not answer like PostgreSQL).*Check host and port/,
    ],
  };

  it.each(Object.entries(CASES))(
    '[ST103] %s is told in one sentence',
    async (_what, [url, says]) => {
      const failure = await openStore(place(url())).then(
        () => 'opened',
        (error: unknown) => error,
      );
      expect(failure).toBeInstanceOf(StoreUnavailable);
      const { message } = failure as StoreUnavailable;
      expect(message).toMatch(says);
      expect(message).not.toContain('\n');
    },
  );

  it('[ST103] a process without a password, or with sslmode=require, ends with that sentence', async () => {
    for (const url of [at('guarded'), ssl('sslmode=require')]) {
      const words = ['status', '--workspace', 'w', '--data-dir', tmpdir(), '--database-url', url];
      const { code, stdout, stderr } = await runWaymark(words);
      expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
      expect(stderr).toMatch(/^waymark: The [^\n]*\n$/);
    }
  });
});
