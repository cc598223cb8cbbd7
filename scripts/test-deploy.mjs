// `npm run test-deploy`: makes the images of deploy/ and runs them. A part of `npm test`, too.
import { finish } from './checks.mjs';
import { installWhatIsMissing } from './install.mjs';
import { testContainers } from './test-containers.mjs';

await installWhatIsMissing();
await testContainers();
finish();
