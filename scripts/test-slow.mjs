// `npm run test-slow`: what takes minutes, containers or large compilers. Run it before a release, and after a change of
// clients/ or deploy/. `npm test` counts these tests as skipped. `npm run test-slow -- slow` runs only this part,
// `npm run test-clients` only that of the clients.
import { findOrInstallBrowser } from './browser.mjs';
import { buildWebWhenChanged } from './build.mjs';
import { finish, runParts } from './checks.mjs';
import { installCompilersWhenMissing } from './compilers.mjs';
import { installWhatIsMissing } from './install.mjs';
import { findOrMakeSwiftRoot } from './swift-root.mjs';
import { takeFeaturesAway } from './take-away.mjs';
import { testContainers } from './test-containers.mjs';
import { vitest } from './vitest.mjs';

const parts = {
  async clients() {
    await installCompilersWhenMissing();
    // The packages that app developers install are files of the build.
    await buildWebWhenChanged();
    await vitest('Clients in all languages', ['--project=slow', 'clients/'], {
      ADWARDEN_SLOW: '1',
      CHROME_PATH: (await findOrInstallBrowser()) ?? undefined,
      SWIFT_ROOT: await findOrMakeSwiftRoot(),
    });
  },
  async slow() {
    await vitest('Slow tests', ['--project=slow', 'server/', 'deploy/'], { ADWARDEN_SLOW: '1' });
  },
  taken: takeFeaturesAway,
  containers: testContainers,
};

await runParts('npm run test-slow', parts, () => installWhatIsMissing('all'));
finish();
