/**
 * Before a run on PostgreSQL: creates one database with the schema, which the tests copy, and
 * removes it after the run.
 */

import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { openStore } from '../../src/store/open-store.ts';
import { administer, TEMPLATE_VARIABLE } from './engines.ts';

export default async function createTemplate(): Promise<(() => Promise<void>) | undefined> {
  const serverUrl = process.env.WAYMARK_TEST_DATABASE_URL;
  if (!serverUrl) return undefined;
  const name = `test_template_${randomUUID().replaceAll('-', '')}`;
  await administer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const store = await openStore({ dataDir: tmpdir(), databaseUrl: url.toString() });
  await store.close();
  process.env[TEMPLATE_VARIABLE] = name;
  return () => administer(serverUrl, `drop database ${name} with (force)`);
}
