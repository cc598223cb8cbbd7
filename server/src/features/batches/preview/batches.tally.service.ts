import { adUnitSlots } from '@adwarden/contract/ad-units';
import { parseCountries } from '@adwarden/contract/countries';
import type { Delivery } from '@adwarden/contract/delivery';
import { filledSlots } from '@adwarden/contract/findings/ad-unit-ids';
import { judgeFields } from '@adwarden/contract/findings/judge-fields';
import { type FindingRule, findingRuleNames, severityOf } from '@adwarden/contract/findings/rules';
import {
  type Impact,
  impactOf,
  type LostPart,
  type RequestsByCountry,
} from '@adwarden/contract/impact';
import type { AdsRules } from '@adwarden/contract/judge';
import type { DeliveredApp } from '@adwarden/contract/judge-delivery';
import type { AppValues, Values } from '../../../edits/edits.table.ts';
import type { PreviewFacts } from '../batches.table.ts';
import { noValues, valuesAfter } from '../batches.values.ts';

/** An app that would be changed: its present values, null for a new one, and the changes. */
export type TalliedApp = { appID: string; before: AppValues | null; changes: Values };

export type TallyDeps = {
  hasVpnKey: boolean;
  /** Returns the requests of the last seven days of some apps by country; apps without any are left out. */
  requestsByCountry: (appIDs: string[]) => Promise<Map<string, RequestsByCountry>>;
  /** Says what phones get of each app, by rules that may differ from the stored ones. The order is that of `apps`. */
  deliveriesOf: (apps: DeliveredApp[]) => Promise<Delivery[]>;
  /** Returns those of the apps that a pause covers. */
  pausedAmong: (appIDs: string[]) => Promise<ReadonlySet<string>>;
  /** Whether the apps are deleted: then they lose all requests. */
  isDelete: boolean;
};

export type Tally = ReturnType<typeof createTally>;

const sum = (rows: { requests: number }[]) => rows.reduce((all, { requests }) => all + requests, 0);

