import { performance } from 'node:perf_hooks';
import { counted } from '@adwarden/contract/counted';
import { severityOf } from '@adwarden/contract/findings/rules';
import { findingTexts } from '@adwarden/contract/findings/texts';
import { readDump } from '../backups/dumps.ts';
import { isOverdue } from '../backups/kept-backups.ts';
import { databaseIdOf } from '../db/belonging.ts';
import type { Database } from '../db/database.ts';
import { PostgresError, SqliteError } from '../db/errors.ts';
import { doubtOf, readTime } from '../db/kept-time.ts';
import { missingMigrations } from '../db/migrate.ts';
import { databaseNow } from '../db/now.ts';
import type { Db } from '../db/schema.ts';
import { momentInWords } from '../kit/clock.ts';
import { causeOf } from '../kit/faults/causes.ts';
import { type PasskeysOfHost, passkeysByHost } from '../people/passkey-hosts.store.ts';
import { lostPasskeys, relyingPartyOf } from '../people/relying-party.ts';
import type { Settings } from '../settings.ts';
import { type Check, fine, inWords, newestBackup } from './check.ts';
import { damaged } from './damage.checks.ts';
import {
  adminEmails,
  damageFound,
  type InstallationFinding,
  openFindings,
  ping,
  readState,
} from './doctor.store.ts';
import type { CheckName } from './list.ts';

const slowMs = 50;
const most = { clockMs: 2_000, badClockMs: 60_000 };

/** The result of `readState`. */
type State = Awaited<ReturnType<typeof readState>>;

async function checkDatabase(
  db: Db,
  { version, takesWrites }: State,
  missing: string[],
): Promise<Check[]> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    await ping(db);
    times.push(performance.now() - began);
  }
  const ms = times.sort((one, other) => one - other)[2] ?? 0;
  const what = `${version} answers within ${Math.max(ms, 0.1).toFixed(1)} ms`;
  const checks: Check[] = [
    ms < slowMs
      ? fine('database', what)
      : {
          name: 'database',
          state: 'warning',
          what,
          why: 'Each call of the back office makes several statements, one after the other.',
          todo: 'Put the database nearer to the server, and look what else keeps it busy.',
        },
  ];
  if (!takesWrites) {
    checks.push({
      name: 'database',
      state: 'error',
      what: `${version} takes no writes: it is a standby, or read-only`,
      why: 'Nobody can sign in, and nothing can be saved. Ads go on.',
      todo: 'Promote it, or name the primary in DATABASE_URL. If it is the primary, look at default_transaction_read_only, and at its disk: services make a database read-only when that is full.',
    });
  }
  if (missing.length > 0) {
    checks.push({
      name: 'schema',
      state: 'note',
      what: `The next start runs ${counted(missing.length, 'migration')}, up to ${missing.at(-1)}`,
      why: 'An older version cannot use the database afterwards.',
      todo: 'Make a backup before the upgrade.',
    });
  }
  return checks;
}

/** Compares the clocks. `now` is this machine's clock in epoch milliseconds. */
async function checkClock(
  { db, kind }: Database,
  { lastChangeAt }: State,
  now: number,
): Promise<Check> {
  const own = kind === 'postgres' ? await databaseNow(db) : now;
  const apart = Math.abs(own - now);
  const todo = 'Let the system set its clock (NTP: systemd-timesyncd or chrony).';
  if (kind === 'postgres' && apart > most.clockMs) {
    return {
      name: 'clock',
      state: apart > most.badClockMs ? 'error' : 'warning',
      todo,
      what: `This machine's clock and that of the database are ${counted(Math.round(apart / 1000), 'second')} apart`,
      why: 'Times that phones get, and times in the log, are wrong on one of them.',
    };
  }
  if (lastChangeAt - own > most.badClockMs) {
    return {
      name: 'clock',
      state: 'warning',
      todo,
      what: `The last change is of ${momentInWords(lastChangeAt)}, which is in the future`,
      why: 'The clock was ahead, or is behind now. Sessions, pauses and scheduled changes follow it.',
    };
  }
  return fine('clock', 'The clock agrees with the database');
}

