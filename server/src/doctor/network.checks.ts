import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { counted } from '@adwarden/contract/counted';
import { programName } from '../build-info.ts';
import { dayInWords, dayMs } from '../kit/clock.ts';
import { createMailer } from '../kit/mailer.ts';
import { resolvesWithin } from '../kit/within.ts';
import type { Settings } from '../settings.ts';
import { type Check, fine } from './check.ts';

const withinMs = 3_000;
const soonDays = 14;
const sayMore = ' With METRICS_PORT or METRICS_TOKEN it also says its version and what is wrong.';

type State = { status?: string; reason?: string; version?: string; commit?: string };

async function readState(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; state: State }> {
  const signal = AbortSignal.timeout(withinMs);
  const answer = await fetch(url, { headers, signal, redirect: 'manual' });
  const text = (await answer.text()).slice(0, 10_000);
  try {
    return { status: answer.status, state: JSON.parse(text) as State };
  } catch {
    return { status: answer.status, state: {} };
  }
}

function ownAddress({ host, port }: Settings): string {
  const own = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIP(own) === 6 ? `[${own}]` : own}:${port}`;
}

/** Where the running server says more than its state, and with what. Without either setting it says its state alone. */
function ownDetails(settings: Settings): { address: string; headers: Record<string, string> } {
  const { metricsPort, metricsToken } = settings;
  return {
    address: metricsPort === null ? ownAddress(settings) : `http://127.0.0.1:${metricsPort}`,
    headers: metricsToken ? { authorization: `Bearer ${metricsToken}` } : {},
  };
}

/** Whether a server of Adwarden answers at the address of these settings. */
export async function isServedHere(settings: Settings): Promise<boolean> {
  const found = await readState(`${ownAddress(settings)}/readyz`).catch(() => null);
  return /^(ready|degraded|not ready)$/.test(found?.state.status ?? '');
}

/** What the requests of the running server show about proxies. */
async function checkForwarded(settings: Settings): Promise<Check[]> {
  const signal = AbortSignal.timeout(withinMs);
  const { address, headers } = ownDetails(settings);
  const metrics = await fetch(`${address}/metrics`, { headers, signal }).catch(() => null);
  const text = metrics?.ok ? await metrics.text() : '';
  const ignored = Number(/^adwarden_forwarded_ignored_total (\d+)/m.exec(text)?.[1] ?? 0);
  if (ignored === 0) return [];
  return [
    {
      ...{ name: 'proxy', state: 'warning' },
      what: `${counted(ignored, 'request')} since the start came with forwarded headers from an address that TRUST_PROXY does not name`,
      why: 'The headers are ignored. If a proxy is in front, all callers behind it count as the proxy.',
      todo: 'Look into the log for the first such address. If it is your proxy, add it to TRUST_PROXY; otherwise somebody sends these headers in vain.',
    },
  ];
}

/** Asks the server of this machine how it is. */
async function checkServer(settings: Settings): Promise<Check> {
  const name = 'server';
  const address = ownAddress(settings);
  const details = ownDetails(settings);
  const found =
    (await readState(`${details.address}/readyz`, details.headers).catch(() => null)) ??
    (await readState(`${address}/readyz`).catch(() => null));
  if (!found) {
    return {
      ...{ name, state: 'note', what: `No server answers at ${address}` },
      ...{ why: 'Phones and people get nothing from this machine.', todo: 'Start it: npm start.' },
    };
  }
  const { status, state } = found;
  const { version = '', commit = '', reason = '' } = state;
  const running = commit ? `${version} (${commit})` : version;
  if (status !== 200 || state.status !== 'ready') {
    return {
      ...{ name, state: status === 200 ? 'warning' : 'error' },
      what: `The server at ${address} is ${state.status ?? 'something else'}${reason && `: ${reason}`}`,
      why: 'It serves old ads at best.',
      todo: `Look into its log, and into Troubleshooting in docs/operate.md.${reason ? '' : sayMore}`,
    };
  }
  if (running === '') return fine(name, `The server at ${address} is ready.${sayMore}`);
  if (running !== programName()) {
    return {
      ...{ name, state: 'warning' },
      what: `The server at ${address} runs Adwarden ${running}, and this folder has ${programName()}`,
      ...{ why: 'It was not restarted since the upgrade.', todo: 'Restart it.' },
    };
  }
  return fine(name, `The server at ${address} is ready, Adwarden ${running}`);
}

