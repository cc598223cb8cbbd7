// `npm run test-deploy`, also a part of `npm test`: makes the images of deploy/ and tests them.
import { finish } from './checks.mjs';
import { installWhatIsMissing } from './install.mjs';
import { testContainers } from './test-containers.mjs';

await installWhatIsMissing();
await testContainers();
finish();
