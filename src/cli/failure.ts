/** Reports a failed command, and chooses its exit code. */

import { ConfigError } from '../config/config.ts';
import { Cancelled } from '../kernel/cancelled.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

/** Prints a sentence for what people can fix. Anything else is a bug and is thrown again. */
export function reportFailure(error: unknown, outside: Outside): ExitCode {
  if (error instanceof UsageError || error instanceof ConfigError) {
    outside.log(`waymark: ${error.message}`);
    return EXIT.usage;
  }
  if (error instanceof StoreUnavailable) {
    outside.log(`waymark: ${error.message}`);
    return EXIT.unavailable;
  }
  if (error instanceof Cancelled) {
    outside.log('waymark: Stopped before it began; nothing was written.');
    return EXIT.refused;
  }
  throw error;
}
