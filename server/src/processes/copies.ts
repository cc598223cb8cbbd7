import { request } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { answerByHand, type MayAnswer, refuseByHand } from '../front/answer-by-hand.ts';
import { AppError } from '../kit/app-error.ts';
import { ownSocketFolders, streamSocketName } from './socket-folder.ts';

/*
 * `npm run backup` asks the office of this machine for a copy when the files of its database are gone (ADR 63). It finds
 * the office by the folder of its sockets, which only the user of the server can enter.
 */

const path = '/copy';

/** Answers a request for a copy of the contents of a data folder. The copy is made in the folder of the socket. */
export function answerCopies(deps: {
  dataDir: string;
  socket: string;
  saveCopy: (places: readonly string[]) => Promise<string>;
}): MayAnswer {
  const { dataDir, socket, saveCopy } = deps;
  return (asked, response) => {
    const url = new URL(asked.url ?? '', 'http://office');
    if (url.pathname !== path || asked.method !== 'POST') return false;
    if (url.searchParams.get('dataDir') !== dataDir) {
      refuseByHand(response, 404, 'This is the office of another data folder');
      return true;
    }
    saveCopy([dirname(socket)]).then(
      (folder) => answerByHand(response, 200, JSON.stringify({ folder })),
      (error) => {
        const isThere = error instanceof AppError && error.code === 'conflict';
        refuseByHand(response, isThere ? 409 : 503, (error as Error).message);
      },
    );
    return true;
  };
}

type Answer = { status: number; body: { folder?: string; message?: string } };

function ask(socketPath: string, dataDir: string): Promise<Answer | null> {
  const { promise, resolve: answered } = Promise.withResolvers<Answer | null>();
  const question = { socketPath, method: 'POST', agent: false };
  const sent = request({
    ...question,
    path: `${path}?${new URLSearchParams({ dataDir })}`,
    // Copying a large database takes minutes.
    timeout: 10 * 60_000,
  });
  sent.on('response', async (response) => {
    try {
      const body = JSON.parse((await response.setEncoding('utf8').toArray()).join(''));
      answered({ status: response.statusCode ?? 0, body });
    } catch {
      answered(null);
    }
  });
  // Nobody listens there any more.
  sent.on('error', () => answered(null)).on('timeout', () => sent.destroy());
  sent.end();
  return promise;
}

/**
 * Returns the copy that the running office of a data folder makes when the files of its database are gone: a whole data folder.
 * Null when the files are there, or when no such office runs for this user. Throws the office's message when it could not make
 * the copy.
 */
export async function copyOfOffice(dataDir: string): Promise<string | null> {
  for (const folder of ownSocketFolders()) {
    const socket = join(folder, streamSocketName);
    const answer = await ask(socket, dataDir);
    if (answer?.status === 503) throw new Error(answer.body.message);
    if (answer?.status === 200 && answer.body.folder) {
      return join(dirname(socket), basename(answer.body.folder));
    }
  }
  return null;
}
