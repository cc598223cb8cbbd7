import { forEachAdUnit } from '@adwarden/contract/ad-units';
import type { CheckAppForm, CheckedApp } from '@adwarden/contract/findings/findings';
import { severityOf } from '@adwarden/contract/findings/rules';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { namesOf } from './findings.list.store.ts';
import { maySeeApp } from './findings.policy.ts';
import { presentFound } from './findings.present.ts';
import { rankOf } from './findings.table.ts';
import { hasVpnKey, type JudgedApp, readJudgedApps } from './judging/apps.store.ts';
import type { Judging } from './judging/judging.service.ts';

export type CheckApp = ReturnType<typeof createCheckApp>;

const newApp = {
  ...forEachAdUnit(() => ''),
  appID: '',
  packageName: '',
  accountName: '',
  adsStatus: '',
  appStatus: '',
  ipAddress: 'off',
  ownerId: null,
  hasCountries: false,
  oldTokenUntil: null,
};

/** Builds the check of a form that somebody fills in; 404 for an app that does not exist or is somebody else's. */
export function createCheckApp({ db, clock, imagine }: { db: Db; clock: Clock } & Judging) {
  async function appBefore(actor: Actor, appID: string, now: number): Promise<JudgedApp> {
    const [app] = await readJudgedApps(db, [appID], now);
    if (!app || !maySeeApp(actor, app)) throw notFound('Application');
    return app;
  }

  return async (actor: Actor, form: CheckAppForm): Promise<CheckedApp> => {
    const { appID = '', selectedUser, country, ipAddress, ...fields } = form;
    const now = clock();
    const before: JudgedApp =
      appID === ''
        ? {
            ...newApp,
            hasVpnKey: await hasVpnKey(db),
            createdAt: now,
            updatedAt: now,
            ownerId: actor.kind === 'user' ? actor.id : null,
          }
        : await appBefore(actor, appID, now);
    const typed: Partial<JudgedApp> = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    );
    // An app owner chooses neither the owner nor the IP rules.
    const isAdmin = actor.kind === 'admin';
    const found = await imagine(db, {
      ...before,
      ...typed,
      // Whoever it is: the rules only ask whether there is an owner.
      ...(isAdmin && selectedUser !== undefined && { ownerId: selectedUser || null }),
      ...(isAdmin && ipAddress !== undefined && { ipAddress }),
      ...(country !== undefined && { hasCountries: country.trim() !== '' }),
    });
    const names = await namesOf(db, [...new Set(found.flatMap(({ apps = [] }) => apps))]);
    const findings = found
      .toSorted((a, b) => rankOf(severityOf(a.rule)) - rankOf(severityOf(b.rule)))
      .map((one) => presentFound(actor, one, names));
    return { findings };
  };
}
