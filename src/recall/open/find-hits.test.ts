/** Hits of `recall`: whatever is asked, and whoever asks, by the rules in docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { secretsByFormat } from '../../../test/support/secret-corpus.ts';
import { TESTER } from '../../../test/support/surface.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';

const CACHE = 'The cache is on the disk, says https://example.org/a?b=%2F_c*';

/** Each must be taken as words, some of which the note has. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['operators of FTS5', 'cache AND disk OR NOT (NEAR("cache" "disk", 2)) ^cache + disk'],
  ['a column filter', 'title:cache {body title}:disk - text : cache'],
  ['an open quote', '"cache disk'],
  ['operators of tsquery', 'cache & disk | !memory <-> on <2> cache:*A ()'],
  ['wildcards', 'cache% _isk c?che [d]isk \\cache\\ ***'],
  ['SQL', "cache'; drop table events; -- disk $1 :name ?1 @x"],
  ['JSON', '{"query":{"$ne":null},"cache":["disk"]}'],
  ['markup', '<b>cache</b> &amp; <script>disk</script>'],
  ['control characters', 'cache\u0001\u0007\u001b[31m disk\u007f\u0085\u2028'],
  ['hidden directions', '\u202ecache\u202c \u2066disk\u2069\u200b\ufeff'],
  ['regular expressions', '(cache|disk)+$ ^(a+)+b .*'],
  ['deep brackets', `${'('.repeat(3_000)}cache disk${')'.repeat(3_000)}`],
  ['a hundred thousand characters', `cache disk ${'x'.repeat(100_000)}`],
  [
    'ten thousand words',
    `cache disk ${Array.from({ length: 10_000 }, (_, n) => `w${n}`).join(' ')}`,
  ],
  [
    'thousands of stars',
    `cache disk ${Array.from({ length: 2_000 }, (_, n) => `q${n}*`).join(' ')}`,
  ],
  ['thousands of marks', `cache disk a${'\u0301'.repeat(2_000)}`],
];

const EMPTY = ['…', '()', '***', '%', '\u0001', '🈳', '\'"', '& | !', '\\', '\u200b'];

describe.each(MAIN_ENGINES)('hits on $name', (engine) => {
  const world = useTaskWorld(engine);
  const hitsOf = async (args: object): Promise<readonly Shown[]> =>
    (await world.ask('recall', args)).hits;
  const textsOf = async (args: object) => (await hitsOf(args)).map(({ text }) => text);
  const note = (content: string, more: object = {}) =>
    world.ask('notes_commit', { content, ...more });

  it('[RC12] a word is found while it is typed, whatever its stem is', async () => {
    await note('A database for the tests');
    await note('The mediator waits');
    await note('The configuration is read twice');
    await note('Nobody thought of it');
    for (const [query, found] of [
      ['data', 'A database for the tests'],
      ['datab', 'A database for the tests'],
      ['media', 'The mediator waits'],
      ['configurati', 'The configuration is read twice'],
      ['twic', 'The configuration is read twice'],
      ['thoug', 'Nobody thought of it'],
    ] as const) {
      expect(await textsOf({ query }), query).toEqual([found]);
    }
  });

  it('[RC12] a word that few texts have also finds longer ones, after those that have it', async () => {
    const texts = [
      'A database for the tests',
      'The data of May',
      'Databases age',
      'Datadog watches',
    ];
    for (const text of [...texts, 'Error 404', 'Port 4040', 'Données du mois']) await note(text);
    const [first, ...longer] = await textsOf({ query: 'data' });
    expect(first).toBe('The data of May');
    expect(longer.sort()).toEqual(['A database for the tests', 'Databases age', 'Datadog watches']);
    expect(await textsOf({ query: 'database' })).toHaveLength(2);
    expect(await textsOf({ query: '404' })).toEqual(['Error 404']);
    await note('The DONNÉE of June');
    expect(await textsOf({ query: 'donnée' })).toEqual(['The DONNÉE of June', 'Données du mois']);
  });

  it('[RC18] say what they are, where, when and by whom', async () => {
    await note(CACHE, { title: 'Where it is' });
    const [hit, ...more] = await hitsOf({ query: 'cache' });
    expect(more).toEqual([]);
    expect(hit).toEqual({
      id: expect.stringMatching(/^evt_\d{16}$/),
      kind: 'note',
      in: 'main',
      at: expect.stringMatching(/^2026-01-05T09:/),
      by: 'tester',
      text: `Where it is: ${CACHE}`,
    });
    const [explained] = await hitsOf({ query: 'cache memory', explain: true });
    expect(explained).toMatchObject({ ...hit, why: 'words 1/2', score: expect.any(Number) });
  });

  it('[RC18] [RC20] cards of one id in several documents are opened each by its own', async () => {
    await world.ask('tasks_create', { title: 'Plan' });
    const texts = ['Redis expired its locks', 'Postgres kept its locks'];
    for (const [at, title] of texts.entries()) {
      await world.ask('tasks_create', { parent: 'PLAN-001', title: `Task ${at}` });
      const card = { id: 'h1', type: 'hypothesis', title };
      await world.ask('think_card', { target: `TASK-00${at + 1}`, card });
    }
    await world.ask('think_card', { card: { id: 'h2', type: 'note', title: 'No locks at all' } });
    const hits = await hitsOf({ query: 'locks', kinds: ['card'] });
    expect(hits.map(({ id }) => id).sort()).toEqual([
      'h1@task/TASK-001/TASK-001-graph',
      'h1@task/TASK-002/TASK-002-graph',
      'h2',
    ]);
    for (const { id, text } of [...hits, ...(await hitsOf({ kinds: ['card'] }))]) {
      expect((await world.ask('recall', { id })).content.title).toBe(text);
    }
    await world.ask('graph_apply', { target: 'TASK-001', ops: [{ op: 'node_delete', id: 'h1' }] });
    for (const { id, text, state } of await hitsOf({ query: 'locks', kinds: ['card'] })) {
      expect(await world.ask('recall', { id })).toMatchObject({ content: { title: text } });
      expect(id).toBe(state ? 'h1@task/TASK-001/TASK-001-graph' : /No/.test(text) ? 'h2' : 'h1');
    }
  });

  it('[RC76] what a model of the caller found counts beside the words', async () => {
    await note('The cache is on the disk.');
    await note('Entries are thrown away after an hour.');
    const decided = await world.ask('remember', { kind: 'decision', text: 'Redis, with eviction' });
    const [card] = decided.ids;
    const args = { query: 'cache', similar: [card, 'CARD-999'] };
    expect((await hitsOf(args)).map(({ id }) => id)).toEqual([
      (await hitsOf({ query: 'cache' }))[0]?.id,
      card,
    ]);
    expect((await hitsOf({ query: 'zeppelin', similar: [card] })).map(({ id }) => id)).toEqual([
      card,
    ]);
    expect(await hitsOf({ ...args, kinds: ['rule'] })).toEqual([]);
  });

  it('[RC16] what names a file of the task in hand comes before what does not', async () => {
    await note('The parser reads octal numbers in src/scan/lexer.ts.');
    await note('The parser reads octal numbers in src/print/layout.ts.');
    expect((await textsOf({ query: 'octal numbers parser' }))[0]).toContain('layout');
    const description = 'Concerns src/scan/lexer.ts.';
    await world.ask('tasks_macro_start', { task_title: 'Exponents', description });
    expect((await textsOf({ query: 'octal numbers parser' }))[0]).toContain('scan/lexer');
  });

  it('[RC14] a neighbour that has no word and is far behind the best is no hit', async () => {
    await note('Lunch is at noon.');
    await note('zeppelin zeppelin airship');
    await note('The printer is out of paper.');
    expect(await textsOf({ query: 'zeppelin airship' })).toEqual(['zeppelin zeppelin airship']);
  });

  it.each(HOSTILE)('[RC11] %s are plain text', async (_, query) => {
    await note(CACHE);
    await note('Nothing of the kind.');
    expect(await textsOf({ query })).toContain(CACHE);
  });

  it('[RC11] a query without words is answered', async () => {
    await note(CACHE);
    for (const query of EMPTY) expect(await hitsOf({ query }), query).toEqual([]);
    for (const query of ['', ' \n ', null]) expect(await textsOf({ query })).toEqual([CACHE]);
  });

  it('[RC11] text that nobody can store is refused as everywhere', async () => {
    for (const query of ['cache\u0000disk', 'cache \ud800', 'x'.repeat(256_001)]) {
      expect(await world.refused('recall', { query })).toBe('INVALID_INPUT');
    }
  });

  it('[RC20] that say the same are shown once, with their number', async () => {
    for (let n = 0; n < 60; n++) await note(`The cache is full again, as ever, on the disk.`);
    await note('The cache was moved to another machine.');
    const { hits, has_more } = await world.ask('recall', { query: 'cache', limit: 2 });
    expect(hits.map(({ same = 0 }: Shown) => same).sort()).toEqual([0, 59]);
    expect(has_more).toBeUndefined();
    const first = await world.ask('recall', { query: 'cache', limit: 1 });
    const second = await world.ask('recall', { query: 'cache', limit: 1, cursor: first.cursor });
    expect([first, second].map((page) => page.hits[0].id)).toEqual(hits.map(({ id }: Shown) => id));
    expect(second.has_more).toBeUndefined();
  });

  it('[RC20] what says the opposite, or has another number, is shown beside it', async () => {
    const rule = (how: string, after: string) =>
      `The webhook worker of the billing service ${how} failed deliveries to the partner gateway ` +
      `during the nightly settlement window, after ${after}, and writes every attempt to the log.`;
    const texts = [rule('must retry', '30 minutes'), rule('must not retry', '30 minutes')];
    texts.push(rule('must retry', '45 minutes'));
    await world.ask('remember', { kind: 'rule', text: texts });
    const hits = await hitsOf({ query: 'webhook deliveries' });
    expect(hits.map(({ text }) => text).sort()).toEqual(texts.toSorted());
    for (const { same } of hits) expect(same).toBeUndefined();
  });

  it('[RC26] page by page, every hit comes once, in the order of one long page', async () => {
    for (let n = 0; n < 23; n++) {
      await note(`The cache ${'of it '.repeat(n % 5)}number${n} word${n} third${n} and fourth${n}`);
    }
    for (const question of [{ query: 'cache number7' }, {}, { kinds: ['note'] }]) {
      const whole = await hitsOf({ ...question, limit: 100 });
      expect(whole.length, JSON.stringify(question)).toBe(23);
      for (const limit of [1, 4, 22, 23]) {
        const walked: Shown[] = [];
        let more: object | undefined = {};
        while (more) {
          const page: Shown = await world.ask('recall', { ...question, limit, ...more });
          expect(page.hits.length).toBeGreaterThan(0);
          walked.push(...page.hits);
          more = page.has_more ? { cursor: page.cursor } : undefined;
        }
        expect(walked).toEqual(whole);
      }
    }
  });

  it('[RC26] what is no cursor is refused; behind the end there is nothing', async () => {
    await note(CACHE);
    for (const cursor of ['next', '-1', '0.5', '1e3', '', '0x10', '9'.repeat(17), 'NaN']) {
      expect(await world.refused('recall', { query: 'cache', cursor }), cursor).toBe(
        'INVALID_INPUT',
      );
      expect(await world.refused('recall', { cursor }), cursor).toBe('INVALID_INPUT');
    }
    expect(await hitsOf({ query: 'cache', cursor: '9999999999999999' })).toEqual([]);
    for (const limit of [0, -1, 101, 1e9, 1.5]) {
      expect(await world.refused('recall', { query: 'cache', limit })).toBe('INVALID_INPUT');
    }
  });

  it('[RC27] a word that nothing has is answered with the nearest that exist', async () => {
    await note('The migration to src/store/sql.ts was postponed.');
    const told = await world.ask('recall', { query: 'migrainous postscript' });
    expect(told).toEqual({ hits: [], nearest: ['migration', 'postponed'] });
    expect(await world.ask('recall', { query: 'src/store/sequel.ts' })).not.toEqual({ hits: [] });
    expect(await world.ask('recall', { query: 'xyzzy' })).toEqual({ hits: [] });
  });

  it('[RC28] nothing of another workspace is found, listed or named', async () => {
    await note('The zebrafish is here.');
    await world.next();
    await note('Something else.');
    for (const query of ['zebrafish', 'zebrafis*', 'zebrafich', 'zebrafishes']) {
      expect(await world.ask('recall', { query }), query).toEqual({ hits: [] });
    }
    expect(await textsOf({})).toEqual(['Something else.']);
  });

  it('[RC28] a caller finds only what it may read, and needs no more than to read', async () => {
    await note(CACHE);
    const { workspace } = world;
    const ask = (more: object) =>
      world.server.call('recall', { workspace, query: 'cache' }, { ...TESTER, ...more });
    const read = await ask({ role: 'read', workspaces: [workspace] });
    expect(JSON.parse(read.text).result.hits).toHaveLength(1);
    for (const role of ['read', 'write']) {
      const barred = await ask({ role, workspaces: ['elsewhere'] });
      expect(barred.refusal).toBe('FORBIDDEN');
      expect(barred.text).not.toContain('disk');
    }
  });

  it('[RC28] a secret is in no hit, whatever part of it is asked for', async () => {
    for (const { text, hidden, what } of secretsByFormat().slice(0, 12)) {
      await world.next();
      await fillWith(world.ask, text);
      const [part = ''] = hidden;
      const queries = ['tidepool', text, part, part.slice(0, 6), `${part.slice(0, 5)}*`];
      for (const query of [...queries, `${part.slice(0, -2)}zz`, `${text.slice(0, 8)}qq`]) {
        const reply = await world.reply('recall', { query, limit: 100, explain: true });
        expect(reply.text, `${what}: ${query}`).not.toContain(part);
      }
      const { hits } = await world.ask('recall', { query: 'tidepool', limit: 100 });
      const kinds = new Set(hits.map(({ kind }: Shown) => kind));
      for (const kind of SECRET_KINDS) expect(kinds, what).toContain(kind);
      const listed = await world.reply('recall', { limit: 100 });
      expect(listed.text).not.toContain(part);
    }
  });
});

const SECRET_KINDS = ['note', 'card', 'rule', 'task', 'evidence', 'work', 'pattern', 'thought'];

/** The secret in texts of many kinds, also where only the middle of a text is shown. */
async function fillWith(ask: (tool: string, args: object) => Promise<Shown>, secret: string) {
  const text = `The tidepool has ${secret} in it`;
  const long = `${'Much before it. '.repeat(30)}${text}${' and much behind it.'.repeat(30)}`;
  await ask('notes_commit', { content: long });
  await ask('notes_commit', { content: 'tidepool', title: text });
  await ask('think_card', { card: { id: 'c', type: 'decision', text: long } });
  await ask('remember', { kind: 'rule', text });
  await ask('tasks_create', { title: 'Plan' });
  const steps = [{ title: text, success_criteria: [text], tests: [text] }];
  await ask('tasks_create', { parent: 'PLAN-001', title: text, steps });
  await ask('tasks_evidence_capture', { task: 'TASK-001', path: 's:0', checks: [text] });
  await ask('graph_plan', { project: 'P', nodes: [{ ref: 'a', summary: text }] });
  const gateway = (operation: string, args: object = {}) =>
    ask('thoughtbox_gateway', { operation, ...args });
  await gateway('start_new', { sessionTitle: text });
  await gateway('cipher');
  await gateway('thought', { thought: long, nextThoughtNeeded: true });
  const pattern = { subOperation: 'create', title: 'T', description: text, content: long };
  await gateway('knowledge', pattern);
}
