/** What an app gets from the server. Unknown fields are left out, and missing ones have their defaults. */
export type Ads = {
  adsStatus: OnOff;
  /** Why ads are off; null when they are on. Later servers may have more reasons. */
  reason: string | null;
  visibleExtra: OnOff;
  /** When the app's configuration was changed (ISO 8601); null if the server did not say. */
  updatedAt: string | null;
  /** The filled slots. */
  units: Partial<Record<Slot, string>>;
};
export type OnOff = 'on' | 'off';

/** The slots of an app, by their format. */
const slotsOf = {
  native: ['googleNative1', 'googleNative2', 'googleNative3', 'googleNative4'],
  banner: ['googleBanner1', 'googleBanner2', 'googleBanner3'],
  interstitial: ['googleInterstitial1', 'googleInterstitial2', 'googleInterstitial3'],
  appOpen: ['appOpen1', 'appOpen2'],
  rewarded: ['reward1', 'reward2', 'reward3'],
} as const;
type Format = keyof typeof slotsOf;
export type Slot = (typeof slotsOf)[Format][number];
export const slots: readonly Slot[] = ([] as Slot[]).concat(...Object.values(slotsOf));

/** The last part of Google's sample ad units. */
const samples: Record<'android' | 'ios', Record<Format, string>> = {
  android: {
    native: '2247696110',
    banner: '6300978111',
    interstitial: '1033173712',
    appOpen: '9257395921',
    rewarded: '5224354917',
  },
  ios: {
    native: '3986624511',
    banner: '2934735716',
    interstitial: '4411468910',
    appOpen: '5575463023',
    rewarded: '1712485313',
  },
};

/** Google's sample ad unit of a slot's format; null when there is no such slot. */
export function sampleOf(slot: string, platform: 'android' | 'ios'): string | null {
  for (const [format, names] of Object.entries(slotsOf)) {
    if ((names as readonly string[]).includes(slot)) {
      return `ca-app-pub-3940256099942544/${samples[platform][format as Format]}`;
    }
  }
  return null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What an app passed as a text, without blanks around it. */
export function textOf(value: unknown): string {
  try {
    return String(value ?? '').trim();
  } catch {
    return ''; // an object without a text
  }
}

/** A byte order mark, also as the three characters that some versions of fetch make of it. */
const byteOrderMark = /^(\uFEFF|ï»¿)/;

/** The ads in a server's body; null when the body is not the answer for this app. */
export const readBody = (text: string, appID: string): Ads | null =>
  adsOfBody(readJson(text), appID);

/** Whether a body is the server's own refusal: its envelope says so. */
export function isRefusal(text: string): boolean {
  const body = readJson(text);
  return isObject(body) && body.success === false && body.status === 'error';
}

/** Null when the text is not JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(byteOrderMark, ''));
  } catch {
    return null;
  }
}

/** Reads the ads of a parsed body; null when it is no answer for this app. The app may pass in a body of any type. */
export function adsOfBody(body: unknown, appID: string): Ads | null {
  try {
    if (!isObject(body) || body.success !== true) return null;
    if (!isObject(body.data) || body.data.appID !== appID) return null;
    return readAds(body.data, body.data);
  } catch {
    return null;
  }
}

/** Takes the known fields; null when `adsStatus` is neither on nor off. */
export function readAds(
  data: Record<string, unknown>,
  unitsOf: Record<string, unknown>,
): Ads | null {
  const { adsStatus, reason, visibleExtra, updatedAt } = data;
  if (adsStatus !== 'on' && adsStatus !== 'off') return null;
  const units: Ads['units'] = {};
  for (const slot of slots) {
    const unit = hasOwn(unitsOf, slot) ? unitsOf[slot] : '';
    if (typeof unit === 'string' && unit.trim() !== '') units[slot] = unit.trim();
  }
  return {
    adsStatus,
    reason: typeof reason === 'string' ? reason : null,
    visibleExtra: visibleExtra === 'on' ? 'on' : 'off',
    updatedAt: typeof updatedAt === 'string' ? updatedAt : null,
    units,
  };
}

/** As `Object.hasOwn`, which iOS before 15.4, older web views and older engines of React Native do not have. */
export const hasOwn = (object: object, key: string): boolean => Object.keys(object).includes(key);
