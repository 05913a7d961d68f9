/** What comes by itself at the start of a task, of work and of a session: docs/spec/recall.md. */

import { describe, expect, it } from 'vitest';
import { MAIN_ENGINES } from '../../../test/support/engines.ts';
import { type Shown, useTaskWorld } from '../../../test/support/task-world.ts';

/** Forty memories that share their everyday words with any other work. */
const UNRELATED = [
  'Invoices are numbered without gaps, per tenant and year.',
  'The payment provider sends the same webhook twice; the handler must be idempotent.',
  'Dunning letters go out on the third working day of a month.',
  'The export of the ledger is a CSV file with a header line.',
  'Currency is stored in cents, never in floating point numbers.',
  'Rates of exchange come from the central bank at four in the afternoon.',
  'A customer is archived, not deleted, because invoices are kept for ten years.',
  'The login page sets a cookie for the whole domain.',
  'Sessions of the browser end after thirty minutes without a click.',
  'The avatar of a user is cropped to a square on upload.',
  'Sprites of the lobby are packed into one atlas per screen.',
  'The shader of water returns NaN on old drivers.',
  'Chapter three needs too much memory on small phones.',
  'Raid bosses sum the damage of a guild on the server.',
  'The matchmaker widens the rating gap every ten seconds.',
  'Voices are recorded in stereo and mixed down to mono.',
  'Banners rerun every second month in the same order.',
  'Replays are stored as inputs with keyframes every ten seconds.',
  'The camera follows the leader with a short delay.',
  'Chat messages are filtered before they reach the other guild.',
  'Kafka keeps click events for six months.',
  'The warehouse is read through DuckDB; nobody queries production.',
  'Late events are merged into their partition on the next day.',
  'Freshness of each dashboard is measured every quarter of an hour.',
  'The churn model is trained again once a month.',
  'Consent is checked in the collector, before anything is written.',
  'Features are joined in time by ASOF JOIN.',
  'Small batches made too many parts in ClickHouse.',
  'Product ids of the old shop were reused after four years.',
  'Backfills run in the slow pool.',
  'The stand-up is at ten; notes go to the wiki.',
  'New colleagues get access to the vault on their first day.',
  'The build of the desktop client is signed on a separate machine.',
  'Translations are frozen a week before a release.',
  'The status page is updated by whoever is on call.',
  'Icons are drawn on a grid of sixteen pixels.',
  'The newsletter is sent in the morning of its recipients.',
  'Support answers within one working day.',
  'The office printer needs its toner from the second supplier.',
  'Travel is booked through the agency, trains first.',
] as const;

const STEPS = [
  { title: 'Read the old grammar', success_criteria: ['read'], tests: ['npm test'] },
  { title: 'Write the new one', success_criteria: ['written'], tests: ['npm test'] },
];

