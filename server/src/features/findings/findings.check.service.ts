import { filledSlots } from '@adwarden/contract/findings/ad-unit-ids';
import type { CheckAppForm, CheckedApp } from '@adwarden/contract/findings/findings';
import { type Found, severityOf } from '@adwarden/contract/findings/rules';
import { impactOf, type RequestsByCountry } from '@adwarden/contract/impact';
import { can } from '@adwarden/contract/people/abilities';
import { onlySettable } from '@adwarden/contract/people/app-fields';
import type { Db } from '../../db/schema.ts';
import { hasVpnKey } from '../../edits/settings.store.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { changedApp, newApp } from './findings.imagined.policy.ts';
import { namesOf } from './findings.list.store.ts';
import { presentFound } from './findings.present.ts';
import { findingsOf } from './findings.store.ts';
import { rankOf } from './findings.table.ts';
import { type JudgedApp, readJudgedApps } from './judging/apps.store.ts';
import { rulesOf } from './judging/falls.service.ts';
import type { Judging } from './judging/judging.service.ts';

export type CheckApp = ReturnType<typeof createCheckApp>;

export type CheckAppDeps = Judging & {
  db: Db;
  clock: Clock;
  /** Returns an app's requests of the last seven days by country. */
  requestsByCountry: (appID: string) => Promise<RequestsByCountry>;
};

/** Builds the check of a form that a person fills in; 404 for an app that does not exist or is somebody else's. */
export function createCheckApp({ db, clock, imagine, requestsByCountry }: CheckAppDeps) {
  async function appBefore(actor: Actor, appID: string, now: number): Promise<JudgedApp> {
    const [app] = await readJudgedApps(db, [appID], now);
    if (!app || !seesApp(actor, app)) throw notFound('Application');
    return app;
  }

  return async (actor: Actor, form: CheckAppForm): Promise<CheckedApp> => {
    const { appID = '', ...fields } = form;
    const now = clock();
    const before: JudgedApp =
      appID === ''
        ? {
            ...newApp,
            hasVpnKey: await hasVpnKey(db),
            createdAt: now,
            updatedAt: now,
            ownerId: can(actor, 'own-apps') ? actor.id : null,
          }
        : await appBefore(actor, appID, now);
    const after = changedApp(before, onlySettable(actor, fields));
    const [found = []] = await imagine(db, [after]);
    const stored = appID === '' ? [] : await findingsOf(db, [appID]).execute();
    const about = (one: Found) => {
      const known = stored.find(({ rule, field }) => rule === one.rule && field === one.field);
      const field = one.field as keyof JudgedApp;
      return {
        // A mute ends when the facts change.
        muted: known !== undefined && known.mutedAt !== null && known.facts === one.facts,
        isNew: known === undefined || before[field] !== after[field],
      };
    };
    const names = await namesOf(db, [...new Set(found.flatMap(({ apps = [] }) => apps))]);
    const findings = found
      .toSorted((a, b) => rankOf(severityOf(a.rule)) - rankOf(severityOf(b.rule)))
      .map((one) => ({ ...presentFound(actor, one, names), ...about(one) }));
    const usage = appID === '' ? null : await requestsByCountry(appID);
    return { findings, impact: usage && impactOf(withUnits(before), rulesOf(after), usage) };
  };
}

const withUnits = (app: JudgedApp) => ({
  ...rulesOf(app),
  hasAdUnits: filledSlots(app).length > 0,
});
