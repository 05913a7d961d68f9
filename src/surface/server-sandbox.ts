/** The sandbox of this server: which runtime, which runs are under way, and how they are ended. */

import type {
  NotebookPlace,
  OpenSandbox,
  RunPlace,
  Sandbox,
} from '../operations/declaration/sandbox.ts';
import type { ChosenRunner, RunnerChoice, RunnerSettings } from '../runner/choose-runner.ts';
import type { PackageInstaller } from '../runner/port.ts';
import { boundedLimits } from '../runner/run-limits.ts';
import { RunQueue } from '../runner/run-queue.ts';
import { sha256 } from '../sha256.ts';
import type { Store } from '../store/port.ts';

export interface SandboxSettings extends RunnerSettings {
  readonly choice: RunnerChoice;
  /** How many runs may go on at once. */
  readonly cores: number;
  /** Why this server runs no cells although it could. */
  readonly closed?: string | undefined;
  /** How packages are installed, or why they are not. */
  readonly install: InstallSettings | string;
}

export interface InstallSettings {
  readonly dataDir: string;
  /** Undefined: in the data directory, if the account of cells can enter it. */
  readonly folder: string | undefined;
  /** Undefined: the one that npm uses on this machine. */
  readonly registry: string | undefined;
  /** A file with further certificates of authorities, for a registry that needs them. */
  readonly certificates: string | undefined;
}

/** What runs on this server depend on. */
interface SandboxSurroundings extends SandboxSettings {
  /** Calls back whenever the memory may have changed. Returns what ends that. */
  watch(changed: () => void): () => void;
  /** Whether the memory holds an end of the run. */
  isEnded(run: RunPlace): Promise<boolean>;
}

/** The sandbox for a memory: it is watched, so that a run can be cancelled from any process. */
export function sandboxOf(
  store: Pick<Store, 'read' | 'watch'>,
  settings: SandboxSettings,
): ServerSandbox {
  return new ServerSandbox({
    ...settings,
    watch: (changed) => store.watch(changed),
    isEnded: ({ workspace, run }) =>
      store.read(workspace, async (tx) => (await tx.notebooks.run(run))?.ended !== undefined),
  });
}

class ServerSandbox implements Sandbox {
  private readonly around: SandboxSurroundings;
  private readonly queue: RunQueue;
  /** The runs that are under way. */
  private readonly runs = new Map<AbortController, Promise<unknown>>();
  private chosen: Promise<ChosenRunner> | undefined;
  private installer: Promise<PackageInstaller | string> | undefined;

  constructor(around: SandboxSurroundings) {
    this.around = around;
    this.queue = new RunQueue(around.cores);
  }

  async open(): Promise<OpenSandbox | string> {
    if (this.around.closed !== undefined) return this.around.closed;
    const { runner, explanation } = await this.choose();
    if (!runner) return explanation;
    const { runtime } = runner;
    return {
      runtime,
      limits: (wanted) => boundedLimits(wanted, runtime.kind),
      enter: (notebook, signal) => this.queue.enter(keyOf(notebook), signal),
      leave: (notebook) => this.queue.leave(keyOf(notebook)),
      run: (run, request) =>
        this.supervise(run, request.signal, (signal) => runner.run({ ...request, signal })),
    };
  }

  async packages(): Promise<PackageInstaller | string> {
    const { install } = this.around;
    if (typeof install === 'string') return install;
    const { runner, explanation } = await this.choose();
    if (runner?.runtime.kind !== 'node') return `Packages need Node in bubblewrap. ${explanation}`;
    this.installer ??= this.openInstaller(install);
    return this.installer;
  }

  private async openInstaller(install: InstallSettings): Promise<PackageInstaller | string> {
    // Loaded on demand: most servers never install a package.
    const { packageInstaller } = await import('../runner/packages/install-packages.ts');
    const { ownRegistry } = await import('../runner/packages/own-registry.ts');
    const registry = install.registry ?? (await ownRegistry(process.execPath));
    if (registry === undefined) {
      return 'npm names no registry: set notebook_registry to the address of one.';
    }
    const { packagesFolder } = await import('../runner/packages/packages-folder.ts');
    const { certificates } = install;
    const folder = install.folder ?? packagesFolder(install.dataDir, process.getuid?.() === 0);
    return packageInstaller({
      ...{ folder, registry, clock: this.around.clock, sha256: hexOf },
      ...(certificates ? { certificates } : {}),
    });
  }

  /** Which runtime, and why, for a person. */
  async explain(): Promise<string> {
    return this.around.closed ?? (await this.choose()).explanation;
  }

  /** Ends all runs, and waits until they have ended and their calls have queued that. */
  async close(): Promise<void> {
    for (const end of this.runs.keys()) end.abort();
    await Promise.allSettled(this.runs.values());
    await new Promise((resolve) => setImmediate(resolve));
  }

  private choose(): Promise<ChosenRunner> {
    // Loaded on demand: most servers never run a cell.
    this.chosen ??= import('../runner/choose-runner.ts').then(({ runnerChooser }) =>
      runnerChooser(this.around)(this.around.choice),
    );
    return this.chosen;
  }

  async supervise<Result>(
    place: RunPlace,
    asked: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const end = new AbortController();
    const signal = asked ? AbortSignal.any([end.signal, asked]) : end.signal;
    const look = () => {
      this.around.isEnded(place).then(
        (isEnded) => isEnded && end.abort(),
        // A memory that cannot be read ends no run; the end of the run will meet that error.
        () => {},
      );
    };
    const unwatch = this.around.watch(look);
    const outcome = work(signal);
    this.runs.set(end, outcome);
    // It may have been cancelled before it was watched.
    look();
    try {
      return await outcome;
    } finally {
      unwatch();
      this.runs.delete(end);
    }
  }
}

function hexOf(text: string): string {
  const sum = sha256();
  sum.add(text);
  return sum.hex();
}

function keyOf({ workspace, notebook }: NotebookPlace): string {
  return `${workspace} ${notebook}`;
}
