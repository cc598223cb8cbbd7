/** The five kinds of ad unit (spec, section 1). */
export const adUnitKinds = ['native', 'banner', 'interstitial', 'app-open', 'reward'] as const;
export type AdUnitKind = (typeof adUnitKinds)[number];

/** The 15 ad units in the spec's order. Form, schema, columns and the ads answer are derived from this list. */
export const adUnitSlots = [
  { name: 'googleNative1', kind: 'native', label: 'Google Native 1' },
  { name: 'googleNative2', kind: 'native', label: 'Google Native 2' },
  { name: 'googleNative3', kind: 'native', label: 'Google Native 3' },
  { name: 'googleNative4', kind: 'native', label: 'Google Native 4' },
  { name: 'googleBanner1', kind: 'banner', label: 'Google Banner 1' },
  { name: 'googleBanner2', kind: 'banner', label: 'Google Banner 2' },
  { name: 'googleBanner3', kind: 'banner', label: 'Google Banner 3' },
  { name: 'googleInterstitial1', kind: 'interstitial', label: 'Google Interstitial 1' },
  { name: 'googleInterstitial2', kind: 'interstitial', label: 'Google Interstitial 2' },
  { name: 'googleInterstitial3', kind: 'interstitial', label: 'Google Interstitial 3' },
  { name: 'appOpen1', kind: 'app-open', label: 'App Open 1' },
  { name: 'appOpen2', kind: 'app-open', label: 'App Open 2' },
  { name: 'reward1', kind: 'reward', label: 'Reward 1' },
  { name: 'reward2', kind: 'reward', label: 'Reward 2' },
  { name: 'reward3', kind: 'reward', label: 'Reward 3' },
] as const satisfies readonly { name: string; kind: AdUnitKind; label: string }[];

export type AdUnitName = (typeof adUnitSlots)[number]['name'];
export type AdUnits = Record<AdUnitName, string>;

/** Google's public Android test ad unit of each kind, for the sample buttons. */
export const sampleAdUnits: Record<AdUnitKind, string> = {
  native: 'ca-app-pub-3940256099942544/2247696110',
  banner: 'ca-app-pub-3940256099942544/6300978111',
  interstitial: 'ca-app-pub-3940256099942544/1033173712',
  'app-open': 'ca-app-pub-3940256099942544/9257395921',
  reward: 'ca-app-pub-3940256099942544/5224354917',
};

/** Builds an object with one value for each of the 15 ad units, made by `make`. */
export function forEachAdUnit<T>(
  make: (name: AdUnitName, label: string) => T,
): Record<AdUnitName, T> {
  return Object.fromEntries(
    adUnitSlots.map(({ name, label }) => [name, make(name, label)]),
  ) as Record<AdUnitName, T>;
}
