import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { shareCompiledCode } from './deploy/programs/compiled-code.ts';
import { runAtLowPriority } from './deploy/programs/low-priority.ts';
import { keepTemporaryFilesInMemory } from './deploy/programs/memory-folder.ts';
import { pureTests } from './server/test/servers/pure-tests.ts';

// A time zone with a 45-minute offset and daylight saving time, so that code that forgets UTC fails.
// Set before the workers start, because a running process keeps its time zone.
process.env.TZ = 'Pacific/Chatham';

keepTemporaryFilesInMemory();
runAtLowPriority();
shareCompiledCode();

/** Slow tests have a project of their own, which `npm run test-slow` runs. Otherwise they are skipped, and so counted. */
const ofSlow = '**/*.slow.test.ts';
const notSlow = { exclude: [...configDefaults.exclude, ofSlow] };
const isSlowRun = process.env.ADWARDEN_SLOW === '1';

/** Tests of the server that need no server and no database: a project of their own, which begins at once. */
const pure = pureTests();

/** These make what tests ask for: the built server, the built pages too, PostgreSQL and the templates of servers. */
const setup = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const builtServer = setup('scripts/before-tests.mjs');
const builtServerAndPages = setup('scripts/before-browser-tests.mjs');
const resources = setup('server/test/servers/resources.setup.ts');

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', root: 'contract' } },
      { test: { name: 'pure', root: 'server', include: pure, ...notSlow } },
      {
        test: {
          name: 'server',
          root: 'server',
          include: ['{src,test}/**/*.test.ts'],
          exclude: [...notSlow.exclude, ...pure],
          globalSetup: [builtServer, resources],
          provide: { database: 'sqlite' },
        },
      },
      {
        // The tests whose calls reach SQL run a second time, with PostgreSQL. Tests of stores use both databases
        // themselves (server/test/databases/dialects.ts).
        test: {
          name: 'server on PostgreSQL',
          root: 'server',
          include: [
            'src/{features,icons,notifications,repeats}/**/*.test.ts',
            'test/calls/{every-call,filter-values,search-fold}.test.ts',
            'test/operation/restored-accounts.test.ts',
          ],
          exclude: [
            ...pure,
            '**/*.{store,policy,service,check}.test.ts',
            '**/admins.test.ts',
            // These do not depend on the database: refusals, permissions, files, streams, pure rules.
            '**/*.{access,refusals,version,passwords,streams,stream,forms,change,connect,kept}.test.ts',
            '**/{passwords,sign-in-failures,batches.log-quota,import,views}.test.ts',
            '**/{import.{file,json,libreoffice},apps.{icon,test-ads},icons.routes}.test.ts',
            '**/findings/rules/*.test.ts',
          ],
          globalSetup: [builtServer, resources],
          provide: { database: 'postgres' },
        },
      },
      { test: { name: 'web', root: 'web', include: ['{src,clients}/**/*.test.{ts,tsx}'] } },
      {
        // These tests start, kill and restart whole processes.
        test: {
          name: 'deploy',
          root: 'deploy',
          include: ['test/*.test.ts'],
          ...notSlow,
          globalSetup: builtServerAndPages,
        },
      },
      {
        // Run by `npm run test-slow`, which makes the images first; skipped otherwise.
        test: {
          name: 'containers',
          root: 'deploy',
          include: ['test/containers/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        // The clients of phones, each in a process of its own, against the real server behind a faulty proxy.
        test: {
          name: 'clients',
          root: 'clients',
          ...notSlow,
          globalSetup: builtServer,
        },
      },
      {
        test: {
          name: 'slow',
          root: '.',
          include: [`{server,deploy,clients}/${ofSlow}`],
          ...(isSlowRun
            ? { globalSetup: [builtServer, resources], provide: { database: 'sqlite' } }
            : { testNamePattern: /(?!)/ }),
        },
      },
      {
        test: { name: 'e2e', root: 'e2e', include: ['checks/*.test.ts'], globalSetup: builtServer },
      },
    ],
    // Twice as many as two cores: many files wait for processes that they start and stop.
    maxWorkers: 4,
    // The files that one worker runs share their modules: nothing is mocked, and no module keeps state. Loading the
    // server for each file took a third of the processor time.
    isolate: false,
    // Limits for tests that hang. They are long, so that no test fails because the machine is slow.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
