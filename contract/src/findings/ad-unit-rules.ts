import {
  type FilledSlot,
  isStandIn,
  mendedAdUnit,
  publisherOf,
  readAdUnit,
  type Sample,
  sampleOf,
  withoutWrongCharacters,
  wrongCharacters,
} from './ad-unit-ids.ts';
import type { Found } from './rules.ts';

const formatWords: Record<Exclude<Sample, 'retired' | 'other'>, string> = {
  native: 'native ads',
  banner: 'banners',
  interstitial: 'interstitials',
  'app-open': 'app-open ads',
  reward: 'rewarded ads',
  'rewarded-interstitial': 'rewarded interstitials',
};

/** Finds the mistakes of the id in one slot. `isEarning`: the app is live and its ads are on. */
export function judgeSlot(slot: FilledSlot, isEarning: boolean): Found[] {
  const { name, kind, label, text } = slot;
  const of = (rule: Found['rule'], detail: string): Found[] => [
    { rule, field: name, detail: `${label} ${detail}`, facts: text },
  ];
  if (slot.id.is === 'placeholder') {
    return isEarning
      ? of('placeholder-in-live-app', 'has a placeholder in place of an ad unit, in a live app.')
      : of('unlike-any-unit', 'has a placeholder in place of an ad unit.');
  }
  // A well-formed id has only letters, digits, hyphens and a slash.
  const wrong = slot.id.is === 'unit' ? [] : wrongCharacters(text);
  const characters =
    wrong.length > 0 ? of('unit-characters', `contains ${wrong.join(' and ')}.`) : [];
  const id = wrong.length > 0 ? readAdUnit(withoutWrongCharacters(text)) : slot.id;
  if (id.is === 'app-id') return [...characters, ...of('app-id-in-slot', 'is an AdMob app ID.')];
  if (id.is === 'malformed') {
    const isInside = mendedAdUnit(text) !== null;
    return [
      ...characters,
      ...of(
        'malformed-unit',
        isInside ? 'is not only an AdMob ad unit.' : 'is no whole AdMob ad unit.',
      ),
    ];
  }
  if (wrong.length === 0 && id.is === 'of-another-network' && isUnlikeAnyUnit(text)) {
    return of('unlike-any-unit', 'looks like no id of an ad network.');
  }
  const sample = sampleOf(id);
  if (sample === null) return characters;
  return [
    ...characters,
    ...(isEarning ? of('sample-in-live-app', 'is Google’s sample, in a live app.') : []),
    ...(sample === 'retired' ? of('retired-sample', 'is a sample that Google has retired.') : []),
    ...(sample !== 'retired' && sample !== 'other' && sample !== kind
      ? of('sample-of-other-format', `is Google’s sample for ${formatWords[sample]}.`)
      : []),
  ];
}

/** Words by which networks without digits in their ids name them, such as "Rewarded_Android" or "DefaultBanner". */
const unitWords =
  /banner|inter|reward|video|native|open|splash|launch|start|default|place|unit|main|home|level|exit|mrec|slot|zone|_/i;

/**
 * Tells whether no network that we know has such an id: shorter than four letters, or neither digits nor a usual word. It never
 * says so about other scripts, of which nothing is known.
 */
const isUnlikeAnyUnit = (text: string): boolean =>
  /^[ -~]+$/.test(text) && (text.length < 4 || !(/\d/.test(text) || unitWords.test(text)));

/** Finds ids that fill two slots. Google's samples may: the form offers one for each format. So may placeholders. */
export function judgeRepeats(slots: FilledSlot[]): Found[] {
  const own = slots.filter(({ id }) => !isStandIn(id));
  return own.flatMap(({ name, kind, label, text }, index): Found[] => {
    const first = own.find((slot) => slot.text === text);
    if (!first || first.name === name) return [];
    const earlier = own.slice(0, index);
    const other = earlier.find((slot) => slot.text === text && slot.kind !== kind);
    const same = other ?? first;
    return [
      {
        rule: other ? 'unit-twice-other-format' : 'unit-twice',
        field: name,
        detail: `${label} has the same ad unit as ${same.label}.`,
        facts: `${text} ${same.name}`,
      },
    ];
  });
}

/** Finds different AdMob publishers in one app. The slot named is the first of the rarer publisher. */
export function judgePublishers(slots: FilledSlot[]): Found[] {
  const byPublisher = Map.groupBy(slots, ({ id }) => publisherOf(id));
  byPublisher.delete(null);
  const [most, ...others] = [...byPublisher].sort(([, a], [, b]) => b.length - a.length);
  const rarest = others.at(-1);
  if (!most || !rarest) return [];
  const [usualPublisher, [usual]] = most;
  const [oddPublisher, [odd]] = rarest;
  return [
    {
      rule: 'two-publishers',
      field: odd?.name ?? '',
      detail: `${odd?.label} belongs to pub-${oddPublisher}, ${usual?.label} to pub-${usualPublisher}.`,
      facts: [...byPublisher.keys()].sort().join(' '),
    },
  ];
}
