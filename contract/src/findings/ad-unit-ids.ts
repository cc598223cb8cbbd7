import { type AdUnitKind, type AdUnitName, type AdUnits, adUnitSlots } from '../ad-units.ts';
import { limits } from '../limits.ts';
import { idsIn } from '../pasted/ids-in-text.ts';
import { hasInvisible, withoutInvisible } from '../unicode.ts';
import { isPlaceholder, isRun } from './placeholders.ts';

/**
 * The kind of Google's samples to which an ad unit belongs: its format; `retired` when Google no longer answers it; `other` when
 * its format is not known. No slot is for rewarded interstitials: a phone refuses them in every other format (ADR 77).
 */
export type Sample = AdUnitKind | 'rewarded-interstitial' | 'retired' | 'other';

/** The publisher ID of Google's sample ad units for AdMob (developers.google.com/admob/android/test-ads). */
export const samplePublisher = '3940256099942544';
/** The sample ad units of Android and iOS: the format, and the numbers after the publisher ID. */
const sampleNumbers: Record<Exclude<Sample, 'other'>, string[]> = {
  native: ['2247696110', '3986624511', '1044960115', '2521693316'],
  // Fixed, adaptive, collapsible.
  banner: ['6300978111', '2934735716', '9214589741', '2435281174', '2014213617', '8388050270'],
  // The latter two show videos.
  interstitial: ['1033173712', '4411468910', '8691691433', '5135589807'],
  'app-open': ['9257395921', '5575463023'],
  reward: ['5224354917', '1712485313'],
  'rewarded-interstitial': ['5354046379', '6978759866'],
  retired: ['3419835294', '5662855259'],
};
const samples = new Map(
  Object.entries(sampleNumbers).flatMap(([sample, numbers]) =>
    numbers.map((number) => [number, sample as Sample] as const),
  ),
);

/** Google's sample networks of Ad Manager: the present one and the older one. */
const ofSampleNetwork = /^\/(?:6499|21775744923)\/example\/(.+)/i;
/** The formats by the words in the names of their sample ad units; the first match counts. */
const sampleNames: [RegExp, Sample][] = [
  [/rewarded.interstitial/i, 'rewarded-interstitial'],
  [/reward/i, 'reward'],
  [/interstitial/i, 'interstitial'],
  [/native/i, 'native'],
  [/app-?open/i, 'app-open'],
  [/banner|ad-?sizes|anchor|fluid/i, 'banner'],
];

const wellFormed = /^ca-app-pub-(\d{16})\/(\d{10})$/;
const appId = /^ca-app-pub-\d+~\d*$/;
/** AdMob ids with a mistake: in capitals, without the first letters, or after another text. */
const admobLike = /^(?:ca-)?(?:app-)?pub-|ca-app-pub-/i;

const spaces = /\s/g;
const quote = '["\'`´‘’‚‛“”„‟«»‹›]';
const quotes = new RegExp(quote, 'g');
const escapedSlash = /%2f/gi;

export type AdUnitId =
  | { is: 'unit'; publisher: string; sample: Sample | null }
  | { is: 'sample-of-ad-manager'; sample: Sample }
  | { is: 'app-id' | 'malformed' | 'of-another-network' | 'placeholder' };

/** Texts that were read lately: several rules read each ad unit of an app, one after another. */
const known = new Map<string, AdUnitId>();
const mostKnown = 2_048;

/** Reads the text of an ad unit. Ids of other networks have many forms and are never malformed. */
export function readAdUnit(text: string): AdUnitId {
  const before = known.get(text);
  if (before) return before;
  const id = readAnew(text);
  if (known.size >= mostKnown) known.clear();
  if (text.length <= limits.text.adUnit) known.set(text, id);
  return id;
}

function readAnew(text: string): AdUnitId {
  const [, publisher = '', number = ''] = wellFormed.exec(text) ?? [];
  if (publisher === samplePublisher) {
    return { is: 'unit', publisher, sample: samples.get(number) ?? 'other' };
  }
  if (publisher && !isRun([publisher, number])) {
    return { is: 'unit', publisher, sample: null };
  }
  const [, name] = ofSampleNetwork.exec(text) ?? [];
  if (name) {
    const [, kind = 'other'] = sampleNames.find(([words]) => words.test(name)) ?? [];
    return { is: 'sample-of-ad-manager', sample: kind };
  }
  if (isPlaceholder(text)) return { is: 'placeholder' };
  // Office programs turn hyphens into dashes.
  const plain = text.replace(/\p{Pd}/gu, '-');
  if (appId.test(plain)) return { is: 'app-id' };
  return { is: admobLike.test(plain) ? 'malformed' : 'of-another-network' };
}

