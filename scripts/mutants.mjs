// `npm run mutants`: changes the code in many places, one at a time, and says which changes no test notices.
import { findOrInstallBrowser } from './browser.mjs';
import { installWhatIsMissing } from './install.mjs';
import { env, node, root } from './paths.mjs';
import { exitLike, run } from './run.mjs';

await installWhatIsMissing('all');
const browser = await findOrInstallBrowser();
if (!browser) process.exit(1);
const options = { cwd: root, env: { ...env, CHROME_PATH: browser }, stdio: 'inherit' };
await exitLike(await run(node, ['scripts/mutants/main.ts', ...process.argv.slice(2)], options));