/** Checks whether the clock is believed; nothing before a server has kept the time. */
async function checkKeptTime(db: Db): Promise<Check[]> {
  const { now, kept } = await readTime(db);
  if (!kept) return [];
  const doubt = doubtOf(kept, now);
  if (!doubt) return [fine('kept time', 'The clock fits the time that the server has kept')];
  const { why, todo } = findingTexts['clock-not-believed'];
  const seen = `${momentInWords(now)}, and ${momentInWords(kept.minute)} was kept`;
  const what = doubt === 'back' ? 'has gone back' : 'is more than 30 days ahead';
  return [
    {
      name: 'kept time',
      state: 'error',
      why,
      todo,
      call: 'acceptTime',
      what: `The clock ${what}: ${seen}`,
    },
  ];
}

/** The advice for a lost key. */
const whenLost =
  'if it is lost, run npm run reseal -- --lost (docs/operate.md, "Rotate the secret key")';

/** Says why a key does not open the database, in the words of the start. */
export function keyRefusal({ name, state }: KeyState): { what: string; todo: string } {
  return state === 'missing'
    ? {
        what: `${name} is missing, and the database has secrets that are sealed with it`,
        todo: `put it back, or set SECRET_KEY; ${whenLost}`,
      }
    : {
        what: `${name} is not the key that the secrets in the database are sealed with`,
        todo: `set that key as SECRET_KEY, or put it into SECRET_KEYS_OLD; ${whenLost}`,
      };
}

function checkKey({ name, state }: KeyState): Check {
  if (state === 'opens') return fine('secret key', `${name} opens what is stored`);
  return {
    name: 'secret key',
    state: 'error',
    ...keyRefusal({ name, state }),
    why: 'Without its key the server does not start: passwords and keys cannot be read.',
  };
}

/** Counts the secrets that the key does not open: of second factors, and refresh tokens of single sign-on. */
export type LostSecretsOf = Record<'factors' | 'tokens', (db: Db) => Promise<number>>;

const checkFactors = (lost: number): Check =>
  lost === 0
    ? fine('second factors', 'The key opens every second factor')
    : {
        name: 'second factors',
        state: 'warning',
        what: `${counted(lost, 'second factor')} cannot be opened`,
        why: 'Their people sign in with a recovery code only, or not at all.',
        todo: 'Put the key that sealed them into SECRET_KEYS_OLD. If it is lost, remove the factors: npm run admin -- reset-factor EMAIL.',
      };

const checkTokens = (lost: number): Check =>
  lost === 0
    ? fine('refresh tokens', 'The key opens every refresh token')
    : {
        name: 'refresh tokens',
        state: 'warning',
        what: `${counted(lost, 'refresh token')} of single sign-on cannot be opened`,
        why: 'The provider is not asked about their sessions, which end after OIDC_SESSION_HOURS.',
        todo: 'Put the key that sealed them into SECRET_KEYS_OLD. If it is lost, their people sign in again.',
      };

/** Checks whether passkeys belong to another host name than the one of now. */
export function checkPasskeys(
  all: PasskeysOfHost[],
  settings: Pick<Settings, 'officeAddress' | 'port'>,
): Check {
  const name = 'passkeys';
  const what = lostPasskeys(all, relyingPartyOf(settings));
  if (what === '') return fine(name, 'Every passkey can be used');
  return {
    name,
    state: 'warning',
    what,
    why: 'Their people sign in with the password and another second factor or a recovery code, or not at all.',
    todo: 'Set OFFICE_ADDRESS to the address that they belong to. If it changed for good, their people remove them and add new ones, and npm run admin -- reset-factor helps who has nothing else.',
  };
}

/** Names that belong to nobody (RFC 2606): documents have them in examples. */
const ofExamples = /@(?:.+\.)?example(?:\.(?:com|net|org))?$/i;

/** Checks whether an administrator has an address that is an example. */
export function checkAdmins(emails: string[]): Check {
  const name = 'administrators';
  const found = emails.filter((email) => ofExamples.test(email));
  if (found.length === 0) return fine(name, 'The administrators have addresses of their own');
  const [first, ...others] = found;
  return {
    name,
    state: 'warning',
    what: `The address of an administrator is one of the examples: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`,
    why: 'Whoever guesses passwords begins with it, and no mail arrives there.',
    todo: 'Give the account the address of its person, on the page Administrators.',
  };
}

