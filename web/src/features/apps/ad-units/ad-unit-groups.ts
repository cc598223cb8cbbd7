import { adUnitKinds, adUnitSlots } from '@adwarden/contract/ad-units';
import { adUnitKindWords } from '../../../lib/words.ts';

/** The 15 slots by kind, in the spec's order. */
export const adUnitGroups = adUnitKinds.map((kind) => ({
  kind,
  title: adUnitKindWords[kind],
  slots: adUnitSlots.filter((slot) => slot.kind === kind),
}));
