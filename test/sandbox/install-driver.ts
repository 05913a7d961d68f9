/** Stands for a server that installs packages, in the tests that kill it. */

import { createHash } from 'node:crypto';
import { packageInstaller } from '../../src/runner/packages/install-packages.ts';

const [folder = '', registry = ''] = process.argv.slice(2);
const installer = packageInstaller({
  ...{ folder, registry, clock: () => performance.now() },
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
});
const outcome = await installer.install([{ name: 'good', range: 'latest' }]);
console.log(JSON.stringify(outcome));
