import type { ChangeLog } from '../changes/change-log.ts';
import type { Db } from '../db/schema.ts';
import { editableApps } from '../edits/edits.service.ts';
import type { Values } from '../edits/edits.table.ts';
import type { AppEdits } from '../features/apps/apps.edit.service.ts';
import { createApplying } from '../features/change-requests/change-requests.applying.service.ts';
import {
  createMaking,
  type MakingDeps,
} from '../features/change-requests/change-requests.making.service.ts';
import { createChangeRequests } from '../features/change-requests/change-requests.service.ts';
import { definedFields } from '../kit/defined-fields.ts';
import type { Logger } from '../kit/logger.ts';

/** Builds the change requests upon the edits of apps and of their countries. */
export function composeChangeRequests(deps: {
  db: Db;
  changeLog: ChangeLog;
  appEdits: AppEdits;
  logger: Logger;
}) {
  const { db, changeLog, appEdits, logger } = deps;
  const readApps = editableApps;
  // The values were checked when they were requested. Each edit checks everything that can have changed since.
  const editOf = (appID: string, changes: Values) =>
    ({ kind: 'change', appID, changesOf: () => changes }) as const;
  const valuesAfter: MakingDeps['valuesAfter'] = async (write, actor, appID, changes) => {
    const { after, countries, configuration } = await appEdits.plan(
      write,
      actor,
      editOf(appID, definedFields(changes)),
    );
    const country = (countries === undefined ? configuration : countries)?.country ?? '';
    return { ...after, selectedUser: after?.userID ?? '', country };
  };
  const make = createMaking({ readApps, valuesAfter });
  const applying = createApplying({
    db,
    changeLog,
    readApps,
    applyEdit: async (write, actor, appID, changes) =>
      void (await appEdits.make(write, actor, editOf(appID, changes))),
    logger,
  });
  const changeRequests = createChangeRequests({
    db,
    changeLog,
    readApps,
    valuesAfter,
    make,
    applying,
  });
  return { changeRequests, makeRequest: make, applyDue: applying.applyDue };
}
