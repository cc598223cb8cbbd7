import { readFileSync } from 'node:fs';
import { type ConnectionOptions, getCACertificates } from 'node:tls';
import { causeOf } from '../../kit/faults/causes.ts';
import { Fault } from '../../kit/faults/fault.ts';
import { DatabaseUnavailableError } from '../errors.ts';

/*
 * The parameters of DATABASE_URL about TLS, as libpq has them. postgres.js knows `sslmode` alone, and hands all others on as
 * settings of the session.
 */

/** Parameters of libpq that we do not have. Without a word, a connection would be less safe than its URL says. */
const unknown = ['sslcert', 'sslkey', 'sslpassword', 'sslcrl', 'sslcrldir'];
/** Modes that look at the certificate. As in libpq, `require` does so when a file of authorities is named. */
const looking = ['require', 'verify-ca', 'verify-full'];
/** Options for TLS, instead of those that postgres.js would take from the URL. */
export type OwnTls = { ssl?: ConnectionOptions };

const ownParameter = /([?&])sslrootcert=[^&]*&?/;

/** Returns the value of a parameter; undefined without it. */
const parameterOf = (url: string, name: string): string | undefined =>
  new URLSearchParams(url.slice(url.indexOf('?') + 1)).get(name) ?? undefined;

/** Says why the parameters about TLS cannot be used; '' when they can. It reads no file. */
export function faultOfTls(url: string): string {
  const other = unknown.find((name) => parameterOf(url, name) !== undefined);
  if (other) return `has ${other}, which Adwarden does not use: leave it out`;
  if (parameterOf(url, 'sslrootcert') === undefined) return '';
  const mode = parameterOf(url, 'sslmode') ?? '';
  if (looking.includes(mode)) return '';
  return 'has sslrootcert, and no sslmode that looks at it: add sslmode=verify-full';
}

/**
 * Takes `sslrootcert` out of a URL. Returns the options for TLS of a mode that looks at the certificate; none otherwise. A file
 * is read at each connection, so that a renewed one needs no restart.
 */
export function withOwnTls(url: string): { url: string } & OwnTls {
  const authorities = parameterOf(url, 'sslrootcert');
  const mode = parameterOf(url, 'sslmode') ?? '';
  if (authorities === undefined) {
    return /^verify-/.test(mode) ? { url, ssl: { rejectUnauthorized: true } } : { url };
  }
  const isOfSystem = authorities === 'system';
  const checksName = isOfSystem || mode === 'verify-full';
  return {
    url: url.replace(ownParameter, '$1').replace(/[?&]$/, ''),
    ssl: {
      ca: isOfSystem ? getCACertificates('system') : readAuthorities(authorities),
      rejectUnauthorized: true,
      ...(!checksName && { checkServerIdentity: () => undefined }),
    },
  };
}

/** Returns the options for one host (`db1:5433`). For an address, postgres.js would have the name `localhost` looked for. */
export const tlsAt = (host: string, ssl: ConnectionOptions): ConnectionOptions => ({
  ...ssl,
  host: host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''),
});

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const why = causeOf(error)?.what ?? (error as Error).message;
    const what = `DATABASE_URL cannot be used: its sslrootcert ${file} cannot be read: ${why}`;
    const todo = 'put the file there, or correct its name in DATABASE_URL';
    const fault = new Fault(what, todo, { cause: error });
    throw new DatabaseUnavailableError('DATABASE_UNREACHABLE', fault.message, { cause: fault });
  }
}
