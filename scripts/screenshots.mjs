// `npm run screenshots`: makes new pictures for the README and the guide. They show the built web app with the demo data.
// `npm run screenshots -- guide`: only those of the guide.
import { findOrInstallBrowser } from './browser.mjs';
import { buildServerWhenChanged, buildWebWhenChanged } from './build.mjs';
import { installWhatIsMissing } from './install.mjs';
import { env, node, root } from './paths.mjs';
import { exitLike, run } from './run.mjs';

await installWhatIsMissing('all');
const browser = await findOrInstallBrowser();
if (!browser) process.exit(1);
await buildWebWhenChanged();
await buildServerWhenChanged();
const options = { cwd: root, env: { ...env, CHROME_PATH: browser }, stdio: 'inherit' };
await exitLike(await run(node, ['e2e/screenshots.ts', ...process.argv.slice(2)], options));
