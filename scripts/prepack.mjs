/** `npm pack` and `npm publish`: builds the bundle of the package from scratch. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, renew, sayOnStderr } from './setup.mjs';

// dist/ also keeps the files of earlier bundles, for servers that run from them; these are not
// packed.
rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
if (!(await renew(sayOnStderr))) process.exitCode = 1;
