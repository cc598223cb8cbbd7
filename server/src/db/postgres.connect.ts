import postgres, { type Options, type PostgresType, type Sql } from 'postgres';
import { asPostgresError, DatabaseUnavailableError, isDatabaseGone } from './errors.ts';
import { type DatabaseHost, hostsOf } from './postgres.hosts.ts';
import { connectionOptions, connectWithinMs, type PostgresSettings } from './postgres.options.ts';

/** What postgres.js throws: what the server said, or what happened to the connection to it. */
type Refusal = Error & { code?: string; severity?: string };

/** What postgres.js calls a mistake of its caller's. */
const ownFaults = new Set(['MAX_PARAMETERS_EXCEEDED', 'NOT_TAGGED_CALL', 'UNDEFINED_VALUE']);

export type ConnectionParts = {
  /** Called when the connection is lost or ended. */
  onClose?: (client: Sql) => void;
  onNotify?: () => void;
};

/** The host that was connected to last, so that one that does not answer is not tried each time. */
const lastUsed = new WeakMap<PostgresSettings, DatabaseHost>();

/**
 * A client of one connection, which is open. Of several hosts it is to the first that takes writes, each tried
 * for 2 s. postgres.js is given one host at a time: with several it takes a standby for one that writes, and
 * tries without a pause while none answers.
 */
export async function connectPostgres(
  settings: PostgresSettings,
  parts: ConnectionParts = {},
): Promise<Sql> {
  const hosts = hostsOf(settings.url);
  const failures: { host: DatabaseHost; error: Error }[] = [];
  const last = lastUsed.get(settings);
  for (const host of hosts.toSorted(
    (a, b) => Number(b.url === last?.url) - Number(a.url === last?.url),
  )) {
    try {
      const client = await connectTo(
        host,
        settings,
        parts,
        hosts.length > 1 ? 2000 : connectWithinMs,
      );
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
  { onClose, onNotify }: ConnectionParts,
  withinMs: number,
): Promise<Sql> {
  let isOpen = false;
  // postgres.js takes `onnotify`, and its types leave it out.
  const options: Options<Record<string, PostgresType>> & { onnotify?: () => void } = {
    ...connectionOptions(settings),
    max: 1,
    connect_timeout: withinMs / 1000,
    onclose: () => {
      if (isOpen) onClose?.(client);
    },
    ...(onNotify && { onnotify: onNotify }),
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

/** What a query answers, at most `ms` later (0: whenever). */
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

/** What postgres.js threw as an error of ours; a mistake of the caller's stays what it is. */
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
