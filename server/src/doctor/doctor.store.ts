import type { FindingRule } from '@adwarden/contract/findings/rules';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { readMeta } from '../db/meta.ts';
import type { Db } from '../db/schema.ts';

/** An open finding about the installation. */
export type InstallationFinding = { rule: FindingRule; detail: string };

const versions = {
  sqlite: sql<{ version: string }>`select 'SQLite ' || sqlite_version() as version`,
  postgres: sql<{
    version: string;
  }>`select 'PostgreSQL ' || current_setting('server_version') as version`,
};

/** Reads the state of a database of any version. `isEmpty`: no server has used it yet. */
export async function readState(db: Db, kind: Database['kind']) {
  const { rows } = await versions[kind].execute(db);
  const isEmpty = (await readMeta(db, 'epoch')) === null;
  const last = isEmpty
    ? undefined
    : await db.selectFrom('change').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const takesWrites = kind === 'sqlite' || (await isWritable(db));
  return { version: rows[0]?.version ?? '', isEmpty, takesWrites, lastChangeAt: last?.at ?? 0 };
}

/** Tells whether PostgreSQL takes writes: a standby does not, nor one that somebody, or a full disk, has made read-only. */
async function isWritable(db: Db): Promise<boolean> {
  const asked = sql<{ refuses: boolean }>`select pg_is_in_recovery()
    or current_setting('default_transaction_read_only') = 'on' as refuses`;
  return (await asked.execute(db)).rows[0]?.refuses !== true;
}

/** Runs the smallest query. */
export const ping = (db: Db) => sql`select 1`.execute(db);

export async function countApps(db: Db): Promise<number> {
  const row = await db
    .selectFrom('app')
    .select((eb) => eb.fn.countAll<number>().as('apps'))
    .executeTakeFirstOrThrow();
  return Number(row.apps);
}

/** Lists the e-mail addresses of the administrators who may sign in. The schema must be of this version. */
export async function adminEmails(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('admin')
    .select('email')
    .where('enabled', '=', 'on')
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ email }) => email);
}

/** These are examined anew, because the findings of the last run may be old. */
const examined: FindingRule[] = [
  'backup-overdue',
  'folder-not-writable',
  'clock-not-believed',
  'database-damaged',
];

/** Reads the damage that a running server has found; '' for none. */
export async function damageFound(db: Db): Promise<string> {
  const row = await db
    .selectFrom('finding')
    .select('detail')
    .where('appID', '=', '')
    .where('rule', '=', 'database-damaged')
    .executeTakeFirst();
  return row?.detail ?? '';
}

/** Reads the other open findings about the installation, as the last hourly run left them. */
export async function openFindings(db: Db): Promise<InstallationFinding[]> {
  const rows = await db
    .selectFrom('finding')
    .select(['rule', 'detail'])
    .where('appID', '=', '')
    .where('mutedAt', 'is', null)
    .where('rule', 'not in', examined)
    .execute();
  return rows as InstallationFinding[];
}
