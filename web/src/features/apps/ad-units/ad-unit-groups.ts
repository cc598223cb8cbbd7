import { type AdUnitKind, adUnitKinds, adUnitSlots } from '@adwarden/contract/ad-units';

const titles: Record<AdUnitKind, string> = {
  native: 'Native',
  banner: 'Banner',
  interstitial: 'Interstitial',
  'app-open': 'App open',
  reward: 'Reward',
};

/** The 15 slots by kind, in the spec's order. */
export const adUnitGroups = adUnitKinds.map((kind) => ({
  kind,
  title: titles[kind],
  slots: adUnitSlots.filter((slot) => slot.kind === kind),
}));