describe.each(MAIN_ENGINES)('what is known about a matter on $name', (engine) => {
  const world = useTaskWorld(engine);
  const remember = async (kind: string, text: string | readonly string[], more: object = {}) => {
    const args = { kind, text, about: 'workspace', ...more };
    return (await world.ask('remember', args)).ids as string[];
  };
  const start = (task_title: string, more: object = {}) =>
    world.ask('tasks_macro_start', { task_title, ...more });
  const gateway = async (operation: string, args: object = {}) => {
    const reply = await world.reply('thoughtbox_gateway', { operation, ...args });
    return JSON.parse(reply.text) as Shown;
  };
  const idsIn = (known: readonly string[]) => known.map((line) => line.split(' ')[0]);

  it('[RC90] a task, a claimed node and a session come with what is known about them', async () => {
    const [rule] = await remember('rule', 'The scanner refuses octal literals.');
    const [decision] = await remember('decision', 'Octal literals are read by the scanner alone.');
    const begun = await start('Octal literals in the scanner', { description: 'As in C.' });
    expect(begun.known).toEqual([
      `${rule} rule: The scanner refuses octal literals.`,
      `${decision} decision: Octal literals are read by the scanner alone.`,
    ]);
    const lines = await world.plainLines('tasks_macro_start', { task_title: 'Octal scanner' });
    expect(lines.slice(1, 3)).toEqual([
      expect.stringMatching(/^known: (RULE-|CARD-)\d+ (rule|decision): /),
      expect.stringMatching(/^known: (RULE-|CARD-)\d+ (rule|decision): /),
    ]);
    const onboard = await world.reply('graph_open', { project: 'p', goal: 'A parser' });
    const { root } = JSON.parse(onboard.text) as Shown;
    const nodes = [{ ref: 'a', parent_ref: root.id, summary: 'Scanner: octal literals' }];
    await world.reply('graph_plan', { nodes });
    const read = JSON.parse((await world.reply('graph_next', { project: 'p' })).text) as Shown;
    expect(read.nodes[0]).not.toHaveProperty('known');
    const claim = { project: 'p', claim: true };
    const taken = JSON.parse((await world.reply('graph_next', claim)).text) as Shown;
    expect(idsIn(taken.nodes[0].known)).toEqual(expect.arrayContaining([rule, decision]));
    const little = JSON.parse((await world.reply('graph_next', { ...claim, max_chars: 600 })).text);
    expect(little.nodes[0]).not.toHaveProperty('known');
    expect(little.nodes[0]).toHaveProperty('ancestors');
    const session = await gateway('start_new', { title: 'Literals', tags: ['octal', 'scanner'] });
    expect(idsIn(session.known)).toEqual(expect.arrayContaining([rule, decision]));
  });

  it('[RC91] among forty unrelated memories nothing comes, and what is related comes first', async () => {
    await remember('fact', UNRELATED);
    await world.reply('notes_commit', { content: UNRELATED.slice(10, 20).join('\n') });
    for (const title of [
      'Refuse a leading zero',
      'Add a test for the new parser and fix the old one',
      'Update the documentation of the release',
      'Write the error messages of the command line',
      'Make the page faster for small screens',
    ]) {
      expect(await start(title), title).not.toHaveProperty('known');
      expect(await gateway('start_new', { title }), title).not.toHaveProperty('known');
    }
    const { known } = await start('Number the invoices of a new tenant');
    expect(known).toEqual([expect.stringContaining(UNRELATED[0])]);
  });

  it('[RC91] a decision fits with two rare words, and among forty others nothing else does', async () => {
    await remember('decision', UNRELATED);
    const [locks] = await remember(
      'decision',
      'PostgreSQL advisory locks for the payout scheduler, because Redis locks expired while a ' +
        'long settlement was running.',
    );
    // A note with as many words must share more of them.
    await remember(
      'fact',
      'The payout scheduler prints heartbeat, queue depth, worker names, timezone and hash of the ' +
        'binary on the console of the harbour host at midnight.',
    );
    const { known } = await start('Fix double payouts after scheduler restart', {
      description:
        'Customers of two banks were paid twice during the deploy; we want an idempotency key, ' +
        'a lookup before each transfer, and an alert for the team on duty.',
    });
    expect(idsIn(known)).toEqual([locks]);
    const unrelated = [
      [
        'Parse numbers with separators',
        'The lexer accepts underscores between digits, rejects two in a row, and keeps the ' +
          'position of each for the messages; the grammar and its railroad diagrams change too.',
      ],
      [
        'Upgrade the linter',
        'Twelve new warnings appear in the compiler package. Silence none of them: rewrite the ' +
          'loops, drop dead branches, and let the pipeline refuse any new suppression comment.',
      ],
      [
        'Dark colours for the settings dialog',
        'Contrast must reach the accessibility threshold in both themes; take snapshots of every ' +
          'widget, compare them by eye, and ask the designer about the focus ring.',
      ],
    ];
    for (const [title = '', description] of unrelated) {
      expect(await start(title, { description }), title).not.toHaveProperty('known');
    }
  });

  it('[RC91] one common word, or words that everything has, bring nothing', async () => {
    await remember('fact', 'The lexer is generated.');
    expect(await start('Replace the lexer')).not.toHaveProperty('known');
    const many = Array.from({ length: 60 }, (_, at) => `Parser grammar, production ${at} of many.`);
    await remember('fact', many.slice(0, 30));
    await remember('fact', many.slice(30));
    expect(await start('Grammar of the parser')).not.toHaveProperty('known');
  });

  it('[RC92] at most three lines and 400 characters, each about something else', async () => {
    const long = 'Octal literals need a prefix, says the scanner. '.repeat(9);
    await remember('rule', `${long}One.`);
    await remember('decision', `Scanner and octal literals: ${'we keep them apart, '.repeat(20)}`);
    await remember('fact', [
      'Octal literals of the scanner.',
      'The octal literals of the scanner!',
    ]);
    await gateway('start_new', { title: 'Numbers' });
    await gateway('cipher');
    for (const thought of ['Octal literals slow the scanner', 'The scanner loses octal literals']) {
      await gateway('thought', { thought, nextThoughtNeeded: true });
    }
    const { known } = await start('Scanner for octal literals');
    expect(known).toHaveLength(3);
    expect(JSON.stringify({ known }).length).toBeLessThanOrEqual(400);
    expect(known[0]).toMatch(/^(RULE|CARD)-\d+ (rule|decision): .*…/);
    expect(known.filter((line: string) => line.includes(' thought: ')).length).toBeLessThan(2);
    expect(known.filter((line: string) => line.includes(' card: ')).length).toBeLessThan(2);
    const lines = await world.plainLines('tasks_macro_start', {
      ...{ task_title: 'Octal literals, scanner again', resume_max_chars: 300 },
    });
    expect(lines[0]).toMatch(/^focus TASK-002/);
    expect(lines.filter((line) => line.startsWith('known: ')).length).toBeLessThan(2);
    expect(lines.some((line) => line.includes('tasks_macro_close_step'))).toBe(true);
  });

  it('[RC93] what failed is marked; what was replaced or is only for others stays away', async () => {
    const [old] = await remember('rule', 'The scanner takes octal literals.');
    await world.ask('remember', { replaces: old, text: 'The scanner takes no octal literals.' });
    const [tried] = await remember('decision', 'Octal literals by a scanner table.');
    await world.ask('think_set_status', { targets: [tried], status: 'rejected' });
    const other = await start('Something else');
    await remember('rule', 'Octal literals stay as the scanner has them.', {
      about: other.task_id,
    });
    const { known } = await start('Octal literals in the scanner', { plan_title: 'Grammar' });
    expect(known).toHaveLength(2);
    expect(known).toContain(`${tried} failed: Octal literals by a scanner table.`);
    expect(known).toContain('RULE-002 rule: The scanner takes no octal literals.');
  });

  it('[RC93] neither the task itself nor its plan or steps come, but an earlier one does', async () => {
    const args = { description: 'The scanner reads literals with an octal prefix.', steps: STEPS };
    const first = await start('Octal literals', { ...args, plan_title: 'Octal literals, scanner' });
    expect(first).not.toHaveProperty('known');
    const again = await start('Octal literals', { ...args, plan: first.plan_id });
    expect(again.known).toEqual([expect.stringMatching(/^TASK-001 task: Octal literals: The sca/)]);
  });

  it('[RC94] secrets are replaced before a passage is cut', async () => {
    const token = `ghp_${'a1B2c3D4e5'.repeat(4)}`.slice(0, 40);
    const around = 'The scanner service reads octal literals ';
    await remember('fact', `${around.repeat(3)}${token} ${around.repeat(3)}`);
    const reply = await world.reply('tasks_macro_start', { task_title: 'Octal scanner literals' });
    expect(reply.text).toContain('known: CARD-');
    for (const part of [token, token.slice(0, 12), token.slice(-12)]) {
      expect(reply.text).not.toContain(part);
      expect(JSON.stringify(reply.structured)).not.toContain(part);
    }
  });
});
