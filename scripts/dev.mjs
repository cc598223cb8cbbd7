// `npm run dev`: the server, restarted when a file changes that it has loaded, and the web app with hot reload on
// http://localhost:5173, which forwards API calls to the server. When one ends, both end.
import { installWhatIsMissing } from './install.mjs';
import { at, node, programEnv, root } from './paths.mjs';
import { exitLike, run } from './run.mjs';

await installWhatIsMissing('all');

const options = { cwd: root, env: programEnv, stdio: 'inherit' };
const programs = [
  run(node, ['--watch', '--watch-preserve-output', 'scripts/dev-server.ts'], options),
  run(node, [at('node_modules/vite/bin/vite.js'), 'web'], options),
];
const first = await Promise.race(programs);
if (!first.stoppedBy) process.kill(process.pid, 'SIGTERM'); // `run` passes it on to the other program
await Promise.all(programs);
await exitLike(first);