async function checkBackups(
  { backups, backupEveryHours }: Settings,
  database: Database,
  now: number,
): Promise<Check | null> {
  const name = 'backups';
  if (database.kind === 'postgres') {
    const last = await readDump(database.db);
    if (!last) {
      return {
        name,
        state: 'warning',
        what: 'No dump of PostgreSQL is known',
        why: 'Nobody looks whether there is a backup.',
        todo: 'Run deploy/postgres/backup.sh every day, or write down what another tool makes (docs/operate.md, "Back up and restore").',
      };
    }
    const what = `The last dump of PostgreSQL is of ${momentInWords(last.at)}, ${inWords(last.bytes)}`;
    if (!isOverdue(now - last.at, backupEveryHours)) return fine(name, what);
    return {
      name,
      state: 'error',
      what,
      why: 'All that came after it is lost when the disk fails, or somebody deletes something.',
      todo: 'Look why no dump is made any more: the timer, the job or the container that runs backup.sh, and its log.',
    };
  }
  const why = 'If the disk fails, or somebody deletes something, all that came after it is lost.';
  if (!backups) {
    return {
      name,
      state: 'warning',
      what: 'The server makes no backups by itself',
      why,
      todo: 'Set BACKUP_DIR to a folder on another disk.',
    };
  }
  const id = await databaseIdOf(database.db);
  const last = await newestBackup(backups.folder, { id, now });
  if (last === 'late') return null;
  const what = last ? `The last backup is of ${momentInWords(last.at)}` : 'There is no backup yet';
  if (last && !isOverdue(now - last.at, backups.everyHours)) return fine(name, what);
  return {
    name,
    state: last ? 'error' : 'warning',
    what,
    why,
    todo: 'Start the server, and look in its log why no backup is made.',
  };
}

function fromFinding({ rule, detail }: InstallationFinding): Check {
  const { title, why, todo } = findingTexts[rule];
  const state = severityOf(rule) === 'error' ? 'error' : 'warning';
  return { name: 'finding', state, why, todo, what: `${title}: ${detail}` };
}

/** Runs a check. Its error becomes a check of the same name, unless it is the database that fails. */
async function orSay(name: CheckName, look: () => Promise<Check | null>): Promise<Check[]> {
  try {
    const check = await look();
    return check ? [check] : [];
  } catch (error) {
    if (error instanceof SqliteError || error instanceof PostgresError) throw error;
    const cause = causeOf(error);
    const what = `${(error as Error).message}${cause ? `: ${cause.what}` : ''}`;
    const todo = cause?.todo ?? 'Correct what it names.';
    return [{ name, state: 'error', what, why: 'What it looks at is not known.', todo }];
  }
}

/** The key of the settings, and whether it opens the secrets of a database. */
export type KeyState = { name: string; state: 'opens' | 'missing' | 'other' };

/** Checks for damage that a running server has found. */
async function checkFoundDamage(db: Db, settings: Settings, now: number): Promise<Check[]> {
  const what = (await damageFound(db)).replace(/\.$/, '');
  return what ? [await damaged({ what }, settings, now)] : [];
}

/** Checks what the database says about itself, the key and the installation. */
export async function checkStored(
  settings: Settings,
  database: Database,
  {
    now,
    keyState,
    lostSecrets,
  }: {
    now: number;
    keyState: (db: Db) => Promise<KeyState>;
    lostSecrets: LostSecretsOf;
  },
): Promise<Check[]> {
  const { db, kind } = database;
  const state = await readState(db, kind);
  const missing = await missingMigrations(db);
  const checks = await checkDatabase(db, state, missing);
  if (state.isEmpty) return checks;
  return [
    ...checks,
    ...(await orSay('clock', () => checkClock(database, state, now))),
    ...(missing.length === 0 ? await checkKeptTime(db) : []),
    ...(await orSay('secret key', async () => checkKey(await keyState(db)))),
    // An older schema has none of these.
    ...(missing.length > 0
      ? []
      : await orSay('second factors', async () => checkFactors(await lostSecrets.factors(db)))),
    ...(missing.length > 0
      ? []
      : await orSay('refresh tokens', async () => checkTokens(await lostSecrets.tokens(db)))),
    ...(missing.length > 0
      ? []
      : await orSay('passkeys', async () => checkPasskeys(await passkeysByHost(db), settings))),
    ...(await orSay('backups', () => checkBackups(settings, database, now))),
    ...(missing.length > 0
      ? []
      : await orSay('administrators', async () => checkAdmins(await adminEmails(db)))),
    // An older schema may have no findings.
    ...(missing.length > 0 ? [] : (await openFindings(db)).map(fromFinding)),
    ...(missing.length > 0 ? [] : await checkFoundDamage(db, settings, now)),
  ];
}
