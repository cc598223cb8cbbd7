import { isDeepStrictEqual } from 'node:util';
import type { AppChanges } from '@adwarden/contract/apps';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import type { LoggedWrite } from '../../changes/change-log.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import {
  chosenOwner,
  loadEditableApp,
  mustBeCategory,
  ownerMustHaveRoom,
  staleApp,
} from './apps.lookup.service.ts';
import * as store from './apps.store.ts';
import { type AppSnapshot, definedFields, fieldsOf } from './apps.table.ts';

type Edit = Omit<AppChanges, 'id'>;

export type AppEdits = ReturnType<typeof createAppEdits>;

/**
 * Builds edits in two steps, the check and the write: an edit that is stored and applied later keeps the same rules as
 * one that is saved at once.
 */
export function createAppEdits({ appsPerOwner }: { appsPerOwner: number }) {
  /** What an edit would make of an app; AppError when the actor may not make it now. Writes nothing. */
  async function plan(tx: Tx, actor: Actor, appID: string, form: Edit) {
    const { version: expected, selectedUser, ...fields } = form;
    const { current, snapshot: before } = await loadEditableApp(tx, actor, appID);
    if (expected !== undefined && expected !== current.version) throw await staleApp(tx, current);
    if (fields.category !== undefined && fields.category !== before.category) {
      await mustBeCategory(tx, fields.category);
    }
    const owner = selectedUser === undefined ? before : await chosenOwner(tx, selectedUser);
    if (owner.ownerId !== before.ownerId) await ownerMustHaveRoom(tx, actor, owner, appsPerOwner);
    const { ownerId, userID, fullName } = owner;
    const after: AppSnapshot = { ...before, ...definedFields(fields), ownerId, userID, fullName };
    return { before, after };
  }

  return {
    plan,

    /** Makes an edit within a transaction; writes nothing when nothing changes. */
    async apply(write: LoggedWrite, actor: Actor, appID: string, form: Edit): Promise<void> {
      const { before, after } = await plan(write.tx, actor, appID, form);
      if (!isDeepStrictEqual(after, before)) await saveApp(write, after);
    },
  };
}

/** Writes an app as an edit has made it, with its entry in the log. */
export async function saveApp({ tx, at, log }: LoggedWrite, row: AppSnapshot): Promise<void> {
  const [version = 0] = await log({ entity: 'app', key: row.appID, action: 'update', row });
  await store.updateApp(tx, row, version, at);
}

/**
 * The fields of some apps that a change request or a batch may set, by app ID; '' without an owner or configuration.
 * `version` and `countryVersion` are those of the app and of its configuration, 0 without one.
 */
export async function requestableApps(db: Db, appIDs: string[]) {
  const rows = appIDs.length > 0 ? await store.appsWithCountry(db, appIDs) : [];
  return new Map(
    rows.map((row) => {
      const { appID, appName, ownerId, userID, country, version, countryVersion } = row;
      const values: Record<RequestedField, string> = {
        ...fieldsOf(row),
        selectedUser: userID ?? '',
        country: country ?? '',
      };
      const versions = { version, countryVersion: countryVersion ?? 0 };
      return [appID, { appName, ownerId, values, ...versions }] as const;
    }),
  );
}
