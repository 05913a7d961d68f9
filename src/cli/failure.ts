/** What a failed command says, and with which code it ends. */

import { ConfigError } from '../config/config.ts';
import { UsageError } from '../kernel/usage-error.ts';
import { StoreUnavailable } from '../store/unavailable.ts';
import { EXIT, type ExitCode, type Outside } from './outside.ts';

/** A sentence for what people can mend; anything else is a bug and goes on its way. */
export function failure(error: unknown, outside: Outside): ExitCode {
  if (error instanceof UsageError || error instanceof ConfigError) {
    outside.log(`waymark: ${error.message}`);
    return EXIT.usage;
  }
  if (error instanceof StoreUnavailable) {
    outside.log(`waymark: ${error.message}`);
    return EXIT.unavailable;
  }
  throw error;
}
