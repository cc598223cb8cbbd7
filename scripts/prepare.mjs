// `npm start` and the command-line tools: prepares everything with the installed Node, then runs the
// program with the pinned Node.
//
//   node scripts/prepare.mjs build                 install, build the web app and the server
//   node scripts/prepare.mjs start                 the same, then run the server
//   node scripts/prepare.mjs command NAME [args…]  install, build the server, run its command NAME
//   node scripts/prepare.mjs run FILE [args…]      install what tests need, too, and run FILE
import { buildServerWhenChanged, buildWebWhenChanged } from './build.mjs';
import { installWhatIsMissing } from './install.mjs';
import { programEnv as env, node, root } from './paths.mjs';
import { exitLike, run } from './run.mjs';

const [command, ...rest] = process.argv.slice(2);

await installWhatIsMissing(command === 'run' ? 'all' : 'product');
if (command === 'start' || command === 'build') await buildWebWhenChanged();
if (command !== 'run') await buildServerWhenChanged();
if (command === 'build') process.exit(0);

const programs = {
  start: () => ['server/dist/main.js'],
  command: ([name, ...args]) => [`server/dist/cli.${name}.js`, ...args],
  run: (program) => program,
};
const program = programs[command](rest);
// When this process dies for any reason, the 'ipc' channel closes, and the server stops.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
await exitLike(await run(node, program, { cwd: root, env, stdio }));
