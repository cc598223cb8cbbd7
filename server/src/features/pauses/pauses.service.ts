import { limits } from '@adwarden/contract/limits';
import type {
  Pause,
  PauseEndForm,
  PauseEnding,
  PauseForm,
  PauseListQuery,
  PauseReach,
  PauseScope,
} from '@adwarden/contract/pauses/pauses';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { believedNow } from '../../db/kept-time.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { type Actor, systemAuthor } from '../../http/actor.ts';
import { AppError, invalidField, notFound, takenField } from '../../kit/app-error.ts';
import { dayMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { mustHaveRoom } from '../../quotas/quotas.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import { seenApps, seesApp } from '../../sight/apps.policy.ts';
import { namesInShort, scopeOf, seenPause } from '../../sight/pauses.policy.ts';
import {
  accountSpelling,
  appsToCover,
  countCovered,
  coveredApps,
  type NamedPause,
  ownWordsFor,
} from '../../sight/pauses.store.ts';
import { type DeliveriesOf, judgeCovered } from './pauses.ending.service.ts';
import { mayEnd, mayPause } from './pauses.policy.ts';
import { loggedPause, type NamedApp, presentPause } from './pauses.present.ts';
import { pausedAppsQuota, pausesQuota } from './pauses.quota.ts';
import * as store from './pauses.store.ts';

export type PausesDeps = {
  db: Db;
  changeLog: ChangeLog;
  /** Tells whether what this actor changes in apps needs the approval of an administrator. */
  needsApproval: (db: Db, actor: Actor) => Promise<boolean>;
  deliveriesOf: DeliveriesOf;
};
export type PausesService = ReturnType<typeof createPausesService>;

/** The number of expired pauses that one transaction ends. */
const expiredAtOnce = 100;

/** Builds what people do with pauses (ADR 34). Times are those of the database's clock, the same for all nodes. */
export function createPausesService(deps: PausesDeps) {
  const { db, changeLog, needsApproval, deliveriesOf } = deps;
  /** Returns the pause as the actor may see it. */
  async function present(row: NamedPause, actor: Actor, tx: Db = db): Promise<Pause> {
    const { ownerId } = seenApps(actor);
    const ownWords = ownerId === undefined ? undefined : await ownWordsFor(tx, row, ownerId);
    const seen = seenPause(actor, row, ownWords);
    if (scopeOf(row) !== 'apps') return presentPause(seen, await countCovered(tx, row, ownerId));
    const covered = await coveredApps(tx, row, ownerId).select('app.appID').execute();
    const appIDs = covered.map(({ appID }) => appID);
    return presentPause(seen, appIDs.length, appIDs);
  }

  async function existing(tx: Db, id: string): Promise<NamedPause> {
    const row = await store.findPause(tx, id);
    if (!row) throw notFound('Pause');
    return row;
  }

  /** Returns a pause that the actor sees: for an owner, one of their own apps. 404 for any other. */
  async function seen(tx: Db, actor: Actor, id: string): Promise<NamedPause> {
    const row = await existing(tx, id);
    const { ownerId } = seenApps(actor);
    const isOwn = row.scope === 'owner' && row.key === ownerId;
    if (ownerId !== undefined && !isOwn && (await countCovered(tx, row, ownerId)) === 0) {
      throw notFound('Pause');
    }
    return row;
  }

  /** Refuses (403) an owner whose changes need approval: a pause changes what phones show. */
  async function mustNotNeedApproval(tx: Tx, actor: Actor): Promise<void> {
    if (!(await needsApproval(tx, actor))) return;
    const message = 'Your changes need approval: an administrator can pause and resume';
    throw new AppError('forbidden', message);
  }

  /** Ends a pause and those that continue it. A pause of some apps has one entry in the log. */
  async function endNow(
    { log, tx }: LoggedWrite,
    row: NamedPause,
    by: store.PauseEnd,
  ): Promise<void> {
    const isOfSome = scopeOf(row) === 'apps';
    const apps = isOfSome ? await namesOf(tx, row) : [];
    const continuing = isOfSome ? [] : await store.pausesContinuing(tx, row.id);
    await store.endPause(tx, row.id, by);
    const { endedAt } = by;
    for (const one of [row, ...continuing]) {
      const ended = loggedPause({ ...one, endedAt }, apps);
      await log({ entity: 'pause', key: one.id, action: 'end', row: ended });
    }
  }

  const namesOf = (tx: Tx, row: NamedPause): Promise<NamedApp[]> =>
    coveredApps(tx, row).select(['app.appID', 'app.appName']).orderBy('app.appName').execute();

  /**
   * Returns the parts of a pause of some apps to end: those of these apps; for an owner only parts of own apps. Null when that is
   * the whole pause.
   */
  async function partsToEnd(
    tx: Tx,
    actor: Actor,
    row: NamedPause,
    appIDs: readonly string[] | undefined,
  ): Promise<NamedPause[] | null> {
    if (scopeOf(row) !== 'apps') {
      if (!appIDs) return null;
      throw invalidField('appIDs', 'This pause is not one of some applications');
    }
    const { ownerId } = seenApps(actor);
    const parts = await store.namedParts(tx, row);
    const own = await coveredApps(tx, row, ownerId).select('app.appID').execute();
    const seen = new Set(own.map(({ appID }) => appID));
    const unknown = appIDs?.find((appID) => !seen.has(appID));
    if (unknown)
      throw invalidField('appIDs', `This pause does not stop the application ${unknown}`);
    const isMeant = ({ key }: NamedPause) =>
      appIDs ? appIDs.includes(key) : ownerId === undefined || seen.has(key);
    // A part of a deleted app does not keep a pause going.
    const goesOn = parts.some((part) => !isMeant(part) && part.appName !== null);
    return goesOn ? parts.filter(isMeant) : null;
  }

  return {
    /**
     * Returns a page of the active or the ended pauses, or of those that cover one app; an owner gets those that cover one of
     * their apps.
     */
    async page(actor: Actor, { appID, ...question }: PauseListQuery) {
      const { ownerId } = seenApps(actor);
      const { rows, total } = await store.pageOfPauses(db, question, { ownerId, appID });
      return { items: await Promise.all(rows.map((row) => present(row, actor))), total };
    },

    /** Begins a pause. Refuses (400) one that could not cover anything, and (409) a second one of the same thing. */
    start(actor: Actor, form: PauseForm, noteMade?: NoteMade): Promise<Pause> {
      const { scope, value, reason, until } = form;
      mustBeAllowed(actor, scope, value);
      return changeLog(actor, async ({ tx, log }) => {
        const now = await believedNow(tx);
        mustBeAhead(until, now);
        const paused = await whatToPause(tx, actor, form);
        const { apps = [] } = paused;
        await mustBeNew(tx, actor, paused);
        await mustNotNeedApproval(tx, actor);
        // The emergency stop must always work, and at most one exists.
        if (scope !== 'all') await mustHaveRoom(tx, actor, pausesQuota);
        const wanted = scope === 'app' ? 1 : apps.length;
        if (wanted > 0) await mustHaveRoom(tx, actor, pausedAppsQuota, { wanted });
        const row = {
          id: newId(),
          scope: paused.scope,
          value: paused.value,
          key: paused.key,
          reason,
          createdAt: now,
          createdByKind: actor.kind,
          createdByName: actor.fullName,
          createdById: actor.id,
          continues: null,
          until,
          endedAt: null,
          endedByKind: null,
          endedByName: null,
          endedById: null,
        };
        const parts = apps.map(({ appID }) => {
          const part = { id: newId(), value: appID, key: appID, continues: row.id };
          return { ...row, ...part };
        });
        await store.insertPauses(tx, row, ...parts);
        await noteMade?.(tx, row.id);
        const made = await existing(tx, row.id);
        const entry = loggedPause(made, apps);
        await log({ entity: 'pause', key: row.id, action: 'create', row: entry });
        return present(made, actor, tx);
      });
    },

    /** Returns a pause that the actor has begun, as it is now; 404 when there is none. */
    read: async (actor: Actor, id: string): Promise<Pause> =>
      present(await seen(db, actor, id), actor),

    /** Judges what a pause would do that has not begun: 403 for what the actor may not pause. */
    async beginning(actor: Actor, { scope, value, appIDs = [] }: PauseReach): Promise<PauseEnding> {
      mustBeAllowed(actor, scope, value);
      const key = scope === 'account' ? await store.foldAccount(db, value) : value;
      const { ownerId } = seenApps(actor);
      return judgeCovered(db, deliveriesOf, appsToCover(db, { scope, key, appIDs }, ownerId));
    },

    /** Judges what ending a pause would do; 404 for one that the actor may not see. */
    async ending(actor: Actor, id: string): Promise<PauseEnding> {
      const { ownerId } = seenApps(actor);
      const covered = coveredApps(db, await existing(db, id), ownerId);
      const ending = await judgeCovered(db, deliveriesOf, covered, id);
      if (ownerId !== undefined && ending.apps === 0) throw notFound('Pause');
      return ending;
    },

    /**
     * Ends a pause at once; of a pause of some apps, only the parts for `appIDs` if they are given. An owner ends those of their
     * own apps that an owner began; the others are 403 or 404.
     */
    end(actor: Actor, id: string, { appIDs }: PauseEndForm): Promise<Pause> {
      return changeLog(actor, async (write) => {
        const { tx } = write;
        const row = await seen(tx, actor, id);
        if (!mayEnd(actor, row)) {
          throw new AppError('forbidden', 'An administrator began this pause, and can end it');
        }
        await mustNotNeedApproval(tx, actor);
        const now = await believedNow(tx);
        const over = row.endedAt !== null || (row.until !== null && row.until <= now);
        if (over) throw new AppError('conflict', 'This pause is over already');
        const { kind: endedByKind, fullName: endedByName, id: endedById } = actor;
        const by = { endedAt: now, endedByKind, endedByName, endedById };
        const parts = (await partsToEnd(tx, actor, row, appIDs)) ?? [row];
        for (const part of parts) await endNow(write, part, by);
        return present(await existing(tx, id), actor, tx);
      });
    },

    /** Records the end of the pauses that have reached it; returns whether there may be more. */
    async endExpired(): Promise<boolean> {
      // Mostly there are none. Then nobody needs to wait for the writers' turn.
      if ((await store.expiredPauses(db, 1)).length === 0) return false;
      return changeLog(systemAuthor, async (write) => {
        const rows = await store.expiredPauses(write.tx, expiredAtOnce);
        const { kind: endedByKind, fullName: endedByName } = systemAuthor;
        for (const row of rows) {
          const by = { endedAt: row.until, endedByKind, endedByName, endedById: null };
          await endNow(write, row, by);
        }
        return rows.length === expiredAtOnce;
      });
    },
  };
}

function mustBeAllowed(actor: Actor, scope: PauseScope, value: string): void {
  if (mayPause(actor, scope, value)) return;
  throw new AppError('forbidden', 'You can only pause the ads of your own applications');
}

function mustBeAhead(until: number | null, now: number): void {
  if (until === null) return;
  if (until <= now) throw invalidField('until', 'Until must be in the future');
  if (until > now + limits.pauses.days * dayMs) {
    throw invalidField('until', 'Until must be at most one year ahead');
  }
}

/** Returns what a pause of this scope and value stops; refuses (400) what does not exist, or is not the actor's. */
async function whatToPause(
  tx: Tx,
  actor: Actor,
  { scope, value, appIDs = [] }: PauseForm,
): Promise<store.Paused> {
  if (scope === 'all') return { scope, value: '', key: '', label: 'All apps' };
  if (scope === 'account') {
    const key = await store.foldAccount(tx, value);
    const label = await accountSpelling(tx, key);
    if (label === undefined) throw invalidField('value', 'No application has this account name');
    return { scope, value: label, key, label };
  }
  if (scope === 'owner') {
    const user = await store.findUser(tx, value);
    if (!user) throw invalidField('value', 'Unknown owner');
    return { scope, value, key: value, label: user.fullName };
  }
  if (scope === 'apps') {
    const apps = (await store.findApps(tx, appIDs)).filter((app) => seesApp(actor, app));
    const known = new Set(apps.map(({ appID }) => appID));
    const unknown = appIDs.find((appID) => !known.has(appID));
    if (unknown) throw invalidField('appIDs', `Unknown application: ${unknown}`);
    const names = apps.slice(0, 2).map(({ appName }) => appName);
    const label = namesInShort(names, apps.length);
    return { scope: 'app', value: label, key: '', label, apps };
  }
  scope satisfies 'app';
  const [app] = await store.findApps(tx, [value]);
  if (!app || !seesApp(actor, app)) {
    throw invalidField('value', 'Unknown application');
  }
  return { scope, value, key: value, label: app.appName };
}

/**
 * Refuses (409) a second pause of the same thing by administrators, or by owners; for some apps, if none of them would be new.
 */
async function mustBeNew(tx: Tx, { kind }: Actor, paused: store.Paused): Promise<void> {
  if (!paused.apps) {
    if (!(await store.samePause(tx, paused, kind))) return;
    throw takenField('value', `${paused.label}: the ads are paused already`);
  }
  const appIDs = paused.apps.map(({ appID }) => appID);
  if ((await store.countPaused(tx, appIDs, kind)) < appIDs.length) return;
  throw takenField('appIDs', 'The ads of these applications are paused already');
}
