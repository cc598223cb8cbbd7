import type { ChangeLog } from '../changes/change-log.ts';
import type { Db } from '../db/schema.ts';
import {
  setCountry,
  storedCountry,
} from '../features/app-configurations/app-configurations.service.ts';
import { type AppEdits, requestableApps } from '../features/apps/apps.edit.service.ts';
import { createApplying } from '../features/change-requests/change-requests.applying.service.ts';
import { createMaking } from '../features/change-requests/change-requests.making.service.ts';
import { createChangeRequests } from '../features/change-requests/change-requests.service.ts';
import type { Logger } from '../kit/logger.ts';

/** Builds the change requests upon the edits of apps and of their countries. */
export function composeChangeRequests(parts: {
  db: Db;
  changeLog: ChangeLog;
  appEdits: AppEdits;
  logger: Logger;
}) {
  const { db, changeLog, appEdits, logger } = parts;
  const readApps = requestableApps;
  const make = createMaking({
    readApps,
    async valuesAfter(tx, actor, appID, { country, ...fields }) {
      const { after } = await appEdits.plan(tx, actor, appID, fields);
      const values = { ...after, selectedUser: after.userID };
      return country === undefined ? values : { ...values, country: storedCountry(country) };
    },
  });
  const applying = createApplying({
    db,
    changeLog,
    readApps,
    async applyEdit(write, actor, appID, { country, ...fields }) {
      // The values were checked when they were requested. What can have changed since is checked here.
      await appEdits.apply(write, actor, appID, fields as Parameters<AppEdits['apply']>[3]);
      if (country !== undefined) await setCountry(write, appID, country);
    },
    logger,
  });
  const changeRequests = createChangeRequests({ db, changeLog, readApps, make, applying });
  return { changeRequests, makeRequest: make, applyDue: applying.applyDue };
}
