import type { Found } from './rules.ts';

const one = (rule: Found['rule'], field: string, detail: string, facts = ''): Found[] => [
  { rule, field, detail, facts },
];

const androidPackage = /^[a-zA-Z][a-zA-Z0-9_]*(\.[a-zA-Z][a-zA-Z0-9_]*)+$/;
/** A bundle id of Apple: also one word, a hyphen, or a digit at the beginning of a part. */
const appleBundle = /^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)*$/;

/** The number of an app in the App Store, also as it stands in links. */
const appleNumber = /^(?:id)?(\d{1,20})$/i;

/**
 * Returns the store that takes a package name. `play`: Google Play, and perhaps the App Store. `app-store-number`: the App
 * Store; the text is the number of the app there. `apple`: only the App Store, which has no page by this name. null: none.
 */
export function storeOf(packageName: string): 'play' | 'app-store-number' | 'apple' | null {
  if (appleNumber.test(packageName)) return 'app-store-number';
  if (androidPackage.test(packageName)) return 'play';
  return appleBundle.test(packageName) ? 'apple' : null;
}

/** Returns the number of an app in the App Store, without the letters `id`; '' for other package names. */
export const appStoreNumber = (packageName: string): string =>
  appleNumber.exec(packageName)?.[1] ?? '';

/** Finds a package name that no store takes. An empty one is no finding: the form requires a text. */
export function judgePackageName(packageName: string): Found[] {
  const name = packageName.trim();
  if (name === '') return [];
  if (/^com\.example(\.|$)/i.test(name)) {
    return one(
      'example-package',
      'packageName',
      'The package name begins with “com.example”.',
      name,
    );
  }
  if (storeOf(name) !== null) return [];
  const detail = 'The package name is not of the form “com.company.app”.';
  return one('malformed-package', 'packageName', detail, name);
}

/** Finds IP rules that can block nobody (no countries, no VPN key), and countries that are not used (IP rules off). */
export function judgeIpRules(app: {
  ipAddress: string;
  hasCountries: boolean;
  hasVpnKey: boolean;
}): Found[] {
  if (app.ipAddress === 'on' && !app.hasCountries && !app.hasVpnKey) {
    const detail = 'IP Address is on, without countries and without a VPN API key.';
    return one('ip-rules-without-effect', 'ipAddress', detail);
  }
  if (app.ipAddress !== 'on' && app.hasCountries) {
    return one(
      'countries-without-effect',
      'ipAddress',
      'IP Address is off, and countries are set.',
    );
  }
  return [];
}

/** Finds a live app without an ad unit, or without an owner. */
export function judgeLive(app: {
  isLive: boolean;
  isEarning: boolean;
  filled: number;
  hasOwner: boolean;
}): Found[] {
  return [
    ...(app.isEarning && app.filled === 0
      ? one('no-ad-unit', '', 'The app is live with ads on, and all its ad units are empty.')
      : []),
    ...(app.isLive && !app.hasOwner
      ? one('live-without-owner', 'selectedUser', 'The app is live and has no owner.')
      : []),
  ];
}
