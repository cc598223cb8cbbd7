// `npm run bench`. The part `web` needs a browser and the built web app.
import { findOrInstallBrowser } from './browser.mjs';
import { buildServerWhenChanged, buildWebWhenChanged } from './build.mjs';
import { installWhatIsMissing } from './install.mjs';
import { programEnv as env, node, root } from './paths.mjs';
import { exitLike, run } from './run.mjs';

const parts = process.argv.slice(2);

await installWhatIsMissing('all');
const needsBrowser = parts.length === 0 || parts.includes('web');
const browser = needsBrowser ? await findOrInstallBrowser() : null;
if (needsBrowser) await buildWebWhenChanged();
await buildServerWhenChanged();
const options = {
  cwd: root,
  env: { ...env, ...(browser && { CHROME_PATH: browser }) },
  stdio: 'inherit',
};
await exitLike(await run(node, ['bench/main.ts', ...parts], options));
