import type { AdUnits } from '../ad-units.ts';
import { filledSlots } from './ad-unit-ids.ts';
import { judgePublishers, judgeRepeats, judgeSlot } from './ad-unit-rules.ts';
import { judgeIpRules, judgeLive, judgePackageName } from './app-rules.ts';
import type { Found } from './rules.ts';

/** The fields of an app that rules look at, as the form has them; an absent one counts as empty. */
export type JudgedFields = Partial<
  AdUnits & Record<'packageName' | 'adsStatus' | 'appStatus' | 'ipAddress', string>
> & {
  /** Undefined when the form does not know it; then no rule looks at it. */
  hasOwner?: boolean | undefined;
  /** Whether there are countries for the app, and a VPN API key; undefined like `hasOwner`. */
  hasCountries?: boolean | undefined;
  hasVpnKey?: boolean | undefined;
};

/** Judges an app by all rules that need only its own fields: while somebody types, at each save, and every hour. */
export function judgeFields(app: JudgedFields): Found[] {
  const { hasCountries, hasVpnKey } = app;
  const slots = filledSlots(app);
  const isLive = app.appStatus === 'live';
  const isEarning = isLive && app.adsStatus === 'on';
  return [
    ...slots.flatMap((slot) => judgeSlot(slot, isEarning)),
    ...judgeRepeats(slots),
    ...judgePublishers(slots),
    ...judgeLive({ isLive, isEarning, filled: slots.length, hasOwner: app.hasOwner !== false }),
    ...judgePackageName(app.packageName ?? ''),
    ...(hasCountries === undefined || hasVpnKey === undefined
      ? []
      : judgeIpRules({ ipAddress: app.ipAddress ?? '', hasCountries, hasVpnKey })),
  ];
}
