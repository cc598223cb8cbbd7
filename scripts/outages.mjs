// `npm run outages`: kills nodes and the database under load, behind nginx, and prints the effects.
import { buildServerWhenChanged } from './build.mjs';
import { installWhatIsMissing } from './install.mjs';
import { findOrUnpackNginx } from './nginx.mjs';
import { env, node, root } from './paths.mjs';
import { exitLike, run } from './run.mjs';

await installWhatIsMissing('all');
await buildServerWhenChanged();
const nginx = await findOrUnpackNginx();
if (!nginx) process.exit(1);
const options = { cwd: root, env: { ...env, NGINX_PATH: nginx }, stdio: 'inherit' };
await exitLike(await run(node, ['deploy/outages.ts', ...process.argv.slice(2)], options));
