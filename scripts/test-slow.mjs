// `npm run test-slow`: what takes minutes, containers or large compilers. Run it before a release, and after a change of
// clients/ or deploy/. `npm test` counts these tests as skipped. `npm run test-slow -- slow` runs only this part.
import { finish, runParts } from './checks.mjs';
import { installCompilersWhenMissing } from './compilers.mjs';
import { installWhatIsMissing } from './install.mjs';
import { testContainers } from './test-containers.mjs';
import { vitest } from './vitest.mjs';

const parts = {
  async slow() {
    await installCompilersWhenMissing();
    await vitest('Slow tests', ['--project=slow'], { ADWARDEN_SLOW: '1' });
  },
  containers: testContainers,
};

await runParts('npm run test-slow', parts, installWhatIsMissing);
finish();
