import type { App } from '@adwarden/contract/apps';
import type { Db } from '../../db/schema.ts';
import { findApp } from '../../edits/apps.store.ts';
import type { AppRow } from '../../edits/apps.table.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import type { Reader } from '../../sight/secrets.policy.ts';
import { presentApp } from './apps.present.ts';

/** Returns the app as answers to a person have it, whether or not they see it; 404 when it does not exist. */
export async function readApp(db: Db, reader: Reader, appID: string): Promise<App> {
  const row = await findApp(db, appID);
  if (!row) throw notFound('Application');
  return presentApp(reader, row);
}

/** Returns the app, if the actor may see it; 404 when it does not exist or belongs to somebody else. */
export async function appOf(db: Db, actor: Actor, appID: string): Promise<AppRow> {
  const current = await findApp(db, appID);
  if (!current || !seesApp(actor, current)) throw notFound('Application');
  return current;
}
