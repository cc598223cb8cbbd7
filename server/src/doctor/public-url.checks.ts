import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { kindOfAddress } from '../kit/outside/address-kind.ts';
import { questionFor } from '../kit/proof.ts';
import { resolvesWithin } from '../kit/within.ts';
import type { Settings } from '../settings.ts';
import { type Check, fine, inTimeWords, questionMs } from './check.ts';

const name = 'PUBLIC_URL';
/** The most bytes that are read of an answer: another site may send anything. */
const mostBytes = 10_000;

type Answer = { status: number; location: string; text: string };

/**
 * Asks an address of the settings, and follows no redirect. It takes any certificate: another check judges that one, and the
 * question has no secret.
 */
async function ask(url: string): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const { get } = url.startsWith('https:') ? https : http;
  const signal = AbortSignal.timeout(questionMs);
  get(url, { agent: false, signal, rejectUnauthorized: false })
    .on('response', resolve)
    .on('error', (error) => reject(signal.aborted ? signal.reason : error));
  const answer = await promise;
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) {
    text += chunk;
    if (text.length > mostBytes) break;
  }
  return { status: answer.statusCode ?? 0, location: answer.headers.location ?? '', text };
}

const isOfAdwarden = ({ text }: Answer): boolean =>
  /^\{"status":"(ready|degraded|not ready)"/.test(text);

/** Checks who can reach the address, by the IP addresses of its name as seen from here. */
async function checkReach({ hostname, host }: URL): Promise<Check[]> {
  const bare = hostname.replace(/^\[|\]$/g, '');
  const looking = isIP(bare) ? [{ address: bare }] : lookup(bare, { all: true });
  // The system's look-up has no time limit of its own.
  if (!(await resolvesWithin(Promise.resolve(looking), questionMs))) return [];
  const found = await looking;
  const addresses = found.map(({ address }) => address);
  const kinds = new Set(addresses.map(kindOfAddress));
  const [only] = kinds;
  if (kinds.size !== 1 || (only !== 'loopback' && only !== 'private')) return [];
  const place = isIP(bare) ? host : `${host} is ${addresses.join(', ')} here`;
  const why = 'Phones and the links in mails and webhooks use this address.';
  return only === 'loopback'
    ? [
        {
          name,
          state: 'warning',
          what: `${place}: only this machine can reach it (PUBLIC_URL)`,
          why,
          todo: 'Set PUBLIC_URL to the address that others use; if only this machine has another one for it (/etc/hosts), all is well.',
        },
      ]
    : [
        {
          name,
          state: 'note',
          what: `${place}: only its own network can reach it (PUBLIC_URL)`,
          why,
          todo: 'Set PUBLIC_URL to the public address, unless all phones and people are in that network.',
        },
      ];
}

const plainHttp = /^EPROTO|^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)/;

/** Explains why an address gave no answer. */
function unreached(url: URL, error: NodeJS.ErrnoException): Check {
  const { code = '', message } = error;
  const { host } = url;
  const why = 'Phones may not reach it either.';
  if (plainHttp.test(code) && url.protocol === 'https:') {
    return {
      name,
      state: 'error',
      what: `${host} speaks plain HTTP at an https address (PUBLIC_URL)`,
      why: 'Phones and browsers get no answer there.',
      todo: 'Let the proxy speak TLS there, or set PUBLIC_URL to the http address.',
    };
  }
  const words: Record<string, string> = {
    ECONNREFUSED: 'nothing listens there: its port is closed',
    ENOTFOUND: 'its name has no address',
    EAI_AGAIN: 'its name could not be looked up',
  };
  const late = error.name === 'TimeoutError' ? `it does not answer ${inTimeWords}` : '';
  return {
    name,
    state: 'warning',
    why,
    what: `${host} (PUBLIC_URL) cannot be reached from this machine: ${late || (words[code] ?? (message || code))}`,
    todo: 'Look whether the proxy runs, and whether the address and its DNS entry are right. A firewall may keep only this machine out.',
  };
}

/** Explains an answer that is no proof. `state` is the address's answer at `/readyz`; null for none. */
function notProven(publicUrl: string, answer: Answer, state: Answer | null): Check {
  const { status, location } = answer;
  const why = 'Phones, links and copied addresses lead there.';
  if (status >= 300 && status < 400 && location) {
    const to = URL.parse(location, publicUrl);
    return {
      name,
      state: 'warning',
      why: 'Not every phone follows a redirect.',
      what: `${publicUrl} (PUBLIC_URL) redirects to ${to ? to.origin : 'another address'}`,
      todo: 'Set PUBLIC_URL to the address at the end.',
    };
  }
  if (state && isOfAdwarden(state)) {
    return {
      name,
      state: 'warning',
      why,
      what: `${publicUrl} (PUBLIC_URL) answers, but is not this Adwarden: it is another one, one of an older version, or one without its database`,
      todo: 'Look where the proxy leads, and whether that server is ready; below a path, PUBLIC_URL ends with BASE_PATH.',
    };
  }
  if (status >= 502 && status <= 504) {
    return {
      name,
      state: 'error',
      why: 'Phones and people get nothing there.',
      what: `${publicUrl} (PUBLIC_URL) answers ${status}: the proxy there does not reach Adwarden`,
      todo: 'Look whether the address that the proxy passes requests to is that of this server.',
    };
  }
  return {
    name,
    state: 'error',
    why,
    what: `${publicUrl} (PUBLIC_URL) answers, but is not this Adwarden`,
    todo: 'Correct PUBLIC_URL, or where the proxy leads; below a path, it ends with BASE_PATH.',
  };
}

/**
 * Checks whether this installation is behind PUBLIC_URL, and who can reach it. `key`: null when nobody knows it, as at an edge.
 */
export async function checkPublicUrl(
  publicUrl: NonNullable<Settings['publicUrl']>,
  key: Buffer | null,
): Promise<Check[]> {
  const base = publicUrl.replace(/\/$/, '');
  const url = new URL(publicUrl);
  const question = key && questionFor(key);
  try {
    const asking = ask(`${base}/readyz`);
    const [state, answer, reach] = await Promise.all([
      asking.catch(() => null),
      question ? ask(base + question.path) : asking,
      checkReach(url),
    ]);
    const isIt = question ? question.isAnsweredBy(answer.text) : isOfAdwarden(answer);
    const what = question
      ? `${publicUrl} (PUBLIC_URL) leads to this installation`
      : `An Adwarden answers at ${publicUrl} (PUBLIC_URL)`;
    if (!isIt) return [notProven(publicUrl, answer, state), ...reach];
    return reach.length > 0 ? reach : [fine(name, what)];
  } catch (error) {
    return [unreached(url, error as NodeJS.ErrnoException)];
  }
}
