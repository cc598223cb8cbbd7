import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const count = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/** Adds batches and their parts, and to each entry of the log the batch that made it (schema.batches.ts). */
export const batches: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('batch')
      .addColumn('id', text, (column) => column.notNull().primaryKey())
      .addColumn('state', text, required)
      .addColumn('kind', text, required)
      .addColumn('title', text, required)
      .addColumn('change', text, required)
      .addColumn('at', whole)
      .addColumn('session', text, required)
      .addColumn('authorKind', text, required)
      .addColumn('authorId', text, required)
      .addColumn('authorName', text, required)
      .addColumn('authorLogin', text, required)
      .addColumn('authorAddress', text, required)
      .addColumn('facts', text, required)
      .addColumn('total', whole, count)
      .addColumn('changed', whole, count)
      .addColumn('requested', whole, count)
      .addColumn('skipped', whole, count)
      .addColumn('failed', whole, count)
      .addColumn('createdAt', whole, required)
      .addColumn('startedAt', whole)
      .addColumn('endedAt', whole)
      .addColumn('nextAt', whole, count)
      .addColumn('undoOf', text)
      .modifyEnd(strict)
      .execute();
    for (const columns of [
      ['state', 'nextAt'],
      ['authorId', 'state', 'startedAt'],
      ['startedAt', 'id'],
      ['undoOf'],
    ]) {
      await db.schema
        .createIndex(`batch_${columns.join('_')}`)
        .on('batch')
        .columns(columns)
        .execute();
    }
    await db.schema
      .createTable('batch_part')
      .addColumn('batchID', text, (column) =>
        column.notNull().references('batch.id').onDelete('cascade'),
      )
      .addColumn('outcome', text, required)
      .addColumn('place', whole, required)
      .addColumn('size', whole, required)
      .addColumn('done', whole, count)
      .addColumn('changed', whole, count)
      .addColumn('requested', whole, count)
      .addColumn('skipped', whole, count)
      .addColumn('failed', whole, count)
      .addColumn('outcomes', text, required)
      // This column is last because it is long: a query for the others does not read it.
      .addColumn('apps', text, required)
      .addPrimaryKeyConstraint('batch_part_key', ['batchID', 'outcome', 'place'])
      .modifyEnd(strict)
      .execute();
    await db.schema.alterTable('change').addColumn('batch', text).execute();
    await sql`create index change_batch on change (batch, "key") where batch is not null`.execute(
      db,
    );
    // The audit log shows a batch as one entry, and skips the entries that the batch made.
    await sql`create index change_alone on change (seq) where batch is null`.execute(db);
  },
};
