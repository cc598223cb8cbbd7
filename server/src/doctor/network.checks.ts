import { isIP } from 'node:net';
import { counted } from '@adwarden/contract/counted';
import { programName } from '../build-info.ts';
import { damageHead } from '../damage.ts';
import { endOfCertificate, isOfCertificate } from '../kit/certificate.ts';
import { dayInWords, dayMs } from '../kit/clock.ts';
import { causeOf } from '../kit/faults/causes.ts';
import { createMailer } from '../kit/mailer.ts';
import { resolvesWithin } from '../kit/within.ts';
import type { Settings } from '../settings.ts';
import { thresholds } from '../thresholds.ts';
import { type Check, fine, inTimeWords, questionMs } from './check.ts';
import { checkPublicUrl } from './public-url.checks.ts';
import { checkSignOn } from './single-sign-on.checks.ts';

const soonDays = thresholds.certificateMs / dayMs;
const sayMore = ' With METRICS_PORT or METRICS_TOKEN it also says its version and what is wrong.';

type State = { status?: string; reason?: string; version?: string; commit?: string };

async function readState(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; state: State }> {
  const signal = AbortSignal.timeout(questionMs);
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

/**
 * Returns the address and headers by which the running server says more than its state. Without either setting it says its state
 * alone.
 */
function ownDetails(settings: Settings): { address: string; headers: Record<string, string> } {
  const { metricsPort, metricsToken } = settings;
  return {
    address: metricsPort === null ? ownAddress(settings) : `http://127.0.0.1:${metricsPort}`,
    headers: metricsToken ? { authorization: `Bearer ${metricsToken}` } : {},
  };
}

/** A running server. `openFiles`: the most files that it may open; null: no limit. */
export type ServerProcess = { pid: number; openFiles: number | null };

/** The program at the address of the settings: Adwarden, another program, a program that says nothing (`hangs`), or nobody. */
export type ServerAnswer =
  | { kind: 'answers'; status: number; state: State }
  | { kind: 'other' }
  | { kind: 'hangs' }
  | { kind: 'none' };

const isLate = (error: unknown): boolean => (error as Error).name === 'TimeoutError';

const nobodyListens = /^(ECONNREFUSED|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Asks the server of these settings for its state, first at the place where it says most. */
export async function askServer(settings: Settings): Promise<ServerAnswer> {
  const details = ownDetails(settings);
  const asked = [
    readState(`${details.address}/readyz`, details.headers),
    readState(`${ownAddress(settings)}/readyz`),
  ];
  const found = await Promise.allSettled(asked);
  const states = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const own = states.find(({ state }) => /^(ready|degraded|not ready)$/.test(state.status ?? ''));
  if (own) return { kind: 'answers', ...own };
  // METRICS_PORT only says more.
  const atPort = found[1];
  if (atPort?.status !== 'rejected') return { kind: 'other' };
  if (isLate(atPort.reason)) return { kind: 'hangs' };
  const { cause } = atPort.reason;
  // `fetch` asks nobody at a port that is known for another protocol.
  const isNobody = nobodyListens.test(cause?.code ?? '') || cause?.message === 'bad port';
  return { kind: isNobody ? 'none' : 'other' };
}

/** Checks what the requests of the running server show about proxies. */
async function checkForwarded(settings: Settings): Promise<Check[]> {
  const signal = AbortSignal.timeout(questionMs);
  const { address, headers } = ownDetails(settings);
  const metrics = await fetch(`${address}/metrics`, { headers, signal }).catch(() => null);
  const text = metrics?.ok ? await metrics.text() : '';
  const ignored = Number(/^adwarden_forwarded_ignored_total (\d+)/m.exec(text)?.[1] ?? 0);
  if (ignored === 0) return [];
  return [
    {
      name: 'proxy',
      state: 'warning',
      what: `${counted(ignored, 'request')} since the start came with forwarded headers from an address that TRUST_PROXY does not name`,
      why: 'The headers are ignored. If a proxy is in front, all callers behind it count as the proxy.',
      todo: 'Look into the log for the first such address. If it is your proxy, add it to TRUST_PROXY; otherwise somebody sends these headers in vain.',
    },
  ];
}

const nothing = 'Phones and people get nothing from this machine.';

/** Checks the server of this machine. */
async function checkServer(settings: Settings, { served, running }: Running): Promise<Check> {
  const name = 'server';
  const address = ownAddress(settings);
  const found = await served;
  if (found.kind === 'none') {
    const server = await running;
    if (!server) {
      return {
        name,
        state: 'note',
        what: `No server answers at ${address}`,
        why: nothing,
        todo: 'Start it: npm start.',
      };
    }
    return {
      name,
      state: 'error',
      why: nothing,
      what: `The server of this data folder runs (process ${server.pid}), and nothing listens at ${address}`,
      todo: 'Look whether HOST and PORT are still those that it was started with; if not, restart it.',
    };
  }
  if (found.kind === 'hangs') {
    const server = await running;
    return {
      name,
      state: 'error',
      why: 'Phones and people wait, and get nothing.',
      what: server
        ? `The server (process ${server.pid}) hangs: it does not answer at ${address} ${inTimeWords}`
        : `What listens at ${address} does not answer ${inTimeWords}: the server hangs, or another program has the port`,
      todo: 'Look whether the processor or a disk of this machine is busy (top, iostat); if not, restart the server.',
    };
  }
  if (found.kind === 'other') {
    return {
      name,
      state: 'error',
      what: `Another program, not Adwarden, answers at ${address}`,
      why: nothing,
      todo: 'End that program, or set another PORT.',
    };
  }
  const { status, state } = found;
  const { version = '', commit = '', reason = '' } = state;
  // The check of damage reports the damage.
  const others = reason.split('; ').filter((one) => !one.startsWith(damageHead));
  const isOnlyDamaged = status === 200 && reason !== '' && others.length === 0;
  if (isOnlyDamaged) return fine(name, `The server at ${address} answers ads`);
  const program = commit ? `${version} (${commit})` : version;
  if (status !== 200 || state.status !== 'ready') {
    return {
      name,
      state: status === 200 ? 'warning' : 'error',
      what: `The server at ${address} is ${state.status}${reason && `: ${reason}`}`,
      why: 'It serves old ads at best.',
      todo: `Mend what the other errors of this list name; the first error in its log has the cause.${reason ? '' : sayMore}`,
    };
  }
  if (program === '') return fine(name, `The server at ${address} is ready.${sayMore}`);
  if (program !== programName()) {
    return {
      name,
      state: 'warning',
      what: `The server at ${address} runs Adwarden ${program}, and this folder has ${programName()}`,
      why: 'It was not restarted since the upgrade.',
      todo: 'Restart it.',
    };
  }
  return fine(name, `The server at ${address} is ready, Adwarden ${program}`);
}

/** Explains why a certificate is refused; `it` is the certificate. */
const whyNot = (error: unknown): string =>
  causeOf(error)?.what.replace(/^its certificate/, 'it') ?? (error as Error).message;

const wholeChain =
  'Let the proxy send a certificate of a public authority for this name, with the certificates between (fullchain.pem).';

async function checkCertificate(publicUrl: string, now: number): Promise<Check | null> {
  const name = 'certificate';
  const url = new URL(publicUrl);
  const why =
    'Phones and browsers refuse an address whose certificate has ended or is not trusted.';
  const todo = 'Look why it is not renewed (certbot, the proxy, the CDN).';
  try {
    const end = await endOfCertificate(url, questionMs);
    const days = Math.floor((end - now) / dayMs);
    const what = `The certificate of ${url.host} ends on ${dayInWords(end)}, in ${counted(days, 'day')}`;
    if (days >= soonDays) return fine(name, what);
    return { name, state: days < 3 ? 'error' : 'warning', what, why, todo };
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (isOfCertificate(error)) {
      const what = `The certificate of ${url.host} cannot be used: ${whyNot(error)}`;
      const isOver = code === 'CERT_HAS_EXPIRED';
      return { name, state: 'error', what, why, todo: isOver ? todo : wholeChain };
    }
    // The check of the address reports an address that is not reached, or speaks no TLS.
    return null;
  }
}

async function checkOffice(url: string): Promise<Check> {
  const found = await readState(`${url}/readyz`).catch((error: Error) => error);
  const name = 'office';
  if (!(found instanceof Error) && found.status === 200) return fine(name, `${url} answers`);
  return {
    name,
    state: 'warning',
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
    if (await resolvesWithin(createMailer(mail).verify(), questionMs)) {
      return fine(name, `The mail server ${place} answers`);
    }
  } catch (error) {
    why = (error as Error).message;
  }
  return {
    name,
    state: 'warning',
    what: `The mail server ${place} cannot be used: ${why}`,
    why: 'Administrators who want a daily mail of new errors do not get it.',
    todo: 'Correct SMTP_URL, or look at the mail server.',
  };
}

type Running = { served: Promise<ServerAnswer>; running: Promise<ServerProcess | null> };

/** Makes the checks over the network; each question has a time limit. */
export async function checkNetwork(
  settings: Settings,
  { now, key, ...own }: Running & { now: number; key: Promise<Buffer | null> },
): Promise<Check[]> {
  const { publicUrl, edge, mail, singleSignOn } = settings;
  const [forwarded, address, ...others] = await Promise.all([
    checkForwarded(settings),
    publicUrl ? key.then((known) => checkPublicUrl(publicUrl, known)) : [],
    checkServer(settings, own),
    ...(publicUrl?.startsWith('https:') ? [checkCertificate(publicUrl, now)] : []),
    ...edge.offices.map(checkOffice),
    ...(mail ? [checkMail(mail)] : []),
    ...(singleSignOn ? [checkSignOn(singleSignOn)] : []),
  ]);
  return [...others.filter((check) => check !== null), ...address, ...forwarded];
}
