import { type AdUnits, forEachAdUnit } from '@adwarden/contract/ad-units';
import type { Ads } from '@adwarden/contract/ads';
import { succeed } from '@adwarden/contract/envelope';
import type { AdsRules } from '@adwarden/contract/judge';
import type { AdsOffReason } from '@adwarden/contract/no-ads-reasons';
import type { CallerPart } from '../callers/caller.part.ts';

/**
 * The text of an app's answer without the parts that depend on the caller: `adsStatus`, `caller`, `reason`, and
 * whether the ad units are empty. The text is cut when the app changes; an answer only joins the pieces.
 */
export type AdsPieces = {
  /** The text before the value of `adsStatus`. */
  readonly start: string;
  /** The text between the values of `adsStatus` and `caller`; the app's countries are in it. */
  readonly rules: string;
  /** The reason why the ads are off for everybody; '' when it depends on the caller. */
  readonly reason: AdsOffReason | '';
  /** The text between the value of `reason` and the ad units. */
  readonly time: string;
  /** The ad units of an answer whose ads are on. */
  readonly units: string;
};

/** The fields that `cutPieces` needs. */
export type WholeAds = Omit<Ads, 'adsStatus' | 'caller' | 'reason' | keyof AdUnits> & {
  reason: AdsOffReason | null;
  units: AdUnits;
};

/** Returns the fields of an object as JSON, without its braces. */
const fieldsOf = (fields: object) => JSON.stringify(fields).slice(1, -1);
const opening = JSON.stringify(succeed('Ads', null)).replace('null}', '{');
const emptyUnits = fieldsOf(forEachAdUnit(() => ''));
const end = '}}';

/** Cuts the answer of an app into pieces. */
export function cutPieces(whole: WholeAds): AdsPieces {
  const { visibleExtra, ipAddress, country, reason, updatedAt, units, ...first } = whole;
  return {
    start: `${opening}${fieldsOf(first)},"adsStatus":`,
    rules: `,${fieldsOf({ visibleExtra, ipAddress, country })},"caller":`,
    reason: reason ?? '',
    time: `,${fieldsOf({ updatedAt })},`,
    units: fieldsOf(units),
  };
}

/** The end of `rules` when no country is configured. */
const noCountries = '[],"caller":';

/**
 * Returns the input of `judge` for an app with IP rules. Searching `rules` for `IN"` is safe: only a code there ends with two
 * capital letters before a quote. With the quote before a code the search would take ten times as long, because each of 248 codes
 * has that quote before it.
 */
export function rulesOf({ rules, reason }: AdsPieces): AdsRules {
  return {
    appStatus: reason === 'suspended' ? 'suspend' : 'live',
    adsStatus: reason === 'ads-off' ? 'off' : 'on',
    ipAddress: 'on',
    countries: {
      length: rules.endsWith(noCountries) ? 0 : 1,
      includes: (country) => rules.includes(`${country}"`),
    },
  };
}

/** Builds the whole answer; `callerJson` is the caller's part as JSON. */
export function joinPieces(pieces: AdsPieces, reason: AdsOffReason | null, callerJson: string) {
  const { start, rules, time, units } = pieces;
  return reason === null
    ? `${start}"on"${rules}${callerJson},"reason":null${time}${units}${end}`
    : `${start}"off"${rules}${callerJson},"reason":"${reason}"${time}${emptyUnits}${end}`;
}

/**
 * Builds a whole answer with its ads off because of a pause. In JSON, the name of a field after a comma can only be that field: a
 * quote inside a text has a backslash before it.
 */
export function pausedAnswer(whole: string): string {
  const status = whole.indexOf(',"adsStatus":');
  const rules = whole.indexOf(',"', status + 1);
  const reason = whole.indexOf(',"reason":', rules);
  const time = whole.indexOf(',"updatedAt":', reason);
  const units = whole.indexOf(',"', time + 1) + 1;
  return `${whole.slice(0, status)},"adsStatus":"off"${whole.slice(rules, reason)},"reason":"paused"${whole.slice(time, units)}${emptyUnits}${end}`;
}

/** The separator of pieces that are stored as one text; JSON text never contains it. */
const gap = '\0';

/** Joins the pieces into one text, to be stored. */
export function packPieces({ start, rules, reason, time, units }: AdsPieces): string {
  return [start, rules, reason, time, units].join(gap);
}

/** Returns the pieces of a stored text. */
export function unpackPieces(text: string): AdsPieces {
  const [start = '', rules = '', reason = '', time = '', units = ''] = text.split(gap);
  return { start, rules, reason: reason as AdsOffReason | '', time, units };
}

const pausedPart = { tag: '.paused' };

/** Returns the entity tag of the answer to one caller, or of a paused one: the part goes before the last quote. */
export function etagWith(etag: string, { tag }: Pick<CallerPart, 'tag'>): string {
  return `${etag.slice(0, -1)}${tag}"`;
}

/** Returns the entity tag of the answer while a pause covers the app. */
export const pausedTag = (etag: string): string => etagWith(etag, pausedPart);
