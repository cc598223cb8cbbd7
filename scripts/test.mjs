// `npm test` installs what is missing (also a browser). Then it checks types, style, dead code and the lock file, and runs
// the unit and API tests and the browser tests. The last line has the totals: each of the four checks counts as one test,
// and the tests of `npm run test-slow` count as skipped. `npm test -- check unit` runs only these parts,
// `npm test -- browser --shard=1/3` the first third of one, `npm test -- near PATH…` the tests that are near some files.
import { browserTests } from './browser-tests.mjs';
import { check, finish, program, runParts, tally } from './checks.mjs';
import { installWhatIsMissing, npmCommand } from './install.mjs';
import { near } from './near/near.mjs';
import { deadCode, lint, typeCheck } from './types-and-lint.mjs';
import { vitest } from './vitest.mjs';

const words = process.argv.slice(2);
const isShard = (word) => /^--shard=[1-9]\d*\/[1-9]\d*$/.test(word);
/** The option of Vitest and Playwright that runs a part of the files. */
const shard = words.filter(isShard);

const parts = {
  async check() {
    await Promise.all([check(...typeCheck), check(...lint), check(...deadCode)]);
    await lockFile();
  },
  unit: () => vitest('Unit and API tests', shard),
  browser: () => browserTests(shard),
};

const prepare = () => installWhatIsMissing('all');
const [first, ...paths] = words;
if (first === 'near') {
  await prepare();
  await near(paths);
} else {
  const names = words.filter((word) => !isShard(word));
  await runParts('npm test', parts, prepare, names);
  finish();
}

/** Checks that `npm ci` accepts package-lock.json, because users install with it. Installs nothing. */
async function lockFile() {
  const [file, args] = npmCommand(
    'ci --dry-run --ignore-scripts --no-audit --no-fund --loglevel=error',
  );
  const { code } = await program('Lock file', file, args);
  tally[code === 0 ? 'passed' : 'failed'] += 1;
}
