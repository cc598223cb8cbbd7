import type { ChangeLog } from '../changes/change-log.ts';
import type { Db } from '../db/schema.ts';
import { createEdits, editableApps } from '../edits/edits.service.ts';
import { restoreConfiguration } from '../features/app-configurations/app-configurations.restore.service.ts';
import { createAppEdits } from '../features/apps/apps.edit.service.ts';
import { createAppKeeper } from '../features/apps/restoring/apps.restore.service.ts';
import { createCarryOut } from '../features/batches/running/batches.carry-out.service.ts';
import {
  type CarryOutNext,
  createCarryOutNext,
} from '../features/batches/running/batches.run.service.ts';
import { createTakeBack } from '../features/batches/running/batches.undo.service.ts';
import { findAuthor } from '../features/change-requests/change-requests.store.ts';
import { createUndoIn } from '../features/changes/changes.restore.service.ts';
import { askForRun } from '../features/findings/judging/run.store.ts';
import { isIconStored } from '../icons/icons.store.ts';
import type { Logger } from '../kit/logger.ts';
import { composeChangeRequests } from './compose-change-requests.ts';

/** Builds the function that changes the next apps of a batch. It gets the edits of other features (ADR 37). */
export function composeCarryOut(deps: {
  db: Db;
  changeLog: ChangeLog;
  logger: Logger;
  appsPerOwner: number;
}): CarryOutNext {
  const { db, changeLog, logger, appsPerOwner } = deps;
  const readApps = editableApps;
  const edits = createEdits({ appsPerOwner, isIconStored });
  const { changeRequests, makeRequest } = composeChangeRequests({
    db,
    changeLog,
    logger,
    appEdits: createAppEdits(edits),
  });
  const takeBack = createTakeBack({
    edits,
    readApps,
    restore: createUndoIn({ app: createAppKeeper({ restoreConfiguration, isIconStored }) }),
    cancelRequest: async (write, actor, id) =>
      void (await changeRequests.cancelIn(write, actor, id)),
  });
  const carryOut = createCarryOut({
    edits,
    takeBack,
    readApps,
    findAccount: findAuthor,
    makeRequest: async (write, actor, request) => (await makeRequest(write, actor, request)).id,
    logger,
  });
  return createCarryOutNext({ db, changeLog, carryOut, judgeSoon: askForRun });
}
