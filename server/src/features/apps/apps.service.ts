import type { NewApp } from '@adwarden/contract/app-calls';
import type { App, AppChanges, IpRules, OldTokens } from '@adwarden/contract/apps';
import type {
  ChangeRequest,
  RequestedChanges,
} from '@adwarden/contract/change-requests/change-requests';
import { codesNow } from '@adwarden/contract/countries';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { believedNow, timeOfEnds } from '../../db/kept-time.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { appsWithCountry, tokensOf } from '../../edits/apps.store.ts';
import { changesAnything } from '../../edits/edits.plan.policy.ts';
import { writeApps } from '../../edits/edits.write.service.ts';
import { hasVpnKey } from '../../edits/settings.store.ts';
import { endOfToken, goodUntil, revocation, rotation } from '../../edits/tokens.policy.ts';
import type { Actor } from '../../http/actor.ts';
import { invalidField, notFound } from '../../kit/app-error.ts';
import { dayMs, isoTime } from '../../kit/clock.ts';
import { definedFields } from '../../kit/defined-fields.ts';
import { newId } from '../../kit/ids.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import type { AppEdits } from './apps.edit.service.ts';
import { appOf, readApp } from './apps.lookup.service.ts';
import { presentApp } from './apps.present.ts';

/** An icon that was checked and is ready to be saved. */
type CheckedIcon = { hash: string; bytes: Uint8Array };

export type AppsServiceDeps = {
  db: Db;
  changeLog: ChangeLog;
  /** Refuses (400) a file that is no image. It is slow: never call it in a transaction. */
  checkIcon: (bytes: Buffer) => Promise<CheckedIcon>;
  saveIcon: (tx: Tx, icon: CheckedIcon, at: number) => Promise<unknown>;
  appEdits: AppEdits;
  /** Stores an edit as a change request, if this actor's changes need approval; null if they do not. */
  requestApproval: (
    write: LoggedWrite,
    actor: Actor,
    edit: { appID: string; changes: RequestedChanges; hasNewIcon: boolean },
  ) => Promise<ChangeRequest | null>;
};

export type AppsService = ReturnType<typeof createAppsService>;

/** Builds what people do with apps (spec, section 7; ADR 28 "Writes"). */
export function createAppsService(deps: AppsServiceDeps) {
  const { db, changeLog, checkIcon, saveIcon, appEdits } = deps;
  const { requestApproval } = deps;
  /** Saves the icon that a call brought, if any. */
  async function keepIcon({ tx, at }: LoggedWrite, icon: CheckedIcon | null) {
    if (!icon) return {};
    await saveIcon(tx, icon, at);
    return { iconHash: icon.hash };
  }

  return {
    /** Adds an app with its first token. A collision of random ids is so unlikely that it just ends as a 500. */
    async add(
      actor: Actor,
      form: NewApp,
      iconBytes: Buffer | null,
      noteMade?: NoteMade,
    ): Promise<App> {
      const icon = iconBytes && (await checkIcon(iconBytes));
      const appID = newId();
      return changeLog(actor, async (write) => {
        const values = { ...definedFields(form), ...(await keepIcon(write, icon)) };
        await appEdits.make(write, actor, { kind: 'create', appID, values });
        await noteMade?.(write.tx, appID);
        return readApp(write.tx, actor, appID);
      });
    },

    /** Returns an app that the actor may see; 404 for any other. */
    read: async (actor: Actor, appID: string): Promise<App> =>
      presentApp(actor, await appOf(db, actor, appID)),

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
      const { id, version, reason: note, ...fields } = form;
      if (id !== undefined && id !== appID) {
        throw invalidField('id', 'The id in the body is not the one in the path');
      }
      const icon = iconBytes && (await checkIcon(iconBytes));
      return changeLog(actor, async (write) => {
        const changes = definedFields(fields);
        const values = { ...changes, ...(await keepIcon(write, icon)) };
        const edit = { kind: 'change', appID, version, changesOf: () => values } as const;
        const planned = await appEdits.plan(write, actor, edit);
        if (changesAnything(planned)) {
          const hasNewIcon = planned.after?.iconHash !== planned.before?.iconHash;
          const request = { appID, changes, hasNewIcon, note };
          const changeRequest = await requestApproval(write, actor, request);
          if (changeRequest) return { changeRequest };
          await writeApps(write, [planned]);
        }
        return readApp(write.tx, actor, appID);
      });
    },

    /** Deletes an app, its tokens and its configuration; the log keeps all three for a restore. */
    async remove(actor: Actor, appID: string): Promise<{ appName: string }> {
      return changeLog(actor, async (write) => {
        const { before } = await appEdits.make(write, actor, { kind: 'delete', appID });
        return { appName: before?.appName ?? '' };
      });
    },

    /** Gives an app a new auth token. The previous one stays valid for some days; with 0 it ends at once (ADR 19). */
    async rotateToken(
      actor: Actor,
      appID: string,
      keepOldForDays: number,
      noteMade?: NoteMade,
    ): Promise<App & { oldTokenUntil: string }> {
      return changeLog(actor, async (write) => {
        await noteMade?.(write.tx, appID);
        await appEdits.make(write, actor, { appID, ...rotation(keepOldForDays) });
        const at = await timeOfEnds(write.tx, write.at);
        const oldTokenUntil = isoTime(at + keepOldForDays * dayMs);
        return { ...(await readApp(write.tx, actor, appID)), oldTokenUntil };
      });
    },

    /** Reads the rotated app as it is now, and until when its newest old token is valid. */
    async readRotated(actor: Actor, appID: string): Promise<App & { oldTokenUntil: string }> {
      const app = presentApp(actor, await appOf(db, actor, appID));
      const [newest] = (await readOldTokens(db, actor, appID)).oldTokens;
      return { ...app, oldTokenUntil: newest?.until ?? isoTime(await believedNow(db)) };
    },

    /** Ends all old tokens of an app; writes nothing when none is valid any more. */
    async revokeOldTokens(actor: Actor, appID: string): Promise<App> {
      return changeLog(actor, async (write) => {
        await appEdits.make(write, actor, { appID, ...revocation });
        return readApp(write.tx, actor, appID);
      });
    },

    /** Ends the valid old token with this `since`; 404 when there is none. */
    async endOldToken(actor: Actor, appID: string, since: number): Promise<App> {
      return changeLog(actor, async (write) => {
        const edit = await appEdits.make(write, actor, { appID, ...endOfToken(since) });
        if (!changesAnything(edit)) throw notFound('Old token');
        return readApp(write.tx, actor, appID);
      });
    },

    oldTokens: (actor: Actor, appID: string) => readOldTokens(db, actor, appID),

    /** Returns the facts that the IP rules of an app use besides its own fields. */
    async ipRules(actor: Actor, appID: string): Promise<IpRules> {
      await appOf(db, actor, appID);
      const [[app], vpn] = await Promise.all([appsWithCountry(db, [appID]), hasVpnKey(db)]);
      return { appID, country: app?.country ?? '', countries: app ? codesNow(app) : [], vpn };
    },
  };
}

/** Returns the old tokens of an app that are still valid, the newest first. */
async function readOldTokens(db: Db, actor: Actor, appID: string): Promise<OldTokens> {
  await appOf(db, actor, appID);
  const now = await believedNow(db);
  const tokens = (await tokensOf(db, [appID])).get(appID) ?? [];
  const oldTokens = tokens.flatMap((token) => {
    const until = goodUntil(token, now);
    return until === undefined ? [] : [{ since: isoTime(token.since), until: isoTime(until) }];
  });
  return { appID, oldTokens };
}
