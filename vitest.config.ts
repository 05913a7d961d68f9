import { defineConfig, type Plugin } from 'vitest/config';

/** Markdown is text here as in the bundle, where esbuild's loader does it. */
const markdownAsText: Plugin = {
  name: 'markdown-as-text',
  enforce: 'pre',
  transform(text, id) {
    if (!id.endsWith('.md')) return undefined;
    return { code: `export default ${JSON.stringify(text)};`, map: null };
  },
};

export default defineConfig({
  plugins: [markdownAsText],
  test: {
    include: ['{src,web,bench,test}/**/*.test.ts'],
    globalSetup: ['test/support/announce-engines.ts', 'test/support/template-database.ts'],
    pool: 'forks',
    // Most of the time of a test file would go into importing the same modules again. No module keeps
    // state between calls, so files can share them.
    isolate: false,
    // Half of the time goes into waiting for other processes, so two more than the cores of a small
    // machine keep both of them at work.
    maxWorkers: 4,
    // These only end a test that hangs: no test may depend on how busy the machine is.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 500_000 } },
  },
});
