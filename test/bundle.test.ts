/** What is in the program that `npm run build` creates, and what is not. */

import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { BUNDLE } from '../scripts/build.mjs';

it('[CA87] the bundle holds no examples and no scenes', async () => {
  const { metafile } = await build({
    ...BUNDLE,
    external: [...BUNDLE.external],
    outdir: 'dist.test',
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs).toContain('src/operations/tasks/tasks-done.ts');
  expect(inputs.filter((path) => /\.examples\.ts$|-scene\.ts$|\/examples\.ts$/.test(path))).toEqual(
    [],
  );
});
