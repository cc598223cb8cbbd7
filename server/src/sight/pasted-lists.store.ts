import { isSample, readAdUnit } from '@adwarden/contract/findings/ad-unit-ids';
import type { Person } from '@adwarden/contract/people/people';
import { searchedText } from '@adwarden/contract/searched-text';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { sentValues } from '../db/sent-rows.ts';
import { appsHolding, wholeSpellings } from '../db/text-search.ts';

/* Pasted lists (ADR 82): who sees one, and which apps its terms name. */

/** Selects a list that a person sees: an administrator sees those of all administrators, an owner their own. */
function seenList(db: Db, id: string, person: Person) {
  return db
    .selectFrom('pasted_list')
    .select(['pasted_list.id', 'pasted_list.terms'])
    .where('pasted_list.id', '=', id)
    .where('pasted_list.ownerKind', '=', person.kind)
    .$if(person.kind === 'user', (query) => query.where('pasted_list.ownerId', '=', person.id));
}

/** No saved view names the list, so it may be deleted. */
export const isInNoView = sql<boolean>`not exists (
  select 1 from saved_view where saved_view.query like '%"pasted":"' || pasted_list.id || '"%')`;

/** Reads the terms of such a list; none when the person sees no list with this id. */
export async function termsOf(db: Db, id: string, person: Person): Promise<string[]> {
  const row = await seenList(db, id, person).executeTakeFirst();
  return row ? JSON.parse(row.terms) : [];
}

/** Returns the forms that a term may have in the columns of apps: as it was pasted, and as a search reads it. */
function keysOf(term: string): string[] {
  const text = searchedText(term);
  const unit = /^\d{16}\/\d{10}$/.test(text) ? [`ca-app-pub-${text}`] : [];
  return [...new Set([term, text, ...unit, ...wholeSpellings(text)])];
}

/** Selects the keys as rows with one column. */
const sentKeys = (db: Db, keys: readonly string[]): RawBuilder<unknown> =>
  sql`(select value ->> 0 from ${sentValues(
    db,
    keys.map((key) => [key]),
  )} as sent)`;

/** Returns Google's samples: any number of apps have them, and they are not among the apps' facts. */
const samplesIn = (keys: readonly string[]) => keys.filter((key) => isSample(readAdUnit(key)));

/**
 * Builds a query for the `app_list.id` of the apps that one of the terms names: a whole app ID, name, package name or ad unit.
 */
export function appsNamed(db: Db, terms: readonly string[]): RawBuilder<unknown> {
  const keys = terms.flatMap(keysOf);
  const sent = sentKeys(db, keys);
  const samples = samplesIn(keys).map(
    (key) => sql` union select id from ${appsHolding(db, key)} as sample`,
  );
  return sql`(
    select id from app_list where "appID" in ${sent}
    union select id from app_list where "nameKey" in ${sent}
    union select id from app_list where "packageKey" in ${sent}
    union select app_list.id from app_list join app_fact on app_fact."appID" = app_list."appID"
      where app_fact.kind = 'unit' and app_fact.value in ${sent}${sql.join(samples, sql``)})`;
}

/** Returns the terms that no app has; with `ownerId`, no app of this owner. */
export async function termsWithoutApp(
  db: Db,
  terms: readonly string[],
  { ownerId }: { ownerId?: string },
): Promise<string[]> {
  const keys = terms.flatMap(keysOf);
  const sent = sentKeys(db, keys);
  const own = ownerId === undefined ? sql`` : sql`and app_list."ownerId" = ${ownerId}`;
  const { rows } = await sql<{ key: string }>`
    select "appID" as key from app_list where "appID" in ${sent} ${own}
    union select "nameKey" from app_list where "nameKey" in ${sent} ${own}
    union select "packageKey" from app_list where "packageKey" in ${sent} ${own}
    union select app_fact.value from app_list join app_fact on app_fact."appID" = app_list."appID"
      where app_fact.kind = 'unit' and app_fact.value in ${sent} ${own}`.execute(db);
  const found = new Set(rows.map(({ key }) => key));
  for (const key of samplesIn(keys)) {
    const { rows: apps } = await sql`
      select id from app_list where id in ${appsHolding(db, key)} ${own} limit 1`.execute(db);
    if (apps.length > 0) found.add(key);
  }
  return terms.filter((term) => !keysOf(term).some((key) => found.has(key)));
}
