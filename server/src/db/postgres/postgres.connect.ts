import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { asPostgresError, DatabaseUnavailableError, isDatabaseGone } from '../errors.ts';
import { type DatabaseHost, hostsOf } from './postgres.hosts.ts';
import { connectionOptions, connectWithinMs, type PostgresSettings } from './postgres.options.ts';
import { type OwnTls, tlsAt, withOwnTls } from './postgres.tls.ts';

/** An error of postgres.js: from the server, or from the connection. */
type Refusal = Error & { code?: string; severity?: string };

/** Codes of postgres.js for wrong use of its API. */
const ownFaults = new Set(['MAX_PARAMETERS_EXCEEDED', 'NOT_TAGGED_CALL', 'UNDEFINED_VALUE']);

export type ConnectionDeps = {
  /** Called when the connection is lost or ended. */
  onClose?: (client: Sql) => void;
  onNotify?: () => void;
};

/** The host of the last successful connection. It is tried first, so that a dead host does not cost time again. */
const lastUsed = new WeakMap<PostgresSettings, DatabaseHost>();

/**
 * Opens a client with one connection. Of several hosts, it connects to the first one that accepts writes; each is tried for 2 s.
 * postgres.js gets only one host at a time: given several, it accepts a standby, and retries without a pause while no host
 * answers.
 */
export async function connectPostgres(
  settings: PostgresSettings,
  deps: ConnectionDeps = {},
): Promise<Sql> {
  const { url, ...tls } = withOwnTls(settings.url);
  const hosts = hostsOf(url);
  const failures: { host: DatabaseHost; error: Error }[] = [];
  const last = lastUsed.get(settings);
  for (const host of hosts.toSorted(
    (a, b) => Number(b.url === last?.url) - Number(a.url === last?.url),
  )) {
    try {
      const withinMs = hosts.length > 1 ? 2000 : connectWithinMs;
      const client = await connectTo(host, settings, { ...deps, ...tls, withinMs });
      lastUsed.set(settings, host);
      return client;
    } catch (error) {
      failures.push({ host, error: error as Error });
    }
  }
  const [first] = failures;
  if (hosts.length === 1 || !failures.some(({ error }) => isDatabaseGone(error)))
    throw first?.error;
  const why = failures.map(({ host, error }) => `${host.name} ${error.message}`).join('; ');
  throw new DatabaseUnavailableError('DATABASE_UNREACHABLE', why, { cause: first?.error });
}

async function connectTo(
  { name, url, mustWrite }: DatabaseHost,
  settings: PostgresSettings,
  { onClose, onNotify, ssl, withinMs }: ConnectionDeps & OwnTls & { withinMs: number },
): Promise<Sql> {
  let isOpen = false;
  // postgres.js supports `onnotify`, but its types do not have it.
  const options: Options<Record<string, PostgresType>> & { onnotify?: () => void } = {
    ...connectionOptions(settings),
    max: 1,
    connect_timeout: withinMs / 1000,
    onclose: () => {
      if (isOpen) onClose?.(client);
    },
    ...(onNotify && { onnotify: onNotify }),
    ...(ssl && { ssl: tlsAt(name, ssl) }),
  };
  const client = postgres(url, options) as Sql;
  try {
    const asked = client.unsafe<{ reads: string }[]>(
      `select current_setting('transaction_read_only') as reads`,
    );
    const [state] = await answerWithin(asked, withinMs + 500);
    if (mustWrite && state?.reads === 'on') {
      throw new DatabaseUnavailableError('DATABASE_UNREACHABLE', `${name} takes no writes`);
    }
    isOpen = true;
    return client;
  } catch (error) {
    client.end({ timeout: 0 }).catch(() => {});
    throw asDatabaseError(error);
  }
}

/** Returns the result of a query; rejects when it takes longer than `ms` milliseconds (0: no limit). */
export async function answerWithin<T>(query: PromiseLike<T>, ms: number): Promise<T> {
  if (ms === 0) return query;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(gone(`No answer within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([query, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Turns an error of postgres.js into ours; errors of wrong API use stay as they are. */
export function asDatabaseError(error: unknown): unknown {
  const { code, severity, message } = error as Refusal;
  if (error instanceof DatabaseUnavailableError || !code || ownFaults.has(code)) return error;
  if (severity) return asPostgresError({ code, message });
  const why = [code, message.split('\n')[0]].filter(Boolean).join(': ');
  return new DatabaseUnavailableError('DATABASE_UNREACHABLE', why, { cause: error });
}

export function gone(message: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError('DATABASE_GONE', message);
}
