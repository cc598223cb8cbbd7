import type { AppStatus, OnOff } from '@adwarden/contract/apps';
import type { AdsRules } from '@adwarden/contract/judge';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import { isPostgres } from '../../../db/which.ts';
import { codesIn } from '../../../edits/apps.table.ts';
import type { RulesChange } from '../rules/fall.ts';

/** The most entries that are read for some apps together, the newest: an entry may be large. */
const mostEntries = 300;

type Entry = {
  appID: string;
  entity: string;
  action: string;
  seq: number;
  at: number;
  appStatus: AppStatus | null;
  adsStatus: OnOff | null;
  ipAddress: OnOff | null;
  countryCodes: string | null;
};

/**
 * Returns the changes of the rules of these apps since `from` (epoch milliseconds), by app, the newest first. A change is left
 * out when the log does not contain the earlier rules. Entries of other fields are included, with the same rules before and
 * after.
 */
export async function changesOfRules(
  db: Db,
  apps: { appID: string; countryCodes: readonly string[] }[],
  from: number,
): Promise<Map<string, RulesChange[]>> {
  if (apps.length === 0) return new Map();
  const row = isPostgres(db) ? sql`c."row"::json` : sql`c."row"`;
  const appIDs = sql.join(apps.map(({ appID }) => appID));
  const { rows } = await sql<Entry>`
    select c."key" as "appID", c.entity, c.action, c.seq, c.at, ${row} ->> 'appStatus' as "appStatus",
      ${row} ->> 'adsStatus' as "adsStatus", ${row} ->> 'ipAddress' as "ipAddress",
      ${row} ->> 'countryCodes' as "countryCodes"
    from change c
    where c.entity in ('app', 'app-configuration') and c."key" in (${appIDs})
      and c.seq >= coalesce((select max(b.seq) from change b
        where b.entity = c.entity and b."key" = c."key" and b.at < ${from}), 0)
    order by c.seq desc limit ${sql.lit(mostEntries)}`.execute(db);
  const byApp = Map.groupBy(rows, ({ appID }) => appID);
  return new Map(
    apps.map(({ appID, countryCodes }) => {
      const entries = (byApp.get(appID) ?? []).reverse();
      return [appID, changesIn(entries, countryCodes).filter(({ at }) => at >= from)];
    }),
  );
}

/** Turns the entries of an app, the oldest first, into changes of its rules. */
function changesIn(entries: Entry[], countriesNow: readonly string[]): RulesChange[] {
  const changes: RulesChange[] = [];
  let fields: Omit<AdsRules, 'countries'> | null = null;
  let countries = countriesBefore(entries, countriesNow);
  for (const { entity, action, seq, at, countryCodes, ...row } of entries) {
    if (fields && countries) changes.unshift({ seq, at, before: { ...fields, countries } });
    const isGone = action === 'delete';
    if (entity === 'app-configuration') countries = isGone ? [] : codesIn(countryCodes);
    else fields = isGone ? null : fieldsOf(row);
  }
  return changes;
}

function fieldsOf({
  appStatus,
  adsStatus,
  ipAddress,
}: Pick<Entry, 'appStatus' | 'adsStatus' | 'ipAddress'>) {
  return appStatus && adsStatus && { appStatus, adsStatus, ipAddress: ipAddress ?? 'off' };
}

/** Returns the countries before the first of these entries; null when no entry has them. */
function countriesBefore(entries: Entry[], now: readonly string[]): readonly string[] | null {
  const first = entries.find(({ entity }) => entity === 'app-configuration');
  if (!first) return now;
  if (first.action === 'create') return [];
  return first.action === 'delete' ? codesIn(first.countryCodes) : null;
}
