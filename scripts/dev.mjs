// `npm run dev`: the server, restarted when its files change, and the web app with hot reload on
// http://localhost:5173, which forwards API calls to the server. When one ends, both end.
import { installWhatIsMissing } from './install.mjs';
import { at, env, node, root } from './paths.mjs';
import { exitLike, run } from './run.mjs';

await installWhatIsMissing('all');

// The supervisor loads few files itself, so the folders are named.
const watch = ['--watch', '--watch-path=server/src', '--watch-path=contract/src'];
const options = { cwd: root, env, stdio: 'inherit' };
const programs = [
  run(node, [...watch, '--watch-preserve-output', 'server/src/main.ts'], options),
  run(node, [at('node_modules/vite/bin/vite.js'), 'web'], options),
];
const first = await Promise.race(programs);
if (!first.stoppedBy) process.kill(process.pid, 'SIGTERM'); // `run` passes it on to the other program
await Promise.all(programs);
await exitLike(first);
