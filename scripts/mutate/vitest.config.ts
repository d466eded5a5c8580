import { defineConfig } from 'vitest/config';

/** The unit tests of what Stryker changes: its runner would run all projects of the main configuration. */
export default defineConfig({
  test: {
    isolate: false,
    testTimeout: 20_000,
    include: ['{shared,server}/**/*.test.ts'],
    exclude: ['**/*.{int,long}.test.ts'],
  },
});
