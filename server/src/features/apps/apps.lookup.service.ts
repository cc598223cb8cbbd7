import type { App } from '@adwarden/contract/apps';
import { staleEdit } from '../../changes/stale-edit.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, invalidField, notFound, takenField } from '../../kit/app-error.ts';
import { loginKey } from '../../kit/ids.ts';
import { mustHaveRoom, roomOf } from '../../quotas/quotas.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { presentApp } from './apps.present.ts';
import * as store from './apps.store.ts';
import { type AppOwner, type AppRow, type AppSnapshot, nobody, snapshotOf } from './apps.table.ts';

/** The app as it is sent in answers; 404 when it does not exist. */
export async function readApp(db: Db, appID: string): Promise<App> {
  const row = await store.findApp(db, appID);
  if (!row) throw notFound('Application');
  return presentApp(row);
}

/** The app, if the actor may see it; 404 when it does not exist or belongs to somebody else. */
export async function appOf(db: Db, actor: Actor, appID: string): Promise<AppRow> {
  const current = await store.findApp(db, appID);
  if (!current || !seesApp(actor, current)) throw notFound('Application');
  return current;
}

/** The app with its tokens, if the actor may change it; 404 when it does not exist or belongs to somebody else. */
export async function loadEditableApp(
  tx: Tx,
  actor: Actor,
  appID: string,
): Promise<{ current: AppRow; snapshot: AppSnapshot }> {
  const current = await appOf(tx, actor, appID);
  const tokens = await store.tokensOf(tx, [appID]);
  return { current, snapshot: snapshotOf(current, tokens.get(appID) ?? []) };
}

/** Refuses (400) a category that does not exist. */
export async function mustBeCategory(tx: Tx, category: string): Promise<void> {
  if (!(await store.hasCategory(tx, category))) throw invalidField('category', 'Unknown category');
}

/** The owner that an administrator chose by login id ('' for nobody); refuses (400) an unknown one. */
export async function chosenOwner(tx: Tx, login: string): Promise<AppOwner> {
  if (login === '') return nobody;
  const owner = await store.findOwner(tx, { userIDKey: loginKey(login) });
  if (!owner) throw invalidField('selectedUser', 'Unknown owner');
  return owner;
}

/** The app owner who calls; 401 when the account was deleted during this call. */
export async function ownerSelf(tx: Tx, actor: Actor): Promise<AppOwner> {
  const owner = await store.findOwner(tx, { id: actor.id });
  if (!owner) throw new AppError('not-signed-in', 'Please sign in', { extra: { token: false } });
  return owner;
}

/** 409 when the owner already has the maximum number of apps. Apps without an owner are not limited. */
export async function ownerMustHaveRoom(
  tx: Tx,
  actor: Actor,
  { ownerId, fullName }: AppOwner,
  most: number,
): Promise<void> {
  if (ownerId === null) return;
  const owner = { kind: 'user', id: ownerId } as const;
  if (actor.kind === 'user') return mustHaveRoom(tx, owner, 'apps', most);
  if ((await roomOf(tx, owner, 'apps', most)) >= 1) return;
  const applications = `${most} applications, as many as an owner may have (APPS_PER_OWNER)`;
  throw takenField('selectedUser', `${fullName} has ${applications}`);
}

/** The refusal (409) of an edit of an older version. It says what the app is now, and who has changed it. */
export function staleApp(tx: Tx, current: AppRow): Promise<AppError> {
  const { version, updatedAt: otherwiseAt } = current;
  return staleEdit(tx, {
    thing: 'application',
    version,
    otherwiseAt,
    current: presentApp(current),
  });
}
