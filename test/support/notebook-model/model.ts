/** The model of notebooks: plain lists, with nothing stored twice. */

export interface ModelCell {
  readonly id: string;
  readonly type: string;
  content: string;
  filename?: string | undefined;
  language?: string | undefined;
  revision: number;
  /** The last run. `outdated`: the cell was changed since. */
  run?: ModelRun | undefined;
  outdated?: boolean | undefined;
}

export interface ModelRun {
  readonly id: string;
  readonly startedMs: number;
  readonly leaseMs: number;
  /** Undefined while no end is entered. */
  reason?: string | undefined;
  stdout?: string | undefined;
}

export interface ModelNotebook {
  readonly id: string;
  readonly language: string;
  readonly createdMs: number;
  title: string;
  updatedMs: number;
  cells: ModelCell[];
}

export interface Model {
  /** The last changed comes last. */
  notebooks: ModelNotebook[];
}

export function newModel(): Model {
  return { notebooks: [] };
}

export function change(model: Model, notebook: ModelNotebook, nowMs: number): void {
  notebook.updatedMs = nowMs;
  model.notebooks = [...model.notebooks.filter((each) => each !== notebook), notebook];
}

export function statusOf(run: ModelRun | undefined, nowMs: number): string {
  if (!run) return 'idle';
  if (run.reason !== undefined) return run.reason === 'ok' ? 'completed' : 'failed';
  return nowMs < run.leaseMs ? 'running' : 'failed';
}

export function isFile({ type }: ModelCell): boolean {
  return type === 'code' || type === 'package.json';
}

export function cellNamed(cells: readonly ModelCell[], name: string): ModelCell | undefined {
  const wanted = name.toLowerCase();
  return (
    cells.find(({ id }) => id === wanted) ??
    cells.find(({ filename }) => filename?.toLowerCase() === wanted)
  );
}

/** The lowest free number, whatever the extension. */
export function defaultName(cells: readonly ModelCell[], language: string): string {
  const used = cells.map(({ filename }) => filename?.toLowerCase().replace(/\.\w+$/, ''));
  let number = 1;
  while (used.includes(`cell-${number}`)) number++;
  return `cell-${number}.${language === 'typescript' ? 'ts' : 'js'}`;
}

/** Only names that random calls use are judged. */
export function isAllowed(name: string, language: string): boolean {
  const ending = language === 'typescript' ? /\.ts$/ : /\.m?js$/;
  return /^[a-z0-9][a-z0-9.-]*$/i.test(name) && ending.test(name);
}
