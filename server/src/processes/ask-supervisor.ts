import { request } from 'node:http';
import { join } from 'node:path';
import { aliveSocketName, ownSocketFolders } from './socket-folder.ts';

/* How a command of the shell reaches the supervisor of a data folder on this machine. */

export const stopPath = '/stop-ads';
const withinMs = 10_000;

/** How many ads processes there are, how many have taken it, and whether it is kept over a restart (else `why` not). */
export type StopAnswer = { processes: number; taken: number; isKept: boolean; why?: string };

/** Stops or resumes all ads of this machine; null when no server of this user with this data folder can be found. */
export async function askToStop(
  dataDir: string,
  { isStopped, by }: { isStopped: boolean; by: string },
): Promise<StopAnswer | null> {
  const query = new URLSearchParams({ dataDir, by, isStopped: String(isStopped) });
  for (const folder of ownSocketFolders()) {
    const answer = await ask(join(folder, aliveSocketName), `${stopPath}?${query}`);
    if (answer) return answer;
  }
  return null;
}

function ask(socketPath: string, path: string): Promise<StopAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<StopAnswer | null>();
  const sent = request({ socketPath, path, method: 'POST', agent: false, timeout: withinMs });
  sent.on('response', async (response) => {
    try {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve(response.statusCode === 200 ? JSON.parse(text) : null);
    } catch {
      resolve(null);
    }
  });
  // Nobody listens there any more, or a release before this one does.
  sent.on('error', () => resolve(null)).on('timeout', () => sent.destroy());
  sent.end();
  return promise;
}
