/** `npm pack` and `npm publish`: the package is its bundle, made here and from nothing older. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, renew, sayOnStderr } from './setup.mjs';

// What an earlier bundle consisted of is kept for servers that run from it, and is not to be packed.
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
if (!(await renew(sayOnStderr))) process.exitCode = 1;
