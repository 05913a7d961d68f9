/** Where everything that belongs to a tool is stored, for the tests that ask for what is missing. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesWritten } from '../../scripts/spec-rules.mjs';
import { ROOT } from './source-tree.ts';

const ROOM = 'src/operations';
const PAGES = 'docs/tools';
const SPECS = 'docs/spec';

/** The folders of `src/operations`, each with the rules that name its tools. */
const SPECS_OF_FAMILIES: Readonly<Record<string, readonly string[]>> = {
  branch: ['branches-and-notes.md'],
  core: ['branches-and-notes.md', 'task-views.md', 'way-back.md', 'recall.md'],
  graph: ['graph.md', 'work-graph.md'],
  notes: ['branches-and-notes.md', 'notes-vcs.md'],
  tasks: ['tasks.md', 'task-views.md'],
  think: ['thinking.md'],
  thoughtbox: ['thoughts.md'],
  trace: ['trace.md'],
  work: ['work-graph.md'],
};

export const FAMILIES: readonly string[] = Object.keys(SPECS_OF_FAMILIES);

/** Tools whose names differ by one word are declared in one file, named by the shared part. */
const SHARED_FILES: readonly string[] = ['think-add'];

export interface ToolFile {
  readonly family: string;
  /** The name of the tool, or what the names of its tools begin with. */
  readonly name: string;
  /** From the project's root. */
  readonly path: string;
  /** What stands beside it: the same path with another ending. */
  beside(ending: string): string;
  /** Whether a tool is declared in it. */
  declares(tool: string): boolean;
}

/** Every file in the folder of a family is a tool; what tools share is in folders below it. */
export const TOOL_FILES: readonly ToolFile[] = FAMILIES.flatMap((family) =>
  readdirSync(join(ROOT, ROOM, family))
    .filter((file) => /^[^.]+\.ts$/.test(file))
    .map((file) => {
      const base = file.replace('.ts', '');
      const name = base.replaceAll('-', '_');
      const isShared = SHARED_FILES.includes(base);
      return {
        family,
        name,
        path: `${ROOM}/${family}/${file}`,
        beside: (ending: string) => `${ROOM}/${family}/${base}${ending}`,
        declares: (tool: string) => (isShared ? tool.startsWith(`${name}_`) : tool === name),
      };
    }),
);

/** The folders of `src/operations` that hold no tools. */
export const FOLDERS_WITHOUT_TOOLS: readonly string[] = ['declaration', 'steps'];

export function foldersOfOperations(): readonly string[] {
  return readdirSync(join(ROOT, ROOM), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

const listed = readFileSync(join(ROOT, ROOM, 'tools.ts'), 'utf8');

export function isInTools({ path }: ToolFile): boolean {
  return listed.includes(`'./${path.slice(ROOM.length + 1)}'`);
}

/** The line that is missing in `tools.ts`. */
export function lineForTools({ family, name, path }: ToolFile): string {
  const value = name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
  return (
    `${path}: add this line to src/operations/tools.ts, or the tool does not exist: ` +
    `export { ${value} } from './${path.slice(ROOM.length + 1)}'; ` +
    `(what several tools share belongs in ${family}/steps)`
  );
}

/** The tools that have a page in the reference. */
export const TOOLS_WITH_PAGE: readonly string[] = readdirSync(join(ROOT, PAGES))
  .filter((file) => file !== 'README.md')
  .map((file) => file.replace('.md', ''));

const specs = readdirSync(join(ROOT, SPECS)).map((file) => ({
  file,
  text: readFileSync(join(ROOT, SPECS, file), 'utf8'),
}));

/** Whether a rule names the tool; tools of a shared file are named together, as `think_add_*`. */
export function isInSpec(tool: string): boolean {
  const shared = TOOL_FILES.find((file) => file.name !== tool && file.declares(tool));
  const name = shared ? `${shared.name}_*` : tool;
  return specs.some(({ text }) => text.includes(`\`${name}\``) || text.includes(`\`${name} `));
}

/** Where a rule for a tool belongs, with the number that it gets there. */
export function placesForRule(tool: string): string {
  const family = TOOL_FILES.find((file) => file.declares(tool))?.family ?? '';
  const places = (SPECS_OF_FAMILIES[family] ?? []).map((file) => {
    const rules = rulesWritten(specs.find((spec) => spec.file === file)?.text ?? '');
    const numbers = rules.map(({ rule }) => Number(rule.slice(2)));
    const next = `${rules[0]?.rule.slice(0, 2)}${Math.max(...numbers) + 1}`;
    return `${SPECS}/${file}, whose next free number is ${next}`;
  });
  return places.join(', or ');
}
