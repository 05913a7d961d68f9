/** Notebooks: literate documents whose code cells can be run. */

export type Language = 'javascript' | 'typescript';

export type CellType = 'title' | 'markdown' | 'package.json' | 'code';

/** What an agent wrote; what its runs printed is kept with the runs. A type, since it is JSON. */
export type CellText = {
  readonly type: CellType;
  /** The heading, the Markdown, the JSON or the program. */
  readonly content: string;
  /** Of code and of `package.json`: the name under which other cells import it. */
  readonly filename?: string;
  /** Of code. */
  readonly language?: Language;
};

export type Cell = CellText & {
  /** Unique within the workspace. */
  readonly id: string;
};

/** What a file `.src.md` holds. */
export interface NotebookText {
  readonly language: Language;
  /** A TypeScript configuration as JSON text; kept and exported, not used by runs. */
  readonly tsconfig?: string | undefined;
  readonly cells: readonly CellText[];
}

/** A notebook as lists show it. */
export interface NotebookSummary {
  /** The seq of the event that created it, by which the tables refer to it. */
  readonly seq: number;
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  readonly tsconfig?: string | undefined;
  readonly cellCount: number;
  readonly createdMs: number;
  readonly updatedMs: number;
}

/** What is known of a cell without its content. */
export interface CellOutline {
  readonly id: string;
  readonly type: CellType;
  readonly filename?: string | undefined;
  readonly language?: Language | undefined;
  /** From 0, without gaps. */
  readonly position: number;
  /** From 1; every change of the cell adds 1, a move adds nothing. */
  readonly revision: number;
}

/** A notebook with its cells in order, without their contents: enough to decide most changes. */
export interface NotebookOutline extends NotebookSummary {
  readonly cells: readonly CellOutline[];
}

/** A cell with its content. */
export interface StoredCell extends CellOutline {
  readonly notebook: string;
  readonly content: string;
  /** The seq of the event that wrote this revision. */
  readonly changedSeq: number;
}

/** What a file holds of a cell. */
export function textOfCell({ type, content, filename, language }: StoredCell): CellText {
  return {
    type,
    content,
    ...(filename === undefined ? {} : { filename }),
    ...(language === undefined ? {} : { language }),
  };
}

/** A type, since it is a part of an event. */
export type InstalledPackages = {
  /** The name of the folder with these packages, the same on every machine of a platform. */
  readonly key: string;
  /** The text of package-lock.json, from which any machine can install them again. */
  readonly lock: string;
  /** Name and version of each package that was asked for. */
  readonly packages: Readonly<Record<string, string>>;
};

export function notebookEntity(id: string): string {
  return `notebook:${id}`;
}

export function notebookIdOf(entity: string): string {
  const id = /^notebook:(.+)$/.exec(entity)?.[1];
  if (id === undefined) throw new Error(`${entity} is not a notebook`);
  return id;
}
