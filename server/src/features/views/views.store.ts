import type { ViewList } from '@adwarden/contract/views/views';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db, Schema, Tx } from '../../db/schema.ts';
import type { SavedViewTable } from '../../db/schema.views.ts';
import type { Actor } from '../../http/actor.ts';
import { nameKeyOf, type StoredView } from './views.table.ts';

type Person = Pick<Actor, 'kind' | 'id'>;
type Builder = ExpressionBuilder<Schema, 'saved_view'>;

/** Selects views, each with whether it is the person's default. */
function viewRows(db: Db, { kind, id }: Person) {
  return db
    .selectFrom('saved_view')
    .leftJoin('default_view', (join) =>
      join
        .onRef('default_view.viewId', '=', 'saved_view.id')
        .on('default_view.kind', '=', kind)
        .on('default_view.accountId', '=', id),
    )
    .selectAll('saved_view')
    .select('default_view.viewId as isDefault');
}

type Row = SavedViewTable & { isDefault: string | null };

function stored({ nameKey: _, ...row }: Row): StoredView {
  return {
    ...row,
    query: JSON.parse(row.query),
    columns: row.columns === '' ? null : JSON.parse(row.columns),
    shared: row.shared === 'on',
    isDefault: row.isDefault !== null,
  };
}

function columnsOf({ isDefault: _, ...view }: StoredView): SavedViewTable {
  return {
    ...view,
    nameKey: nameKeyOf(view.name),
    query: JSON.stringify(view.query),
    columns: view.columns === null ? '' : JSON.stringify(view.columns),
    shared: view.shared ? 'on' : 'off',
  };
}

const isOf = (eb: Builder, { kind, id }: Person): Expression<SqlBool> =>
  eb.and([eb('saved_view.ownerKind', '=', kind), eb('saved_view.ownerId', '=', id)]);
const isShared = (eb: Builder): Expression<SqlBool> => eb('saved_view.shared', '=', 'on');

/** Returns the own views of a list, and with `shared` those that administrators share; by name. */
export async function viewsOf(
  db: Db,
  person: Person,
  { list, shared }: { list: ViewList; shared: boolean },
): Promise<StoredView[]> {
  const rows = await viewRows(db, person)
    .where('saved_view.list', '=', list)
    .where((eb) => (shared ? eb.or([isOf(eb, person), isShared(eb)]) : isOf(eb, person)))
    .orderBy('saved_view.nameKey')
    .orderBy('saved_view.id')
    .execute();
  return rows.map(stored);
}

/** Finds a view, also one that the person may not see. */
export async function findView(
  db: Db,
  person: Person,
  id: string,
): Promise<StoredView | undefined> {
  const row = await viewRows(db, person).where('saved_view.id', '=', id).executeTakeFirst();
  return row && stored(row);
}

type Place = { person: Person; shared: boolean };

/** Selects the views among which a name must be unique: the shared ones, or the person's private ones. */
function among(db: Db, { person, shared }: Place) {
  return db
    .selectFrom('saved_view')
    .where((eb) =>
      shared ? isShared(eb) : eb.and([isOf(eb, person), eb('saved_view.shared', '=', 'off')]),
    );
}

/** Tells whether another view of the list has this name. */
export async function isNameTaken(
  db: Db,
  place: Place,
  { id, list, name }: Pick<StoredView, 'id' | 'list' | 'name'>,
): Promise<boolean> {
  const other = await among(db, place)
    .select('saved_view.id')
    .where('saved_view.list', '=', list)
    .where('saved_view.nameKey', '=', nameKeyOf(name))
    .where('saved_view.id', '!=', id)
    .executeTakeFirst();
  return other !== undefined;
}

export async function insertView(tx: Tx, view: StoredView): Promise<void> {
  await tx.insertInto('saved_view').values(columnsOf(view)).execute();
}

export async function updateView(tx: Tx, view: StoredView): Promise<void> {
  const { id, ...columns } = columnsOf(view);
  await tx.updateTable('saved_view').set(columns).where('id', '=', id).execute();
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_view').where('id', '=', id).execute();
}

/** Makes a view the person's default of its list, or no longer. */
export async function setDefault(
  tx: Tx,
  { kind, id: accountId }: Person,
  { id: viewId, list, isDefault }: Pick<StoredView, 'id' | 'list' | 'isDefault'>,
): Promise<void> {
  if (isDefault) {
    await tx
      .insertInto('default_view')
      .values({ kind, accountId, list, viewId })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'accountId', 'list']).doUpdateSet({ viewId }),
      )
      .execute();
    return;
  }
  await tx
    .deleteFrom('default_view')
    .where('kind', '=', kind)
    .where('accountId', '=', accountId)
    .where('viewId', '=', viewId)
    .execute();
}

/** Deletes the defaults of other people: a view that is private again is nobody else's default. */
export async function dropDefaultsOfOthers(
  tx: Tx,
  viewId: string,
  { kind, id }: Person,
): Promise<void> {
  await tx
    .deleteFrom('default_view')
    .where('viewId', '=', viewId)
    .where((eb) => eb.not(eb.and([eb('kind', '=', kind), eb('accountId', '=', id)])))
    .execute();
}

/** Deletes the views of a deleted account: its private views and its defaults. Shared views stay. */
export async function deleteViewsOf(tx: Tx, kind: Actor['kind'], id: string): Promise<void> {
  await tx
    .deleteFrom('saved_view')
    .where('ownerKind', '=', kind)
    .where('ownerId', '=', id)
    .where('shared', '=', 'off')
    .execute();
  await tx
    .deleteFrom('default_view')
    .where('kind', '=', kind)
    .where('accountId', '=', id)
    .execute();
}

/** Counts the saved views that a person made, private and shared ones. */
export async function countViews(db: Db, { kind, id }: Person): Promise<number> {
  const { count } = await db
    .selectFrom('saved_view')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerKind', '=', kind)
    .where('ownerId', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}
