// `npm start` and the command-line tools: prepares everything with the installed Node, then runs the
// program with the pinned Node.
//
//   node scripts/prepare.mjs build              install, build the web app
//   node scripts/prepare.mjs start              the same, then run the server
//   node scripts/prepare.mjs run FILE [args…]   install, run FILE
import { buildWebWhenChanged } from './build-web.mjs';
import { installWhatIsMissing } from './install.mjs';
import { programEnv as env, node, root } from './paths.mjs';
import { exitLike, run } from './run.mjs';

const [command, ...rest] = process.argv.slice(2);

await installWhatIsMissing();
if (command !== 'run') await buildWebWhenChanged();
if (command === 'build') process.exit(0);

const program = command === 'start' ? ['server/src/main.ts'] : rest;
// When this process dies for any reason, the 'ipc' channel closes, and the server stops.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
await exitLike(await run(node, program, { cwd: root, env, stdio }));
