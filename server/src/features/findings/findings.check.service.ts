import { forEachAdUnit } from '@adwarden/contract/ad-units';
import type { AppStatus, OnOff } from '@adwarden/contract/apps';
import { parseCountries } from '@adwarden/contract/countries';
import { filledSlots } from '@adwarden/contract/findings/ad-unit-ids';
import type { CheckAppForm, CheckedApp } from '@adwarden/contract/findings/findings';
import { type Found, severityOf } from '@adwarden/contract/findings/rules';
import { impactOf, type RequestsByCountry } from '@adwarden/contract/impact';
import type { AdsRules } from '@adwarden/contract/judge';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { notFound } from '../../kit/app-error.ts';
import type { Clock } from '../../kit/clock.ts';
import { seesApp } from '../../sight/apps.policy.ts';
import { namesOf } from './findings.list.store.ts';
import { presentFound } from './findings.present.ts';
import { findingsOf } from './findings.store.ts';
import { rankOf } from './findings.table.ts';
import { hasVpnKey, type JudgedApp, readJudgedApps } from './judging/apps.store.ts';
import type { Judging } from './judging/judging.service.ts';

export type CheckApp = ReturnType<typeof createCheckApp>;

export type CheckAppParts = Judging & {
  db: Db;
  clock: Clock;
  /** An app's requests of the last seven days by country. */
  requestsByCountry: (appID: string) => Promise<RequestsByCountry>;
};

/** A new app before anything is typed. */
export const newApp = {
  ...forEachAdUnit(() => ''),
  appID: '',
  packageName: '',
  accountName: '',
  adsStatus: '',
  appStatus: '',
  ipAddress: 'off',
  ownerId: null,
  hasCountries: false,
  countryCodes: [],
  oldTokenUntil: null,
};

/** Builds the check of a form that somebody fills in; 404 for an app that does not exist or is somebody else's. */
export function createCheckApp({ db, clock, imagine, requestsByCountry }: CheckAppParts) {
  async function appBefore(actor: Actor, appID: string, now: number): Promise<JudgedApp> {
    const [app] = await readJudgedApps(db, [appID], now);
    if (!app || !seesApp(actor, app)) throw notFound('Application');
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
    const after: JudgedApp = {
      ...before,
      ...typed,
      // Whoever it is: the rules only ask whether there is an owner.
      ...(isAdmin && selectedUser !== undefined && { ownerId: selectedUser || null }),
      ...(isAdmin && ipAddress !== undefined && { ipAddress }),
      ...(country !== undefined && countriesIn(country, before)),
    };
    const [found = []] = await imagine(db, [after]);
    const stored = appID === '' ? [] : await findingsOf(db, [appID]).execute();
    const about = (one: Found) => {
      const known = stored.find(({ rule, field }) => rule === one.rule && field === one.field);
      const field = one.field as keyof JudgedApp;
      return {
        // A mute is over when the facts are others.
        muted: known !== undefined && known.mutedAt !== null && known.facts === one.facts,
        isNew: known === undefined || before[field] !== after[field],
      };
    };
    const names = await namesOf(db, [...new Set(found.flatMap(({ apps = [] }) => apps))]);
    const findings = found
      .toSorted((a, b) => rankOf(severityOf(a.rule)) - rankOf(severityOf(b.rule)))
      .map((one) => ({ ...presentFound(actor, one, names), ...about(one) }));
    const usage = appID === '' ? null : await requestsByCountry(appID);
    return { findings, impact: usage && impactOf(rulesOf(before), rulesOf(after), usage) };
  };
}

/** The countries as typed; while the text is not a list of countries yet, those of the app. */
export function countriesIn(text: string, { countryCodes }: JudgedApp) {
  const hasCountries = text.trim() !== '';
  const parsed = parseCountries(text);
  if (!hasCountries) return { hasCountries, countryCodes: [] };
  return { hasCountries, countryCodes: parsed.ok ? parsed.countryCodes : countryCodes };
}

const rulesOf = (app: JudgedApp): AdsRules & { hasAdUnits: boolean } => ({
  appStatus: app.appStatus as AppStatus,
  adsStatus: app.adsStatus as OnOff,
  ipAddress: app.ipAddress as OnOff,
  countries: app.countryCodes,
  hasAdUnits: filledSlots(app).length > 0,
});
