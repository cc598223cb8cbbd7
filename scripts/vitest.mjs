import { addToTally, failWithout, runReported, tool } from './checks.mjs';
import { findOrUnpackNginx } from './nginx.mjs';
import { countVitest } from './test-reports.mjs';

/** More files with failures than this are no accident: they do not run again. */
const mostAgain = 3;

/**
 * Runs tests with Vitest, with nginx for those of deploy/, and adds their numbers to the totals. A file with a failure
 * runs a second time, alone. A test that passes then is listed as flaky, as Playwright does: it is a fault of the
 * test, or of the product under load, to be mended.
 */
export async function vitest(name, args, settings = {}) {
  console.log('');
  const files = args.filter((arg) => !arg.startsWith('-'));
  const needsNginx = files.length === 0 || files.some((file) => file.startsWith('deploy/'));
  const nginx = needsNginx ? await findOrUnpackNginx() : null;
  if (needsNginx && !nginx) failWithout('nginx');
  const run = (title, chosen) =>
    runReported(countVitest, (report) =>
      tool(
        title,
        'node_modules/vitest/vitest.mjs',
        ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        { ...(nginx ? { NGINX_PATH: nginx } : {}), ...settings },
      ),
    );

  const first = await run(name, args);
  const { failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > mostAgain) return addToTally(first);
  const projects = args.filter((arg) => arg.startsWith('--project'));
  const second = await run(`${name}, second try`, [...projects, ...failedFiles]);
  const flaky = Math.max(0, first.failed - second.failed);
  if (flaky > 0)
    console.log(`\n${flaky} flaky: failed at first, passed at the second try. Mend them.`);
  addToTally({ ...first, passed: first.passed + flaky, failed: first.failed - flaky });
}
