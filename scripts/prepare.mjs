// `npm start` and the command-line tools: gets everything ready with whatever Node is here, then
// hands over to the pinned one.
//
//   node scripts/prepare.mjs build              install, build the web app
//   node scripts/prepare.mjs start              the same, then run the server
//   node scripts/prepare.mjs run FILE [args…]   install, run FILE
import { buildWebWhenChanged } from './build-web.mjs';
import { installWhatIsMissing } from './install.mjs';
import { envOfPrograms as env, node, root } from './places.mjs';
import { endLike, run } from './run.mjs';

const [command, ...rest] = process.argv.slice(2);

await installWhatIsMissing();
if (command !== 'run') await buildWebWhenChanged();
if (command === 'build') process.exit(0);

const program = command === 'start' ? ['server/src/main.ts'] : rest;
// The 'ipc' channel closes when this process dies, however it dies: the server stops then.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
await endLike(await run(node, program, { cwd: root, env, stdio }));