/** Returns the kind of Google's sample; null for everything else. */
export const sampleOf = (id: AdUnitId): Sample | null =>
  id.is === 'unit' || id.is === 'sample-of-ad-manager' ? id.sample : null;

/** Returns the publisher of a well-formed AdMob ad unit that is no sample; null for everything else. */
export const publisherOf = (id: AdUnitId): string | null =>
  id.is === 'unit' && id.sample === null ? id.publisher : null;

/** Tells whether it is one of Google's samples, of any format. */
export const isSample = (id: AdUnitId): boolean => sampleOf(id) !== null;

/** Tells whether it only holds the place of a real ad unit: a sample or a placeholder. Many slots may have the same one. */
export const isStandIn = (id: AdUnitId): boolean => isSample(id) || id.is === 'placeholder';

/** Returns the kinds of characters in an ad unit that no network uses. */
export function wrongCharacters(text: string): string[] {
  return [
    text.search(spaces) >= 0 && 'white space',
    text.search(quotes) >= 0 && 'quotes',
    text.search(escapedSlash) >= 0 && '“%2F” in place of “/”',
    hasInvisible(text) && 'invisible characters',
  ].filter((kind) => kind !== false);
}

/** Returns the text without its wrong characters. */
export function withoutWrongCharacters(text: string): string {
  const visible = withoutInvisible(text);
  return visible.replace(escapedSlash, '/').replace(quotes, '').replace(spaces, '');
}

/**
 * Returns the ad unit that was meant by a text with a mistake in it or around it, for a button that fills it in: the one whole
 * id that the text contains. Null when nothing is wrong, and when there is no such id or more than one: then the id must be
 * copied again.
 */
export function mendedAdUnit(text: string): string | null {
  // The blanks around a text are removed by each save.
  const typed = text.trim();
  const isWrong = wrongCharacters(typed).length > 0 || readAdUnit(typed).is === 'malformed';
  const mended = isWrong ? wholeIdIn(typed) : null;
  return mended !== null && mended.length <= limits.text.adUnit ? mended : null;
}

function wholeIdIn(text: string): string | null {
  const joined = withoutWrongCharacters(text);
  if (readAdUnit(joined).is === 'unit') return joined;
  const visible = withoutInvisible(text);
  const ids = idsIn(visible).filter(
    ({ is, id, from, to }) =>
      is === 'unit' &&
      // The end of AdMob's id is known. Another network's id may go on with an unusual character.
      (readAdUnit(id).is === 'unit' || isApart(visible.slice(0, from), visible.slice(to))),
  );
  const [id, ...others] = new Set(ids.map((one) => one.id));
  if (id !== undefined) return others.length === 0 ? id : null;
  // For the id of an unknown network, only the characters around it can go.
  const inner = visible.replace(aroundIds, '').replace(escapedSlash, '/');
  const isPlain = inner !== '' && wrongCharacters(inner).length === 0;
  return isPlain && readAdUnit(inner).is === 'of-another-network' ? inner : null;
}

const aroundIds = new RegExp(`^(?:\\s|${quote})+|(?:\\s|${quote})+$`, 'g');

const apartAfter = new RegExp(`^(?:$|[\\s,;)]|${quote})`);

/** Tells whether nothing before or after an id could belong to it. */
const isApart = (before: string, after: string): boolean =>
  /(?:^|[^\p{L}\p{N}/_.-])$/u.test(before) && apartAfter.test(after);

/** A slot with an ad unit: its text, and the meaning of this text. */
export type FilledSlot = {
  name: AdUnitName;
  kind: AdUnitKind;
  label: string;
  text: string;
  id: AdUnitId;
};

/** Returns the slots that are filled, in the order of the form. */
export function filledSlots(units: Partial<AdUnits>): FilledSlot[] {
  return adUnitSlots.flatMap(({ name, kind, label }) => {
    const text = (units[name] ?? '').trim();
    return text === '' ? [] : [{ name, kind, label, text, id: readAdUnit(text) }];
  });
}
