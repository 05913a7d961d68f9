/** Cells on both runtimes, compared with the start of a bare Node that does nothing. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Benchmark, type Ground, WORKSPACE } from './benchmark.ts';
import { calmMedians, timed } from './measure.ts';
import { type Row, row, within } from './row.ts';
import type { StdioClient } from './stdio-client.ts';

const CELLS = {
  'one.js': "console.log('one');",
  'two.ts': "const word: string = 'two';\nconsole.log(word);",
};
const AT_ONCE = 8;

type Kind = 'node' | 'quickjs';

class Notebook {
  readonly client: StdioClient;
  readonly id: string;

  private constructor(client: StdioClient, id: string) {
    this.client = client;
    this.id = id;
  }

  static async create(client: StdioClient): Promise<Notebook> {
    const { notebookId } = JSON.parse(await ask(client, 'create', { name: 'Bench' }));
    for (const [filename, content] of Object.entries(CELLS)) {
      await ask(client, 'add_cell', { notebookId, type: 'code', filename, content });
    }
    return new Notebook(client, notebookId);
  }

  run(cellId: string): Promise<string> {
    return ask(this.client, 'run_cell', { notebookId: this.id, cellId });
  }
}

function ask(client: StdioClient, subOperation: string, args: object): Promise<string> {
  const call = { workspace: WORKSPACE, operation: 'notebook', subOperation, ...args };
  return client.call('thoughtbox_gateway', call);
}

function start(ground: Ground, kind: Kind): Promise<StdioClient> {
  const directory = ground.directory();
  const config = join(directory, 'waymark.config.yaml');
  writeFileSync(config, `notebooks: ${kind}\nstages: off\n`);
  return ground.waymark(directory, '--config', config).initialize();
}

async function bareNode(env: NodeJS.ProcessEnv): Promise<void> {
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore', env }), 'exit');
}

/** Variables of the machine, such as one that names certificates, may slow the start of Node. */
const CLEAN = { PATH: process.env.PATH };

async function measure(ground: Ground, kind: Kind, most: number): Promise<readonly Row[]> {
  const client = await start(ground, kind);
  const books = await Promise.all(Array.from({ length: AT_ONCE }, () => Notebook.create(client)));
  const [book] = books as [Notebook];
  const answer = await book.run('one.js');
  if (!answer.includes('completed')) throw new Error(`${kind}: ${answer}`);
  const p50 = await calmMedians(
    {
      js: () => timed(() => book.run('one.js')),
      ts: () => timed(() => book.run('two.ts')),
      eight: () => timed(() => Promise.all(books.map((each) => each.run('one.js')))),
      bare: () => timed(() => bareNode(process.env)),
      clean: () => timed(() => bareNode(CLEAN)),
    },
    { rounds: ground.times(16, 2), block: 3, warmUp: 1 },
  );
  await client.close();
  const ms = (what: string, value: number) => ({ what, value, unit: 'ms' }) as const;
  const bare = ms('node -e 0', p50.bare);
  return [
    row(ms(`run_cell, JavaScript, ${kind}, p50`, p50.js), bare, { atMost: most }),
    row(ms(`run_cell, TypeScript, ${kind}, p50`, p50.ts), bare, { atMost: most }),
    row(
      ms(`run_cell, JavaScript, ${kind}, p50`, p50.js),
      ms('node -e 0, no environment', p50.clean),
    ),
    row(ms(`eight at once, ${kind}`, p50.eight), ms('one', p50.js)),
    within({ what: `answer to run_cell, ${kind}`, value: answer.length, unit: 'chars' }, 300),
  ];
}

export const notebooks: Benchmark = {
  name: 'notebooks',
  async run(ground) {
    return [...(await measure(ground, 'node', 1.5)), ...(await measure(ground, 'quickjs', 1))];
  },
};
