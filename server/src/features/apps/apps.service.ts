import { isDeepStrictEqual } from 'node:util';
import {
  type App,
  type AppChanges,
  forEachAppField,
  type NewAppForm,
} from '@adwarden/contract/apps';
import type {
  ChangeRequest,
  RequestedChanges,
} from '@adwarden/contract/change-requests/change-requests';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField } from '../../kit/app-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { newAuthToken, newId } from '../../kit/ids.ts';
import { type AppEdits, saveApp } from './apps.edit.service.ts';
import {
  chosenOwner,
  loadEditableApp,
  mustBeCategory,
  ownerMustHaveRoom,
  ownerSelf,
  readApp,
} from './apps.lookup.service.ts';
import * as store from './apps.store.ts';
import { type AppSnapshot, definedFields } from './apps.table.ts';
import { readOldTokens, revokeOldTokens, rotateToken } from './tokens/apps.rotation.service.ts';

/** An icon that was checked and is ready to be saved. */
type CheckedIcon = { hash: string; bytes: Uint8Array };

export type AppsServiceParts = {
  db: Db;
  clock: Clock;
  changeLog: ChangeLog;
  /** Refuses (400) a file that is no image. It is slow, so never call it in a transaction. */
  checkIcon: (bytes: Buffer) => Promise<CheckedIcon>;
  saveIcon: (tx: Tx, icon: CheckedIcon, at: number) => Promise<unknown>;
  /** The maximum number of apps of one owner. */
  appsPerOwner: number;
  appEdits: AppEdits;
  /** Stores an edit as a change request, if the changes of this actor need approval; null if they do not. */
  requestApproval: (
    write: LoggedWrite,
    actor: Actor,
    edit: { appID: string; changes: RequestedChanges; hasNewIcon: boolean },
  ) => Promise<ChangeRequest | null>;
};

export type AppsService = ReturnType<typeof createAppsService>;

/** Builds what people do with apps (spec, section 7; ADR 28 "Writes"). */
export function createAppsService(parts: AppsServiceParts) {
  const { db, clock, changeLog, checkIcon, saveIcon, appsPerOwner, appEdits } = parts;
  const { requestApproval } = parts;
  /** Saves the icon and returns its hash; null when the call brought no icon. */
  async function keepIcon(
    { tx, at }: LoggedWrite,
    icon: CheckedIcon | null,
  ): Promise<string | null> {
    if (icon) await saveIcon(tx, icon, at);
    return icon?.hash ?? null;
  }

  return {
    /** Adds an app with its first token. A collision of random ids is so unlikely that it is simply a 500. */
    async add(actor: Actor, form: NewAppForm, iconBytes: Buffer | null): Promise<App> {
      const icon = iconBytes && (await checkIcon(iconBytes));
      const appID = newId();
      return changeLog(actor, async (write) => {
        const { tx, at, log } = write;
        const { selectedUser = '', ...fields } = form;
        await mustBeCategory(tx, fields.category);
        const owner =
          actor.kind === 'user' ? await ownerSelf(tx, actor) : await chosenOwner(tx, selectedUser);
        await ownerMustHaveRoom(tx, actor, owner, appsPerOwner);
        const row: AppSnapshot = {
          ...forEachAppField((_, unset) => unset),
          ...definedFields(fields),
          ...owner,
          appID,
          iconHash: (await keepIcon(write, icon)) ?? '',
          createdAt: at,
          tokens: [{ token: newAuthToken(), since: at, until: null }],
        };
        const [version = 0] = await log({ entity: 'app', key: appID, action: 'create', row });
        await store.insertApp(tx, row, version, at);
        return readApp(tx, appID);
      });
    },

    /**
     * Changes an app: an absent field stays, a blank one is cleared. When `version` is not the current one, 409 with
     * the current app. An edit that changes nothing writes nothing and keeps the version. The edit of an owner whose
     * changes need approval becomes a change request.
     */
    async update(
      actor: Actor,
      appID: string,
      form: AppChanges,
      iconBytes: Buffer | null,
    ): Promise<App | { changeRequest: ChangeRequest }> {
      const { id, ...fields } = form;
      if (id !== undefined && id !== appID) {
        throw invalidField('id', 'The id in the body is not the one in the path');
      }
      const icon = iconBytes && (await checkIcon(iconBytes));
      return changeLog(actor, async (write) => {
        const { before, after } = await appEdits.plan(write.tx, actor, appID, fields);
        const row = { ...after, iconHash: (await keepIcon(write, icon)) ?? before.iconHash };
        if (!isDeepStrictEqual(row, before)) {
          const { version: _, ...changes } = fields;
          const hasNewIcon = row.iconHash !== before.iconHash;
          const request = { appID, changes: definedFields(changes), hasNewIcon };
          const changeRequest = await requestApproval(write, actor, request);
          if (changeRequest) return { changeRequest };
          await saveApp(write, row);
        }
        return readApp(write.tx, appID);
      });
    },

    /** Deletes an app, its tokens and its configuration; the log keeps all three for a restore. */
    async remove(actor: Actor, appID: string): Promise<{ appName: string }> {
      return changeLog(actor, async ({ tx, log }) => {
        const { snapshot } = await loadEditableApp(tx, actor, appID);
        const configuration = await store.findConfiguration(tx, appID);
        const key = appID;
        if (configuration) {
          const row = { appID, ...configuration };
          await log({ entity: 'app-configuration', key, action: 'delete', row });
        }
        await log({ entity: 'app', key, action: 'delete', row: { ...snapshot, configuration } });
        await store.deleteApp(tx, appID);
        return { appName: snapshot.appName };
      });
    },

    rotateToken: (actor: Actor, appID: string, keepOldForDays: number) =>
      rotateToken(changeLog, actor, appID, keepOldForDays),
    oldTokens: (actor: Actor, appID: string) => readOldTokens(db, clock, actor, appID),
    revokeOldTokens: (actor: Actor, appID: string) => revokeOldTokens(changeLog, actor, appID),
  };
}
