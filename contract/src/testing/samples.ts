import { sampleAdUnits } from '../ad-units.ts';
import type { NewAppForm } from '../apps.ts';
import type { NewUserForm } from '../users.ts';

/** A valid form of a new app; what a test cares about goes into `over`. */
export function sampleAppForm(over: Partial<NewAppForm> = {}): NewAppForm {
  return {
    appName: 'Tide Clock',
    packageName: 'com.harbour.tideclock',
    category: 'Weather',
    adsStatus: 'on',
    appStatus: 'live',
    visibleExtra: 'off',
    ipAddress: 'off',
    accountName: 'Harbour Apps',
    note: 'First release in spring',
    googleNative1: sampleAdUnits.native,
    googleBanner1: sampleAdUnits.banner,
    ...over,
  };
}

/** A valid form of a new app owner. */
export function sampleUserForm(over: Partial<NewUserForm> = {}): NewUserForm {
  return {
    fullName: 'Ada Harbour',
    position: 'Publisher',
    userId: 'ada',
    password: 'tide-clock-7',
    ...over,
  };
}
