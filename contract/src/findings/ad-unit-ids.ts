import { type AdUnitKind, type AdUnitName, type AdUnits, adUnitSlots } from '../ad-units.ts';
import { limits } from '../limits.ts';
import { hasInvisible, withoutInvisible } from '../unicode.ts';

/** The publisher ID of Google's sample ad units for AdMob (developers.google.com/admob/android/test-ads). */
export const samplePublisher = '3940256099942544';
/** The sample ad units: the number after the publisher ID, and the format. */
const samples: Record<string, AdUnitKind> = {
  2247696110: 'native',
  3986624511: 'native',
  6300978111: 'banner',
  2934735716: 'banner',
  9214589741: 'banner',
  2435281174: 'banner',
  1033173712: 'interstitial',
  4411468910: 'interstitial',
  9257395921: 'app-open',
  5575463023: 'app-open',
  5224354917: 'reward',
  1712485313: 'reward',
};
const retired = new Set(['3419835294', '5662855259']);
/** Google's sample networks of Ad Manager. */
const sampleNetworks = /^\/(6499|21775744923)\/example\//;

const wellFormed = /^ca-app-pub-(\d{16})\/(\d{10})$/;
const appId = /^ca-app-pub-\d+~\d*$/;
/** Ids that are meant for AdMob: also in capitals, or without their first letters. */
const admobLike = /^(ca-)?(app-)?pub-/i;

const spaces = /\s/g;
const quotes = /["'`´‘’‚‛“”„‟«»‹›]/g;
const escapedSlash = /%2f/gi;

export type AdUnitId =
  | { is: 'unit'; publisher: string; sample: AdUnitKind | 'retired' | 'other' | null }
  | { is: 'app-id' | 'malformed' | 'of-another-network' | 'sample-of-ad-manager' };

/** What the text of an ad unit is. Ids of other networks have many forms and are never malformed. */
export function readAdUnit(text: string): AdUnitId {
  const [, publisher = '', number = ''] = wellFormed.exec(text) ?? [];
  if (publisher === samplePublisher) {
    const sample = retired.has(number) ? 'retired' : (samples[number] ?? 'other');
    return { is: 'unit', publisher, sample };
  }
  if (publisher) return { is: 'unit', publisher, sample: null };
  // Office programs turn hyphens into dashes.
  const plain = text.replace(/\p{Pd}/gu, '-');
  if (appId.test(plain)) return { is: 'app-id' };
  if (admobLike.test(plain)) return { is: 'malformed' };
  return { is: sampleNetworks.test(text) ? 'sample-of-ad-manager' : 'of-another-network' };
}

/** The publisher of a well-formed AdMob ad unit that is no sample; null for everything else. */
export const publisherOf = (id: AdUnitId): string | null =>
  id.is === 'unit' && id.sample === null ? id.publisher : null;

/** Whether it is one of Google's samples, of any format. */
export const isSample = (id: AdUnitId): boolean =>
  id.is === 'sample-of-ad-manager' || (id.is === 'unit' && id.sample !== null);

/** The kinds of characters in an ad unit that no network uses. */
export function wrongCharacters(text: string): string[] {
  return [
    text.search(spaces) >= 0 && 'white space',
    text.search(quotes) >= 0 && 'quotes',
    text.search(escapedSlash) >= 0 && '“%2F” in place of “/”',
    hasInvisible(text) && 'invisible characters',
  ].filter((kind) => kind !== false);
}

/** The text without its wrong characters. */
export function withoutWrongCharacters(text: string): string {
  const visible = withoutInvisible(text);
  return visible.replace(escapedSlash, '/').replace(quotes, '').replace(spaces, '');
}

/**
 * What a text with wrong characters was meant to be, for a button that fills it in. Null when it has none, and when the
 * rest is no ad unit either: then the id must be copied again.
 */
export function mendedAdUnit(text: string): string | null {
  // The blanks around a text are removed by each save.
  if (wrongCharacters(text.trim()).length === 0) return null;
  const mended = withoutWrongCharacters(text);
  const { is } = readAdUnit(mended);
  const isUnit = mended !== '' && is !== 'malformed' && is !== 'app-id';
  return isUnit && mended.length <= limits.text.adUnit ? mended : null;
}

/** A slot with an ad unit: its text, and what this text is. */
export type FilledSlot = {
  name: AdUnitName;
  kind: AdUnitKind;
  label: string;
  text: string;
  id: AdUnitId;
};

/** The slots that are filled, in the order of the form. */
export function filledSlots(units: Partial<AdUnits>): FilledSlot[] {
  return adUnitSlots.flatMap(({ name, kind, label }) => {
    const text = (units[name] ?? '').trim();
    return text === '' ? [] : [{ name, kind, label, text, id: readAdUnit(text) }];
  });
}