/** Builds the counter of what a preview would do to apps: new findings by rule, and the impact of all apps together. */
export function createTally(deps: TallyDeps) {
  const { hasVpnKey, requestsByCountry, deliveriesOf, pausedAmong, isDelete } = deps;
  const appsByRule = new Map<FindingRule, number>();
  const lost = new Map<string, LostPart>();
  const all = { requests: 0, lost: 0, unknown: 0 };
  const countriesOf = createCountries();
  const delivery = { apps: 0, withAds: 0, withAdsAfter: 0 };
  let touchesPhones = false;

  const rulesIn = (values: AppValues) =>
    judgeFields({
      ...values,
      hasOwner: values.selectedUser !== '',
      hasCountries: values.country !== '',
      hasVpnKey,
    });

  const adsRules = (values: AppValues): AdsRules & { hasAdUnits: boolean } => ({
    appStatus: values.appStatus as AdsRules['appStatus'],
    adsStatus: values.adsStatus as AdsRules['adsStatus'],
    ipAddress: values.ipAddress as AdsRules['ipAddress'],
    countries: countriesOf(values.country),
    hasAdUnits: hasAdUnits(values),
  });

  function add({ requests, lost: gone, unknown, parts }: Impact): void {
    all.requests += requests;
    all.lost += gone;
    all.unknown += unknown;
    for (const { reason, country, requests: count } of parts) {
      const key = `${reason} ${country}`;
      lost.set(key, { reason, country, requests: count + (lost.get(key)?.requests ?? 0) });
    }
  }

  /** Counts the apps of which phones get ads before and after the change; pauses stay as they are. */
  async function countDeliveries(apps: TalliedApp[]): Promise<void> {
    const judged = apps.flatMap(({ appID, before, changes }) =>
      before && (isDelete || touchesDelivery(changes))
        ? [{ appID, before, after: valuesAfter(before, changes) }]
        : [],
    );
    if (judged.length === 0) return;
    const paused = await pausedAmong(judged.map(({ appID }) => appID));
    const delivered = (appID: string, values: AppValues): DeliveredApp => {
      const { hasAdUnits: some, ...rules } = adsRules(values);
      return { appID, rules, hasAdUnits: some, isPaused: paused.has(appID) };
    };
    const now = judged.map(({ appID, before }) => delivered(appID, before));
    const later = isDelete ? [] : judged.map(({ appID, after }) => delivered(appID, after));
    const getsAds = (await deliveriesOf([...now, ...later])).map(({ to }) => to !== 'none');
    const count = (some: boolean[]) => some.filter(Boolean).length;
    delivery.apps += judged.length;
    delivery.withAds += count(getsAds.slice(0, now.length));
    delivery.withAdsAfter += count(getsAds.slice(now.length));
  }

  function countRule(rule: FindingRule, apps = 1): void {
    appsByRule.set(rule, apps + (appsByRule.get(rule) ?? 0));
  }

  return {
    /** Counts a rule that would find something new in some apps. */
    countRule,

    /** Counts the rules that find something in an app after the change, but not before. */
    countFindings({ before, changes }: TalliedApp): void {
      if (before && !Object.keys(changes).some((field) => !unjudged.has(field))) return;
      const found = rulesIn(valuesAfter(before ?? noValues, changes));
      if (found.length === 0) return;
      const known = new Set(before ? rulesIn(before).map(keyOf) : []);
      const rules = new Set(found.filter((one) => !known.has(keyOf(one))).map(({ rule }) => rule));
      for (const rule of rules) countRule(rule);
    },

    /** Adds the impact of the change of these apps. */
    async addImpact(apps: TalliedApp[]): Promise<void> {
      await countDeliveries(apps);
      const changed = apps.filter(
        ({ before, changes }) => before && (isDelete || changesRules(changes)),
      );
      if (changed.length === 0) return;
      touchesPhones = true;
      const usage = await requestsByCountry(apps.map(({ appID }) => appID));
      for (const { appID, before, changes } of apps) {
        const rows = usage.get(appID);
        if (!rows || !before) continue;
        if (isDelete) {
          const lost = hasAdUnits(before) ? sum(rows) : 0;
          add({ requests: sum(rows), lost, unknown: 0, parts: [] });
        } else add(impactOf(adsRules(before), adsRules(valuesAfter(before, changes)), rows));
      }
    },

    /** Returns the findings by rule, the worst first, and the impact and the deliveries; null when phones would not notice. */
    result(): Pick<PreviewFacts, 'findings' | 'impact' | 'delivery'> {
      const findings = findingRuleNames.flatMap((rule) => {
        const apps = appsByRule.get(rule);
        return apps === undefined ? [] : [{ rule, severity: severityOf(rule), apps }];
      });
      const parts = [...lost.values()].sort((a, b) => b.requests - a.requests);
      return {
        findings,
        impact: touchesPhones ? { ...all, parts } : null,
        delivery: delivery.apps > 0 ? delivery : null,
      };
    },
  };
}

const hasAdUnits = (values: AppValues): boolean => filledSlots(values).length > 0;

/** Fields that no rule looks at. */
const unjudged: ReadonlySet<string> = new Set([
  'appName',
  'accountName',
  'category',
  'note',
  'visibleExtra',
]);

const keyOf = ({ rule, field }: { rule: string; field: string }) => `${rule} ${field}`;

const rulesFields = ['appStatus', 'adsStatus', 'ipAddress', 'country'] as const;

/** Tells whether a change touches what decides about the ads of an app. */
const changesRules = (changes: Values) => rulesFields.some((field) => changes[field] !== undefined);

const adUnitFields = adUnitSlots.map(({ name }) => name);

/** Tells whether a change touches that, or the ad units. */
const touchesDelivery = (changes: Values) =>
  changesRules(changes) || adUnitFields.some((field) => changes[field] !== undefined);

/** The number of lists of countries that stay in memory. */
const mostLists = 1000;

/** Builds the reader of lists of countries, with a cache: many apps have the same one. */
function createCountries() {
  const known = new Map<string, string[]>();
  return (text: string): string[] => {
    const codes = known.get(text);
    if (codes) return codes;
    const parsed = parseCountries(text);
    const read = parsed.ok ? parsed.countryCodes : [];
    if (known.size < mostLists) known.set(text, read);
    return read;
  };
}
