/** The sandbox of this server: which runtime, which runs are under way, and how they are ended. */

import type { NotebookSettings } from '../config/config.ts';
import type {
  CellServices,
  OpenSandbox,
  RunPlace,
} from '../operations/declaration/cell-services.ts';
import type { ChosenRunner, RunnerSettings } from '../runner/choose-runner.ts';
import type { Runner, RunOutcome, RunRequest } from '../runner/port.ts';
import { RunQueue } from '../runner/run-queue.ts';

/** What runs on this server depend on. */
export interface CellSurroundings extends RunnerSettings {
  /** How many runs may go on at once. */
  readonly cores: number;
  /** Calls back whenever the memory may have changed. Returns what ends that. */
  watch(changed: () => void): () => void;
  /** Whether the memory holds an end of the run. */
  isEnded(run: RunPlace): Promise<boolean>;
}

export class Cells implements CellServices {
  private readonly settings: Pick<NotebookSettings, 'runtime'>;
  private readonly around: CellSurroundings;
  private readonly queue: RunQueue;
  /** The runs of this process that are under way. */
  private readonly runs = new Map<string, { cancel: AbortController; over: Promise<unknown> }>();
  private chosen: Promise<ChosenRunner> | undefined;

  constructor(settings: Pick<NotebookSettings, 'runtime'>, around: CellSurroundings) {
    this.settings = settings;
    this.around = around;
    this.queue = new RunQueue(around.cores);
  }

  async open(): Promise<OpenSandbox | string> {
    const { runner, explanation } = await this.choose();
    if (!runner) return explanation;
    const key = ({ workspace, notebook }: { workspace: string; notebook: string }) =>
      `${workspace} ${notebook}`;
    return {
      runtime: runner.runtime,
      enter: (notebook, signal) => this.queue.enter(key(notebook), signal),
      leave: (notebook) => this.queue.leave(key(notebook)),
      run: (run, request) => this.run(runner, run, request),
    };
  }

  /** Which runtime, and why, for a person. */
  async explain(): Promise<string> {
    return (await this.choose()).explanation;
  }

  cancel(run: string): void {
    this.runs.get(run)?.cancel.abort();
  }

  /** Ends all runs, and waits until they have ended. */
  async close(): Promise<void> {
    const under = [...this.runs.values()];
    for (const { cancel } of under) cancel.abort();
    await Promise.allSettled(under.map(({ over }) => over));
  }

  private choose(): Promise<ChosenRunner> {
    this.chosen ??= import('../runner/choose-runner.ts').then(({ runnerChooser }) =>
      runnerChooser(this.around)(this.settings.runtime),
    );
    return this.chosen;
  }

  /** Ended by `cancel`, by the caller's signal, or by an end that another process entered. */
  private async run(runner: Runner, place: RunPlace, request: RunRequest): Promise<RunOutcome> {
    const cancel = new AbortController();
    const signal = request.signal
      ? AbortSignal.any([cancel.signal, request.signal])
      : cancel.signal;
    const unwatch = this.around.watch(async () => {
      if (await this.around.isEnded(place)) cancel.abort();
    });
    const outcome = runner.run({ ...request, signal });
    this.runs.set(place.run, { cancel, over: outcome });
    try {
      return await outcome;
    } finally {
      unwatch();
      this.runs.delete(place.run);
    }
  }
}
