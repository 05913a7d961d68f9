/** `waymark workspaces`: lists the workspaces, renames one, or binds a directory to one. */

import { resolve } from 'node:path';
import type { Config } from '../config/config.ts';
import { findProject } from '../config/find-project.ts';
import { type Binding, HOME_WORKSPACE } from '../domain/workspace/project-name.ts';
import { WORKSPACE_ID, WORKSPACE_RULE } from '../kernel/ids.ts';
import { redact } from '../kernel/redaction.ts';
import { cleanLine, escapeUnseen } from '../kernel/text.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { UsageError } from '../kernel/usage-error.ts';
import type { Store } from '../store/port.ts';
import { openMemory } from './open-memory.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

const USAGE =
  'waymark workspaces, waymark workspaces rename OLD NEW, or waymark workspaces bind NAME [DIR]';

export async function workspaces(
  config: Config,
  outside: Outside,
  words: readonly string[],
  asJson: boolean,
): Promise<ExitCode> {
  const [verb, first, second, ...more] = words;
  const store = await openMemory(config, outside);
  try {
    if (verb === undefined) return await list(store, outside, asJson);
    if (more.length === 0 && verb === 'rename' && first !== undefined && second !== undefined) {
      return await rename(store, outside, first, valid(second));
    }
    if (more.length === 0 && verb === 'bind' && first !== undefined) {
      return await bind(store, outside, valid(first), second ?? '.');
    }
    throw new UsageError(`Usage: ${USAGE}.`);
  } finally {
    await store.close();
  }
}

function valid(name: string): string {
  const requested = name.normalize('NFC');
  if (WORKSPACE_ID.test(requested)) return requested;
  throw new UsageError(`${JSON.stringify(name)} is not a valid name: ${WORKSPACE_RULE}.`);
}

/** Counting stops here: a larger figure would say nothing more. */
const MAX_COUNTED = 1_000;
const EVERY_SESSION = {
  sortBy: 'updatedAt',
  sortOrder: 'desc',
  limit: MAX_COUNTED,
  offset: 0,
} as const;

/** A type, not an interface: it is printed as JSON. */
type Line = {
  readonly name: string;
  readonly directories: readonly string[];
  readonly origins: readonly string[];
  readonly events: number;
  readonly tasks: number;
  readonly open_tasks: number;
  readonly projects: number;
  readonly sessions: number;
  readonly last_use: string | null;
};

async function list(store: Store, outside: Outside, asJson: boolean): Promise<ExitCode> {
  const bindings = await store.projects.all();
  const bound = bindings.filter(({ kind }) => kind !== 'renamed' && kind !== 'former');
  const names = new Set([...(await store.workspaces()), ...bound.map((each) => each.workspace)]);
  const lines: Line[] = [];
  for (const name of names) lines.push(await lineOf(store, name, bindings));
  lines.sort((a, b) => (b.last_use ?? '').localeCompare(a.last_use ?? ''));
  if (asJson) outside.print(`${escapeUnseen(JSON.stringify(redact({ workspaces: lines })))}\n`);
  else if (lines.length === 0)
    outside.print('None yet: the first call in a project creates one.\n');
  else for (const line of lines) outside.print(linesFor(redact(line)));
  return EXIT.ok;
}

function lineOf(store: Store, name: string, bindings: readonly Binding[]): Promise<Line> {
  const valuesOf = (kind: Binding['kind']) =>
    bindings.flatMap((each) => (each.kind === kind && each.workspace === name ? [each.value] : []));
  return store.read(name, async (tx) => {
    const counts = Object.entries(await tx.targets.countByStatus({ kind: 'task' }));
    const sum = (some: typeof counts) => some.reduce((total, [, count]) => total + count, 0);
    const sessions = await tx.thoughts.sessions({}, EVERY_SESSION);
    const last = await tx.journal.at(tx.head);
    return {
      name,
      directories: valuesOf('directory'),
      origins: valuesOf('origin'),
      events: tx.head,
      tasks: sum(counts),
      open_tasks: sum(counts.filter(([status]) => status !== 'DONE')),
      projects: (await tx.work.projects(MAX_COUNTED)).length,
      sessions: sessions.length,
      last_use: last ? timestamp(last.tsMs) : null,
    };
  });
}

function linesFor(line: Line): string {
  const counts = [
    `${line.events} events`,
    ...(line.tasks > 0 ? [`${line.open_tasks} of ${line.tasks} tasks open`] : []),
    ...(line.projects > 0 ? [`${line.projects} work graphs`] : []),
    ...(line.sessions > 0 ? [`${line.sessions} sessions of thought`] : []),
  ];
  const places = line.name === HOME_WORKSPACE ? ['calls outside any project'] : line.directories;
  return [
    `${line.name}  (${counts.join(', ')}; ${line.last_use ? `last used ${line.last_use}` : 'not used yet'})`,
    ...places.map((each) => `    ${each}`),
    ...line.origins.map((each) => `    origin ${each}`),
    '',
  ]
    .map(cleanLine)
    .join('\n');
}

async function rename(store: Store, outside: Outside, from: string, to: string): Promise<ExitCode> {
  const outcome = await store.projects.rename(from, to, outside.now());
  if (outcome === 'unknown') throw new UsageError(`The workspace ${from} does not exist.`);
  if (outcome === 'taken') throw new UsageError(`The workspace ${to} already exists.`);
  outside.print(`${from} is now called ${to}; calls that still name ${from} reach it.\n`);
  return EXIT.ok;
}

async function bind(
  store: Store,
  outside: Outside,
  name: string,
  directory: string,
): Promise<ExitCode> {
  const project = findProject({ directory: resolve(outside.cwd, directory), home: outside.home });
  if (!project)
    throw new UsageError(`${directory} is not a project, so it stays with ${HOME_WORKSPACE}.`);
  await store.projects.bind(project, name, outside.now());
  outside.print(`${project.directory} belongs to ${name} from now on.\n`);
  return EXIT.ok;
}
