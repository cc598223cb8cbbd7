import { addReport, program, tally, withCleanUp } from './checks.mjs';
import {
  containerStore,
  folderOfNpm,
  inNamespaces,
  makeImages,
  noContainersBecause,
} from './containers.mjs';
import { at, node } from './paths.mjs';
import { countVitest } from './test-reports.mjs';

const debianUnavailable = 75;
const tests = (report) => [
  at('node_modules/vitest/vitest.mjs'),
  'run',
  '--project=containers',
  '--no-file-parallelism',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
];

/**
 * Makes the images (one check), then runs the tests of deploy/test/containers without access to other machines. If
 * containers cannot run here, it prints why, and the tests count as skipped.
 */
export async function testContainers() {
  const reason = noContainersBecause();
  if (reason) return skipAll(reason);

  const store = containerStore();
  await withCleanUp(store.remove, async () => {
    const places = [at('node_modules/node/bin'), folderOfNpm(), store.files];
    const making = inNamespaces({ network: 'host', minutes: 15 }, [makeImages, ...places]);
    const made = await program('Images of deploy/', ...making, store.settings);
    if (made.code === debianUnavailable) return skipAll('Debian’s packages cannot be downloaded');
    tally[made.code === 0 ? 'passed' : 'failed'] += 1;
    if (made.code !== 0) return;

    await addReport(countVitest, (report) => {
      const running = inNamespaces({ network: 'none', minutes: 10 }, [node, ...tests(report)]);
      return program('Containers', ...running, { ...store.settings, CONTAINERS_CAN_RUN: '1' });
    });
  });
}

async function skipAll(reason) {
  console.log(`\nThe container tests are skipped: ${reason}`);
  const options = { maySkipAll: true };
  await addReport(countVitest, (report) => program('Containers', node, tests(report)), options);
}
