import { limits } from '@adwarden/contract/limits';
import type { Pause, PauseForm } from '@adwarden/contract/pauses/pauses';
import type { ChangeLog } from '../../changes/change-log.ts';
import { databaseNow } from '../../db/now.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { type Actor, systemAuthor } from '../../http/actor.ts';
import { AppError, invalidField, notFound, takenField } from '../../kit/app-error.ts';
import { isoTime } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import { mayEnd, mayPause } from './pauses.policy.ts';
import { loggedPause, presentPause } from './pauses.present.ts';
import * as store from './pauses.store.ts';

export type PausesService = ReturnType<typeof createPausesService>;

const dayMs = 86_400_000;
/** Expired pauses that are ended in one transaction. */
const expiredAtOnce = 100;

/** Builds what people do with pauses (ADR 34). Times are those of the database's clock, the same for all nodes. */
export function createPausesService({ db, changeLog }: { db: Db; changeLog: ChangeLog }) {
  const ownApps = (actor: Actor) => (actor.kind === 'user' ? actor.id : undefined);

  async function present(row: store.NamedPause, actor: Actor, tx: Db = db): Promise<Pause> {
    return presentPause(row, await store.countCovered(tx, row, ownApps(actor)));
  }

  async function existing(tx: Tx, id: string): Promise<store.NamedPause> {
    const row = await store.findPause(tx, id);
    if (!row) throw notFound('Pause');
    return row;
  }

  return {
    /** A page of the active or the ended pauses; an owner gets those that cover one of their apps. */
    async page(
      actor: Actor,
      question: { state: 'active' | 'ended'; page: number; pageSize: number },
    ) {
      const { rows, total } = await store.pageOfPauses(db, {
        ...question,
        ownerId: ownApps(actor),
      });
      return { items: await Promise.all(rows.map((row) => present(row, actor))), total };
    },

    /** Begins a pause. Refuses (400) what it could not cover, and (409) a second one of the same thing. */
    start(actor: Actor, { scope, value, reason, until }: PauseForm): Promise<Pause> {
      if (!mayPause(actor, scope)) {
        throw new AppError('forbidden', 'You can only pause the ads of your own applications');
      }
      return changeLog(actor, async ({ tx, log }) => {
        const now = await databaseNow(tx);
        mustBeAhead(until, now);
        const paused = await whatToPause(tx, actor, scope, value);
        if (await store.samePause(tx, paused, actor.kind)) {
          throw takenField('value', `${paused.label}: the ads are paused already`);
        }
        if ((await store.countActive(tx)) >= limits.pauses.active) {
          throw new AppError(
            'conflict',
            `There are ${limits.pauses.active} pauses: end some first`,
          );
        }
        const row = {
          id: newId(),
          scope,
          value: paused.value,
          key: paused.key,
          reason,
          createdAt: now,
          createdByKind: actor.kind,
          createdByName: actor.fullName,
          until,
          endedAt: null,
          endedByKind: null,
          endedByName: null,
        };
        await store.insertPause(tx, row);
        const made = await existing(tx, row.id);
        await log({ entity: 'pause', key: row.id, action: 'create', row: loggedPause(made) });
        return present(made, actor, tx);
      });
    },

    /** Ends a pause at once. An owner ends those of their own apps that an owner began; the others are 403 or 404. */
    end(actor: Actor, id: string): Promise<Pause> {
      return changeLog(actor, async ({ tx, log }) => {
        const row = await existing(tx, id);
        if (actor.kind === 'user' && (await store.countCovered(tx, row, actor.id)) === 0) {
          throw notFound('Pause');
        }
        if (!mayEnd(actor, row)) {
          throw new AppError('forbidden', 'An administrator began this pause, and can end it');
        }
        const now = await databaseNow(tx);
        const over = row.endedAt ?? (row.until !== null && row.until <= now ? row.until : null);
        if (over !== null) {
          throw new AppError('conflict', `This pause is over since ${isoTime(over)}`);
        }
        await store.endPause(tx, id, {
          endedAt: now,
          endedByKind: actor.kind,
          endedByName: actor.fullName,
        });
        const ended = await existing(tx, id);
        await log({ entity: 'pause', key: id, action: 'end', row: loggedPause(ended) });
        return present(ended, actor, tx);
      });
    },

    /** Notes the end of the pauses that have reached it; returns whether there may be more. */
    async endExpired(): Promise<boolean> {
      // Mostly there are none. Then nobody waits for the writer's turn.
      if ((await store.expiredPauses(db, 1)).length === 0) return false;
      return changeLog(systemAuthor, async ({ tx, log }) => {
        const rows = await store.expiredPauses(tx, expiredAtOnce);
        for (const row of rows) {
          const ended = { ...row, endedAt: row.until };
          await store.endPause(tx, row.id, {
            endedAt: row.until,
            endedByKind: systemAuthor.kind,
            endedByName: systemAuthor.fullName,
          });
          await log({ entity: 'pause', key: row.id, action: 'end', row: loggedPause(ended) });
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
    const label = await store.accountSpelling(tx, key);
    if (label === undefined) throw invalidField('value', 'No application has this account name');
    return { scope, value: label, key, label };
  }
  if (scope === 'owner') {
    const user = await store.findUser(tx, value);
    if (!user) throw invalidField('value', 'Unknown user');
    return { scope, value, key: value, label: user.fullName };
  }
  const app = await store.findApp(tx, value);
  if (!app || (actor.kind === 'user' && app.ownerId !== actor.id)) {
    throw invalidField('value', 'Unknown application');
  }
  return { scope, value, key: value, label: app.appName };
}
