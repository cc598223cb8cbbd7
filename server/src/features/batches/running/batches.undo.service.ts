import { fieldName } from '@adwarden/contract/changes/changes';
import type { LoggedWrite } from '../../../changes/change-log.ts';
import { entriesOfBatch } from '../../../changes/changes.batch.store.ts';
import type { Actor } from '../../../http/actor.ts';
import { AppError } from '../../../kit/app-error.ts';
import { loginsOf } from '../batches.store.ts';
import type { Became, PartApp, ReadApps } from '../batches.table.ts';
import type { DoneApp, ManyApps, Ways } from './batches.running.table.ts';
import { type AppEntries, entriesByApp, planTakeBack } from './batches.undo.policy.ts';

export type TakeBackParts = {
  many: Pick<ManyApps, 'edit' | 'remove'>;
  readApps: ReadApps;
  /** Restores a deleted app from the entry of its deletion; AppError when it cannot be restored. */
  restore: (write: LoggedWrite, seq: number) => Promise<void>;
  /** Cancels an open change request; AppError when it is not open any more. */
  cancelRequest: (write: LoggedWrite, actor: Actor, id: string) => Promise<void>;
};

export type TakeBack = ReturnType<typeof createTakeBack>;

/** Builds how what a batch did to some apps is taken back, where nobody has changed them since. */
export function createTakeBack(parts: TakeBackParts) {
  const { many, readApps, restore, cancelRequest } = parts;

  /** Takes edits back, field by field; returns what became of each app. */
  async function takeEditsBack(
    write: LoggedWrite,
    actor: Actor,
    entries: Map<string, AppEntries>,
    apps: PartApp[],
  ) {
    const { tx } = write;
    const appIDs = apps.map(({ appID }) => appID);
    const now = await readApps(tx, appIDs);
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
    const edits = plans.flatMap(({ appID, plan: { changes } }) =>
      Object.keys(changes).length > 0 ? [{ appID, changesOf: () => changes }] : [],
    );
    const became = await many.edit(write, actor, edits, 'undo');
    for (const { appID, plan } of plans) {
      const reason = now.has(appID) ? reasonOf(plan) : 'The application was deleted since';
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
    apps: PartApp[],
  ) {
    if (actor.kind !== 'admin') {
      return new Map(apps.map(({ appID }) => [appID, onlyAdministrators]));
    }
    const wanted = apps.map(({ appID }) => {
      const { version, countryVersion } = entries.get(appID) ?? {};
      return { appID, version, countryVersion };
    });
    return many.remove(write, actor, wanted);
  }

  return async (
    write: LoggedWrite,
    actor: Actor,
    undoOf: string,
    done: DoneApp[],
    { together, alone }: Ways,
  ): Promise<Became[]> => {
    const appIDs = done.map(({ app: { appID } }) => appID);
    const entries = entriesByApp(await entriesOfBatch(write.tx, undoOf, appIDs));
    const isOf = (kind: AppEntries['kind']) => (one: DoneApp) =>
      one.became.outcome === 'changed' && (entries.get(one.app.appID)?.kind ?? 'edit') === kind;
    const became = new Map<DoneApp, Became>();

    const edited = done.filter(isOf('edit'));
    const results = await together(
      write,
      edited.map(({ app }) => app),
      (some) => takeEditsBack(write, actor, entries, some),
    );
    edited.forEach((one, index) => void became.set(one, results[index] as Became));

    const created = done.filter(isOf('create'));
    const gone = await together(
      write,
      created.map(({ app }) => app),
      (some) => deleteCreated(write, actor, entries, some),
    );
    created.forEach((one, index) => void became.set(one, gone[index] as Became));

    for (const one of done.filter(isOf('delete'))) {
      const { version } = entries.get(one.app.appID) as AppEntries;
      became.set(one, await skippedUnless(alone, write, one.app, () => restore(write, version)));
    }
    for (const one of done.filter(({ became: of }) => of.outcome === 'requested')) {
      const { request = '' } = one.became;
      const cancel = () => cancelRequest(write, actor, request);
      became.set(one, await skippedUnless(alone, write, one.app, cancel));
    }
    return done.map((one) => became.get(one) as Became);
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
  app: PartApp,
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

/** What is left as it is, and why, in words. */
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
