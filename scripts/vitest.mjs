import { addReport, failWithout, tool } from './checks.mjs';
import { findOrUnpackNginx } from './nginx.mjs';
import { countVitest } from './test-reports.mjs';

/** Runs tests with Vitest, with nginx for those of deploy/, and adds their numbers to the totals. */
export async function vitest(name, args, settings = {}) {
  console.log('');
  const nginx = await findOrUnpackNginx();
  if (!nginx) failWithout('nginx');
  await addReport(countVitest, (report) =>
    tool(
      name,
      'node_modules/vitest/vitest.mjs',
      ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { ...(nginx ? { NGINX_PATH: nginx } : {}), ...settings },
    ),
  );
}
