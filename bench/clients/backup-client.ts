import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { built } from '../../deploy/programs/built.ts';

/*
 * Backs a database up again and again, as an office does with BACKUP_DIR: with `npm run backup`, at the office's
 * priority. It works from the message `start` to the message `pause`, and answers `pause` with the number of backups.
 *
 *   node backup-client.ts PORT DATA_DIR FOLDER
 */

const [, , , dataDir = '', folder = ''] = process.argv;
const command = built('cli/backup');
let backups = 0;
let running: ChildProcess | undefined;
let work = Promise.withResolvers<void>();

setPriority(10);
process.on('message', (order) => {
  if (order === 'start') {
    running?.kill('SIGCONT');
    return work.resolve();
  }
  running?.kill('SIGSTOP');
  work = Promise.withResolvers();
  process.send?.({ backups });
});
process.on('disconnect', () => {
  running?.kill('SIGKILL');
  process.exit(0);
});
for (;;) {
  await work.promise;
  running = spawn(process.execPath, [command, join(folder, 'one.db'), '--force'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(running, 'exit');
  if (code !== 0) throw new Error(`A backup ended with exit code ${code}`);
  backups += 1;
}
