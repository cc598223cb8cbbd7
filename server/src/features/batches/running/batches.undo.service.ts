import { fieldName } from '@adwarden/contract/changes/changes';
import { can } from '@adwarden/contract/people/abilities';
import type { LoggedWrite } from '../../../changes/change-log.ts';
import { entriesOfBatch } from '../../../changes/changes.batch.store.ts';
import type { Edits } from '../../../edits/edits.service.ts';
import type { Edit } from '../../../edits/edits.table.ts';
import type { Actor } from '../../../http/actor.ts';
import { AppError } from '../../../kit/app-error.ts';
import { seesApp } from '../../../sight/apps.policy.ts';
import { loginsOf } from '../batches.store.ts';
import type { Became, ReadApps, StoredApp } from '../batches.table.ts';
import { becameOf, type Ways } from './batches.running.table.ts';
import { type AppEntries, entriesByApp, planTakeBack } from './batches.undo.policy.ts';

export type TakeBackDeps = {
  edits: Pick<Edits, 'make'>;
  readApps: ReadApps;
  /** Restores a deleted app from the entry of its deletion; AppError when it cannot be restored. */
  restore: (write: LoggedWrite, seq: number) => Promise<void>;
  /** Cancels an open change request; AppError when it is no longer open. */
  cancelRequest: (write: LoggedWrite, actor: Actor, id: string) => Promise<void>;
};

export type TakeBack = ReturnType<typeof createTakeBack>;

/** Builds the undo of a batch in some apps, where nobody has changed them since. */
export function createTakeBack(deps: TakeBackDeps) {
  const { edits, readApps, restore, cancelRequest } = deps;

  /** Takes edits back, field by field; returns what became of each app. */
  async function takeEditsBack(
    write: LoggedWrite,
    actor: Actor,
    entries: Map<string, AppEntries>,
    apps: StoredApp[],
  ) {
    const { tx } = write;
    const appIDs = apps.map(({ appID }) => appID);
    const existing = await readApps(tx, appIDs);
    const now = new Map([...existing].filter(([, app]) => seesApp(actor, app)));
    const owners = [...entries.values()].flatMap(({ edits }) =>
      edits.flatMap(({ before, after }) => [before?.ownerId, after?.ownerId]),
    );
    const logins = await loginsOf(
      tx,
      owners.filter((id) => typeof id === 'string'),
    );
    const plans = apps.map(({ appID }) => ({
      appID,
      plan: planTakeBack(entries.get(appID), now.get(appID), logins),
    }));
    const wanted = plans.flatMap(({ appID, plan: { changes } }): Edit[] =>
      Object.keys(changes).length === 0
        ? []
        : [{ kind: 'change', appID, changesOf: () => changes, isUndo: true }],
    );
    const became = becameOf(await edits.make(write, actor, wanted));
    for (const { appID, plan } of plans) {
      const whyGone = existing.has(appID)
        ? 'The application belongs to somebody else now'
        : 'The application was deleted since';
      const reason = now.has(appID) ? reasonOf(plan) : whyGone;
      const done = became.get(appID);
      if (!done) became.set(appID, { outcome: 'skipped', reason });
      else if (done.outcome === 'changed') became.set(appID, { ...done, reason });
    }
    return became;
  }

  /** Deletes apps that were created, if nobody has edited them since. */
  async function deleteCreated(
    write: LoggedWrite,
    actor: Actor,
    entries: Map<string, AppEntries>,
    apps: StoredApp[],
  ) {
    if (!can(actor, 'delete-apps')) {
      return new Map(apps.map(({ appID }) => [appID, onlyAdministrators]));
    }
    const wanted = apps.map(({ appID }) => {
      const { version, countryVersion } = entries.get(appID) ?? {};
      return { kind: 'delete' as const, appID, version, countryVersion };
    });
    return becameOf(await edits.make(write, actor, wanted));
  }

  return async (
    write: LoggedWrite,
    actor: Actor,
    undoOf: string,
    apps: StoredApp[],
    { together, alone }: Ways,
  ): Promise<Became[]> => {
    const appIDs = apps.map(({ appID }) => appID);
    const entries = entriesByApp(await entriesOfBatch(write.tx, undoOf, appIDs));
    const isOf = (kind: AppEntries['kind']) => (app: StoredApp) =>
      app.became === 'changed' && (entries.get(app.appID)?.kind ?? 'edit') === kind;
    const became = new Map<StoredApp, Became>();

    const edited = apps.filter(isOf('edit'));
    const results = await together(write, edited, (some) =>
      takeEditsBack(write, actor, entries, some),
    );
    edited.forEach((app, index) => void became.set(app, results[index] as Became));

    const created = apps.filter(isOf('create'));
    const gone = await together(write, created, (some) =>
      deleteCreated(write, actor, entries, some),
    );
    created.forEach((app, index) => void became.set(app, gone[index] as Became));

    for (const app of apps.filter(isOf('delete'))) {
      const { version } = entries.get(app.appID) as AppEntries;
      became.set(app, await skippedUnless(alone, write, app, () => restore(write, version)));
    }
    for (const app of apps.filter((one) => one.became === 'requested')) {
      const { request = '' } = app;
      const cancel = () => cancelRequest(write, actor, request);
      became.set(app, await skippedUnless(alone, write, app, cancel));
    }
    return apps.map((app) => became.get(app) as Became);
  };
}

const onlyAdministrators = {
  outcome: 'skipped' as const,
  reason: 'It was created: only an administrator deletes applications',
};

/** Does something for one app; a refusal skips it. */
async function skippedUnless(
  alone: Ways['alone'],
  write: LoggedWrite,
  app: StoredApp,
  work: () => Promise<void>,
): Promise<Became> {
  return alone(write, app, async () => {
    try {
      await work();
      return { outcome: 'changed', reason: '' };
    } catch (error) {
      if (error instanceof AppError) return { outcome: 'skipped', reason: error.message };
      throw error;
    }
  });
}

/** Says in words which fields stay as they are, and why. */
function reasonOf({ left, isLost, hasNewToken }: ReturnType<typeof planTakeBack>): string {
  const names = left.map((field) => fieldName('app', field)).join(', ');
  return [
    ...(left.length > 0
      ? [`Left as it is, because somebody has changed it since or it is gone: ${names}`]
      : []),
    ...(isLost ? ['The log no longer has the state before'] : []),
    ...(hasNewToken ? ['The new token stays'] : []),
  ].join('. ');
}
