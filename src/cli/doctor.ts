/** `waymark doctor`: is the memory sound? With `--rebuild`: make every projection anew. */

import type { Config } from '../config/config.ts';
import { openStore } from '../store/open-store.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

export async function doctor(
  config: Config,
  outside: Outside,
  rebuild: boolean,
): Promise<ExitCode> {
  const store = await openStore(config);
  try {
    outside.print(`Memory: ${store.engine} at ${store.location}\n`);
    if (rebuild) {
      const { workspaces, events } = await store.rebuild();
      outside.print(`Rebuilt ${workspaces} workspaces from ${events} events.\n`);
    }
    const findings = await store.check();
    for (const finding of findings) outside.print(`- ${finding}\n`);
    if (findings.length === 0) {
      outside.print('Sound: the engine, the journals and the projections agree.\n');
      return EXIT.ok;
    }
    if (!rebuild)
      outside.print('waymark doctor --rebuild makes projections anew from the journal.\n');
    return EXIT.refused;
  } finally {
    await store.close();
  }
}