/** When the certificate of an address ends, in epoch milliseconds. Rejects when it is not trusted or not reachable. */
function endOfCertificate({ hostname, port }: URL): Promise<number> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const socket = connect({
    ...{ host, port: Number(port || 443), timeout: withinMs },
    ...(isIP(host) === 0 && { servername: host }),
  });
  socket.once('secureConnect', () => resolve(Date.parse(socket.getPeerCertificate().valid_to)));
  socket.once('timeout', () => reject(new Error(`no answer within ${withinMs / 1000} s`)));
  socket.once('error', reject);
  return promise.finally(() => socket.destroy());
}

async function checkCertificate(publicUrl: string, now: number): Promise<Check> {
  const name = 'certificate';
  const url = new URL(publicUrl);
  const why = 'Phones and browsers refuse an address whose certificate has ended.';
  const todo = 'Look why it is not renewed (certbot, the proxy, the CDN).';
  try {
    const end = await endOfCertificate(url);
    const days = Math.floor((end - now) / dayMs);
    const what = `The certificate of ${url.host} ends on ${dayInWords(end)}, in ${counted(days, 'day')}`;
    if (days >= soonDays) return fine(name, what);
    return { ...{ name, state: days < 3 ? 'error' : 'warning', what, why, todo } };
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    const isReached = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|DEPTH/.test(code);
    if (isReached) {
      const what = `The certificate of ${url.host} is not trusted: ${message}`;
      return { ...{ name, state: 'error', what, why, todo } };
    }
    return {
      ...{ name, state: 'warning' },
      what: `${url.host} (PUBLIC_URL) cannot be reached from this machine: ${message || code}`,
      why: 'Phones may not reach it either, and nobody looks when its certificate ends.',
      todo: 'Look whether the address and its DNS entry are right. A firewall may keep only this machine out.',
    };
  }
}

async function checkOffice(url: string): Promise<Check> {
  const found = await readState(`${url}/readyz`).catch((error: Error) => error);
  const name = 'office';
  if (!(found instanceof Error) && found.status === 200) return fine(name, `${url} answers`);
  return {
    ...{ name, state: 'warning' },
    what: `The office ${url} does not answer${found instanceof Error ? '' : ` (${found.status})`}`,
    why: 'Without an office an edge serves its last good ads, and changes do not arrive.',
    todo: 'Look whether the office runs, and whether OFFICE_URL and the network are right.',
  };
}

async function checkMail(mail: NonNullable<Settings['mail']>): Promise<Check> {
  const name = 'mail';
  const { host, port } = mail.server;
  const place = `${host}:${port} (SMTP_URL)`;
  let why = 'it does not answer in time';
  try {
    if (await resolvesWithin(createMailer(mail).verify(), withinMs)) {
      return fine(name, `The mail server ${place} answers`);
    }
  } catch (error) {
    why = (error as Error).message;
  }
  return {
    ...{ name, state: 'warning', what: `The mail server ${place} cannot be used: ${why}` },
    why: 'Administrators who want a daily mail of new errors do not get it.',
    todo: 'Correct SMTP_URL, or look at the mail server.',
  };
}

/** What can be said of what answers and is reached over the network; each question has a time limit. */
export async function checkNetwork(settings: Settings, now: number): Promise<Check[]> {
  const { publicUrl, edge, mail } = settings;
  const [forwarded, ...others] = await Promise.all([
    checkForwarded(settings),
    checkServer(settings),
    ...(publicUrl?.startsWith('https:') ? [checkCertificate(publicUrl, now)] : []),
    ...edge.offices.map(checkOffice),
    ...(mail ? [checkMail(mail)] : []),
  ]);
  return [...others, ...forwarded];
}
