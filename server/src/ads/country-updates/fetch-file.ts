import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { askOutside } from '../../kit/outside/ask-outside.ts';
import { OutsideFault } from '../../kit/outside/outside-fault.ts';
import { addressIn, isRedirect } from '../../kit/outside/redirects.ts';
import { createResolveHost } from '../../kit/outside/resolve-host.ts';
import { createByteLimit } from './byte-limit.ts';

/** The limits of a fetch. */
export type FetchLimits = {
  bytes: number;
  /** Milliseconds for the whole fetch. */
  ms: number;
  /** Milliseconds without a byte. */
  silentMs: number;
};

/** The most redirects that are followed; vendors use one or two. */
const mostRedirects = 5;

/** The operator has chosen the address, so it may be in a private network. */
const reach = { allowsPrivate: true, setting: 'COUNTRY_DATABASE_URL' };

/** Codes of errors that come from the own disk, and not from the remote server. */
const ofDisk = /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EIO|ENOENT)$/;

/**
 * Fetches `address` (http or https, with `user:password@` if it wants them) into the new file `file`. Follows a few redirects,
 * but none from https to http, and sends user and password to the first server only. Rejects with an `OutsideFault`, which
 * contains only the host of the address.
 */
export async function fetchFile(
  address: URL,
  file: string,
  { bytes, ms, silentMs }: FetchLimits,
): Promise<void> {
  const silence = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(ms), silence.signal]);
  const timer = setTimeout(() => silence.abort(new DOMException('', 'TimeoutError')), silentMs);
  let url = new URL(address);
  // User and password go into a header; in the URL, a relative redirect would keep them.
  Object.assign(url, { username: '', password: '' });
  try {
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const headers = {
        'accept-encoding': 'identity',
        'user-agent': 'Adwarden',
        ...(url.origin === address.origin && loginOf(address)),
      };
      const request = { method: 'GET', url, headers, reach, signal } as const;
      const next = await askOutside(
        { ...request, resolve: createResolveHost() },
        async (answer) => {
          timer.refresh();
          const target = redirectOf(answer, url);
          if (target) return target;
          mustBeWanted(answer, url, bytes);
          answer.on('data', () => timer.refresh());
          await save(answer, file, bytes, url.host);
          return null;
        },
      );
      if (!next) return;
      url = next;
    }
    throw new OutsideFault(`${address.host} redirects more than ${mostRedirects} times`);
  } finally {
    clearTimeout(timer);
  }
}

/** Builds the header for the user and the password of an address. */
function loginOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}

/** Returns the target of a redirect; null when the answer is not one. */
function redirectOf(answer: IncomingMessage, from: URL): URL | null {
  const { statusCode = 0, headers } = answer;
  if (!isRedirect({ status: statusCode }) || !headers.location) return null;
  answer.destroy();
  const to = addressIn({ headers }, from);
  if (!to) {
    throw new OutsideFault(`${from.host} redirects to something that is no http address`);
  }
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    throw new OutsideFault(`${from.host} redirects from https to http, to ${to.host}`);
  }
  return to;
}

function mustBeWanted({ statusCode, headers }: IncomingMessage, { host }: URL, most: number): void {
  if (statusCode !== 200) throw new OutsideFault(`${host} answered ${statusCode}`);
  if (Number(headers['content-length']) > most) throw new OutsideFault(tooLarge(host, most));
}

const tooLarge = (host: string, most: number) => `${host} sent more than ${most / 1e6} MB`;

async function save(answer: IncomingMessage, file: string, most: number, host: string) {
  try {
    await pipeline(
      answer,
      createByteLimit(most, () => new OutsideFault(tooLarge(host, most))),
      createWriteStream(file, { flags: 'wx' }),
    );
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw ofDisk.test(code) ? new OutsideFault(message) : error;
  }
}
