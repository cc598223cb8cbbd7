import type { App } from '@adwarden/contract/apps';
import type { Db } from '../../db/schema.ts';
import { findApp } from '../../edits/apps.store.ts';
import type { AppRow } from '../../edits/apps.table.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { presentApp } from './apps.present.ts';

/** The app as it is sent in answers; 404 when it does not exist. */
export async function readApp(db: Db, appID: string): Promise<App> {
  const row = await findApp(db, appID);
  if (!row) throw notFound('Application');
  return presentApp(row);
}

/** The app, if the actor may see it; 404 when it does not exist or belongs to somebody else. */
export async function appOf(db: Db, actor: Actor, appID: string): Promise<AppRow> {
  const current = await findApp(db, appID);
  if (!current || !seesApp(actor, current)) throw notFound('Application');
  return current;
}
