import { limits } from '@adwarden/contract/limits';
import type {
  Pause,
  PauseEnding,
  PauseForm,
  PauseListQuery,
} from '@adwarden/contract/pauses/pauses';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { believedNow } from '../../db/kept-time.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { type Actor, type Author, systemAuthor } from '../../http/actor.ts';
import { AppError, invalidField, notFound, takenField } from '../../kit/app-error.ts';
import { dayMs } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { mustHaveRoom } from '../../quotas/quotas.ts';
import { seenApps, seesApp } from '../../sight/apps.policy.ts';
import { seenPause } from '../../sight/pauses.policy.ts';
import { accountSpelling, countCovered, type NamedPause } from '../../sight/pauses.store.ts';
import { type DeliveriesOf, readEnding } from './pauses.ending.service.ts';
import { mayEnd, mayPause } from './pauses.policy.ts';
import { loggedPause, presentPause } from './pauses.present.ts';
import * as store from './pauses.store.ts';

export type PausesService = ReturnType<typeof createPausesService>;

/** Expired pauses that are ended in one transaction. */
const expiredAtOnce = 100;

/** Builds what people do with pauses (ADR 34). Times are those of the database's clock, the same for all nodes. */
export function createPausesService({
  db,
  changeLog,
  needsApproval,
  deliveriesOf,
}: {
  db: Db;
  changeLog: ChangeLog;
  /** Whether what this actor changes in apps needs the approval of an administrator. */
  needsApproval: (db: Db, actor: Actor) => Promise<boolean>;
  deliveriesOf: DeliveriesOf;
}) {
  /** The pause as the actor may see it. */
  async function present(row: NamedPause, actor: Actor, tx: Db = db): Promise<Pause> {
    const { ownerId } = seenApps(actor);
    const spelling =
      row.scope === 'account' && ownerId !== undefined
        ? await accountSpelling(tx, row.key, ownerId)
        : undefined;
    const apps = await countCovered(tx, row, ownerId);
    return presentPause(seenPause(actor, row, spelling), apps);
  }

  async function existing(tx: Db, id: string): Promise<NamedPause> {
    const row = await store.findPause(tx, id);
    if (!row) throw notFound('Pause');
    return row;
  }

  /** Refuses (403) an owner whose changes need approval: a pause changes what phones show. */
  async function mustNotNeedApproval(tx: Tx, actor: Actor): Promise<void> {
    if (!(await needsApproval(tx, actor))) return;
    const message = 'Your changes need approval: an administrator can pause and resume';
    throw new AppError('forbidden', message);
  }

  async function endNow(
    { log, tx }: LoggedWrite,
    row: NamedPause,
    by: {
      endedAt: number | null;
      endedByKind: Author['kind'];
      endedByName: string;
      endedById: string | null;
    },
  ): Promise<void> {
    for (const one of [row, ...(await store.pausesContinuing(tx, row.id))]) {
      await store.endPause(tx, one.id, by);
      const ended = { ...one, endedAt: by.endedAt };
      await log({ entity: 'pause', key: one.id, action: 'end', row: loggedPause(ended) });
    }
  }

  return {
    /**
     * A page of the active or the ended pauses, or of those that cover one app; an owner gets those that cover one of
     * their apps.
     */
    async page(actor: Actor, { appID, ...question }: PauseListQuery) {
      const { ownerId } = seenApps(actor);
      const { rows, total } = await store.pageOfPauses(db, question, { ownerId, appID });
      return { items: await Promise.all(rows.map((row) => present(row, actor))), total };
    },

    /** Begins a pause. Refuses (400) what it could not cover, and (409) a second one of the same thing. */
    start(actor: Actor, { scope, value, reason, until }: PauseForm): Promise<Pause> {
      if (!mayPause(actor, scope)) {
        throw new AppError('forbidden', 'You can only pause the ads of your own applications');
      }
      return changeLog(actor, async ({ tx, log }) => {
        const now = await believedNow(tx);
        mustBeAhead(until, now);
        const paused = await whatToPause(tx, actor, scope, value);
        if (await store.samePause(tx, paused, actor.kind)) {
          throw takenField('value', `${paused.label}: the ads are paused already`);
        }
        await mustNotNeedApproval(tx, actor);
        // The emergency stop must always work, and there is one of it at most.
        if (scope !== 'all') await mustHaveRoom(tx, actor, 'pauses');
        const row = {
          id: newId(),
          scope,
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
        await store.insertPause(tx, row);
        const made = await existing(tx, row.id);
        await log({ entity: 'pause', key: row.id, action: 'create', row: loggedPause(made) });
        return present(made, actor, tx);
      });
    },

    /** What ending a pause would do; 404 for one that the actor may not see. */
    async ending(actor: Actor, id: string): Promise<PauseEnding> {
      const { ownerId } = seenApps(actor);
      const ending = await readEnding(db, deliveriesOf, await existing(db, id), ownerId);
      if (ownerId !== undefined && ending.apps === 0) throw notFound('Pause');
      return ending;
    },

    /** Ends a pause at once. An owner ends those of their own apps that an owner began; the others are 403 or 404. */
    end(actor: Actor, id: string): Promise<Pause> {
      return changeLog(actor, async (write) => {
        const { tx } = write;
        const row = await existing(tx, id);
        const { ownerId } = seenApps(actor);
        if (ownerId !== undefined && (await countCovered(tx, row, ownerId)) === 0) {
          throw notFound('Pause');
        }
        if (!mayEnd(actor, row)) {
          throw new AppError('forbidden', 'An administrator began this pause, and can end it');
        }
        await mustNotNeedApproval(tx, actor);
        const now = await believedNow(tx);
        const over = row.endedAt !== null || (row.until !== null && row.until <= now);
        if (over) throw new AppError('conflict', 'This pause is over already');
        const { kind: endedByKind, fullName: endedByName, id: endedById } = actor;
        await endNow(write, row, { endedAt: now, endedByKind, endedByName, endedById });
        return present(await existing(tx, id), actor, tx);
      });
    },

    /** Notes the end of the pauses that have reached it; returns whether there may be more. */
    async endExpired(): Promise<boolean> {
      // Mostly there are none. Then nobody waits for the writer's turn.
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

function mustBeAhead(until: number | null, now: number): void {
  if (until === null) return;
  if (until <= now) throw invalidField('until', 'Until must be in the future');
  if (until > now + limits.pauses.days * dayMs) {
    throw invalidField('until', 'Until must be at most one year ahead');
  }
}

/** What a pause of this scope and value stops; refuses (400) what there is not, or what is not the actor's. */
async function whatToPause(
  tx: Tx,
  actor: Actor,
  scope: PauseForm['scope'],
  value: string,
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
  scope satisfies 'app';
  const app = await store.findApp(tx, value);
  if (!app || !seesApp(actor, app)) {
    throw invalidField('value', 'Unknown application');
  }
  return { scope, value, key: value, label: app.appName };
}
