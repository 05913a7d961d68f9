/** Before a run by vitest alone: prints once that PostgreSQL is not tested, and how to add it. */

export default function announceEngines(): void {
  const { WAYMARK_TEST_DATABASE_URL: url, WAYMARK_TEST_POSTGRES: wanted } = process.env;
  if (url || wanted === 'off') return;
  process.stderr.write(
    'Testing on SQLite alone. To add PostgreSQL: npm test -- <file>, which starts a server, ' +
      'or WAYMARK_TEST_DATABASE_URL=postgres://… for one that runs already.\n',
  );
}
