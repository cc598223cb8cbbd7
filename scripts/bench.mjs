// `npm run bench`: what is measured in a browser needs one, and the built web app.
import { findOrInstallBrowser } from './browser.mjs';
import { buildWebWhenChanged } from './build-web.mjs';
import { installWhatIsMissing } from './install.mjs';
import { envOfPrograms as env, node, root } from './places.mjs';
import { endLike, run } from './run.mjs';

const parts = process.argv.slice(2);

await installWhatIsMissing();
const browsed = parts.length === 0 || parts.includes('web');
const browser = browsed ? await findOrInstallBrowser() : null;
if (browsed) await buildWebWhenChanged();
const options = {
  cwd: root,
  env: { ...env, ...(browser && { CHROME_PATH: browser }) },
  stdio: 'inherit',
};
await endLike(await run(node, ['bench/main.ts', ...parts], options));
