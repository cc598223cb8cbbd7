import { type IncomingMessage, type RequestOptions, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerProcess } from '../doctor/network.checks.ts';
import { answerByHand } from '../front/answer-by-hand.ts';
import { limitOfOpenFiles } from '../front/connection-limit.ts';
import { statOf } from '../kit/process/disk.ts';
import { resolvesWithin } from '../kit/within.ts';
import { aliveSocketName, ownSocketFolders } from './socket-folder.ts';

/* Lets a shell command reach the supervisor of a data folder on this machine. */

export const stopPath = '/stop-ads';
const serverPath = '/server';
const withinMs = 10_000;
const findWithinMs = 1_500;

/**
 * The number of ads processes, the number that have taken the command, and whether it is kept over a restart (else `why` not).
 */
export type StopAnswer = { processes: number; taken: number; isKept: boolean; why?: string };

/** Stops or resumes all ads of this machine; null when no server of this user with this data folder can be found. */
export async function askToStop(
  dataDir: string,
  { isStopped, by }: { isStopped: boolean; by: string },
): Promise<StopAnswer | null> {
  const query = new URLSearchParams({ dataDir, by, isStopped: String(isStopped) });
  for (const folder of ownSocketFolders()) {
    const socketPath = join(folder, aliveSocketName);
    const path = `${stopPath}?${query}`;
    const answer = await ask<StopAnswer>({ socketPath, path, method: 'POST', timeout: withinMs });
    if (answer) return answer;
  }
  return null;
}

/** Finds the server of a data folder; null when none answers. Root also finds the server of the folder's owner. */
export async function findServer(dataDir: string): Promise<ServerProcess | null> {
  const place = statOf(tmpdir()).catch(() => null);
  if (!(await resolvesWithin(place, findWithinMs))) return null;
  const stats = process.getuid?.() === 0 ? statOf(dataDir).catch(() => null) : null;
  const isKnown = stats && (await resolvesWithin(stats, findWithinMs));
  const owner = isKnown ? (await stats)?.uid : undefined;
  const path = `${serverPath}?${new URLSearchParams({ dataDir })}`;
  // All are asked at the same time, so that one that hangs does not delay the doctor.
  const answers = ownSocketFolders(owner).map((folder) =>
    ask<ServerProcess>({
      socketPath: join(folder, aliveSocketName),
      path,
      method: 'GET',
      timeout: findWithinMs,
    }),
  );
  return (await Promise.all(answers)).find((answer) => answer !== null) ?? null;
}

/** Answers `findServer`; false for any other request. */
export function answerServer(
  dataDir: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const url = new URL(request.url ?? '', 'http://supervisor');
  if (url.pathname !== serverPath || url.searchParams.get('dataDir') !== dataDir) return false;
  const limit = limitOfOpenFiles();
  const openFiles = Number.isFinite(limit) ? limit : null;
  const own: ServerProcess = { pid: process.pid, openFiles };
  answerByHand(response, 200, JSON.stringify(own));
  return true;
}

function ask<Answer>(
  question: Pick<RequestOptions, 'socketPath' | 'path' | 'method' | 'timeout'>,
): Promise<Answer | null> {
  const { promise, resolve } = Promise.withResolvers<Answer | null>();
  const sent = request({ ...question, agent: false });
  sent.on('response', async (response) => {
    try {
      const text = (await response.setEncoding('utf8').toArray()).join('');
      resolve(response.statusCode === 200 ? JSON.parse(text) : null);
    } catch {
      resolve(null);
    }
  });
  // Nobody listens there any more, or an older release does.
  sent.on('error', () => resolve(null)).on('timeout', () => sent.destroy());
  sent.end();
  return promise;
}
