import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { dialectOf } from './dialect-of.ts';

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** Adds single sign-on: accounts at the provider, sign-ins that were begun there, and how a session has begun (ADR 142). */
export const singleSignOn: Migration = {
  async up(db: Kysely<unknown>) {
    const { text, whole, strict } = dialectOf(db);
    await db.schema
      .createTable('oidc_binding')
      .addColumn('kind', text, required)
      .addColumn('accountId', text, required)
      .addColumn('issuer', text, required)
      .addColumn('subject', text, required)
      .addColumn('roleFrom', text, required)
      .addColumn('createdAt', whole, required)
      .addPrimaryKeyConstraint('oidc_binding_key', ['kind', 'accountId'])
      .addUniqueConstraint('oidc_binding_subject', ['kind', 'issuer', 'subject'])
      .modifyEnd(strict)
      .execute();
    await db.schema
      .createTable('oidc_flow')
      .addColumn('stateHash', text, (column) => column.notNull().primaryKey())
      .addColumn('sealed', text, required)
      .addColumn('network', text, required)
      .addColumn('createdAt', whole, required)
      .addColumn('endsAt', whole, required)
      .addColumn('usedAt', whole)
      .modifyEnd(strict)
      .execute();
    for (const column of ['network', 'createdAt']) {
      await db.schema.createIndex(`oidc_flow_${column}`).on('oidc_flow').column(column).execute();
    }
    const added = [
      ['way', 'password'],
      ['isStrong', 'off'],
    ] as const;
    for (const [name, usual] of added) {
      await db.schema
        .alterTable('session')
        .addColumn(name, text, (column) => column.notNull().defaultTo(usual))
        .execute();
    }
    await db.schema.alterTable('session').addColumn('endsAt', whole).execute();
    await db.schema
      .alterTable('admin')
      .addColumn('local', text, (column) => column.notNull().defaultTo('off'))
      .execute();
  },
};
