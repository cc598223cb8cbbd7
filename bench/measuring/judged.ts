import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from '../servers/server.ts';
import { type Change, makeVariant } from '../tricks/variant.ts';

const run = 'features/findings/judging/run.service.ts';
const mostMs = 900_000;

/** A server that never judges all apps: only those that are saved. */
export const withoutRun: Change = {
  file: run,
  find: 'async work({ now, isOver }) {',
  put: 'async work({ now, isOver }) { if (now) return;',
};

/** A server that judges all apps without the pauses that it makes for the ads. */
const withoutPauses: Change[] = [
  { file: run, find: 'const appsAtOnce = 100;', put: 'const appsAtOnce = 200;' },
  { file: run, find: 'const judgedAtOnce = 25;', put: 'const judgedAtOnce = 200;' },
  { file: run, find: 'const pauseMs = 25;', put: 'const pauseMs = 0;' },
];

/** Makes the function that lets a server judge all apps of a data directory, as each installation has done once. */
export function createJudge(folder: (name: string) => string): (dataDir: string) => Promise<void> {
  let main: string | undefined;
  return async (dataDir) => {
    main ??= makeVariant(folder('judging'), { changes: withoutPauses });
    const judged = Promise.withResolvers<void>();
    const onLog = (text: string) => {
      if (text.includes('judged all apps')) judged.resolve();
    };
    const server = await startServer(dataDir, { main, onLog });
    const lost = pause(mostMs, undefined, { ref: false }).then(() => {
      throw new Error('The server did not judge all apps in time');
    });
    await Promise.race([judged.promise, lost]);
    await server.stop();
  };
}
