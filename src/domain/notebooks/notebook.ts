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

export interface Notebook {
  readonly id: string;
  readonly title: string;
  readonly language: Language;
  readonly tsconfig?: string | undefined;
  readonly cells: readonly Cell[];
  /** The packages that the last `install_deps` installed. */
  readonly packages?: InstalledPackages | undefined;
  readonly createdMs: number;
  readonly updatedMs: number;
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
