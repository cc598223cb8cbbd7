import { defineConfig } from 'vitest/config';

// A time zone with a 45-minute offset and a change of the clock: whoever forgets UTC fails here.
// Set before the workers start, because a running process keeps the zone it began with.
process.env.TZ = 'Pacific/Chatham';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: 'contract' } },
      { test: { name: 'server', root: 'server', include: ['{src,test}/**/*.test.ts'] } },
      { test: { name: 'web', root: 'web', include: ['src/**/*.test.{ts,tsx}'] } },
      { test: { name: 'e2e', root: 'e2e', include: ['*.test.ts'] } },
    ],
    // Two at a time suits two cores, as each server under test has a database thread besides.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
