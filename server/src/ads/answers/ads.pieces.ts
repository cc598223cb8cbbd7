import { type AdUnits, forEachAdUnit } from '@adwarden/contract/ad-units';
import type { Ads, AdsOffReason } from '@adwarden/contract/ads';
import { succeed } from '@adwarden/contract/envelope';
import type { CallerPart } from '../callers/caller.part.ts';

/**
 * The text of an app's answer with what depends on the caller left out: `adsStatus`, `caller`, `reason`, and
 * the ad units when they are off. It is cut when the app changes, and only put together when it is asked for.
 */
export type AdsPieces = {
  /** Up to the value of `adsStatus`. */
  readonly start: string;
  /** From there to the value of `caller`; the app's countries are in it. */
  readonly rules: string;
  /** Why the ads are off for everybody, '' when the caller decides. */
  readonly reason: AdsOffReason | '';
  /** From the value of `reason` to the ad units. */
  readonly time: string;
  /** The ad units as they are when the ads are on. */
  readonly units: string;
};

/** What the pieces are cut of. */
export type WholeAds = Omit<Ads, 'adsStatus' | 'caller' | 'reason' | keyof AdUnits> & {
  reason: AdsOffReason | null;
  units: AdUnits;
};

/** The fields of an object as JSON, without its braces. */
const fieldsOf = (fields: object) => JSON.stringify(fields).slice(1, -1);
const opening = JSON.stringify(succeed('Ads', null)).replace('null}', '{');
const emptyUnits = fieldsOf(forEachAdUnit(() => ''));
const end = '}}';

/** Cuts the answer of an app. */
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

/** Why ads are off for a caller, '' when they are on; what is unknown blocks nothing (ADR 30 "Caller"). */
export function judge({ rules, reason }: AdsPieces, caller: CallerPart): AdsOffReason | '' {
  if (reason !== '') return reason;
  const { country, vpn } = caller;
  // Two capital letters in quotes: nothing else in this piece can be them.
  if (country !== null && !rules.includes(`"${country}"`) && !rules.includes('[]')) {
    return 'country';
  }
  return vpn === true ? 'vpn' : '';
}

/** The whole answer; `callerJson` is the caller's part as JSON. */
export function joinPieces(pieces: AdsPieces, reason: AdsOffReason | '', callerJson: string) {
  const { start, rules, time, units } = pieces;
  return reason === ''
    ? `${start}"on"${rules}${callerJson},"reason":null${time}${units}${end}`
    : `${start}"off"${rules}${callerJson},"reason":"${reason}"${time}${emptyUnits}${end}`;
}

/** Stands between pieces that are kept as one text; JSON text never holds it. */
const gap = '\0';

/** The pieces as one text, to be kept. */
export function packPieces({ start, rules, reason, time, units }: AdsPieces): string {
  return [start, rules, reason, time, units].join(gap);
}

/** The pieces of a kept text; written out, because `split` takes three times as long. */
export function unpackPieces(text: string): AdsPieces {
  const rules = text.indexOf(gap) + 1;
  const reason = text.indexOf(gap, rules) + 1;
  const time = text.indexOf(gap, reason) + 1;
  const units = text.indexOf(gap, time) + 1;
  return {
    start: text.slice(0, rules - 1),
    rules: text.slice(rules, reason - 1),
    reason: text.slice(reason, time - 1) as AdsOffReason | '',
    time: text.slice(time, units - 1),
    units: text.slice(units),
  };
}

/** The entity tag of the answer to one caller. */
export function etagForCaller(etag: string, { tag }: CallerPart): string {
  return `${etag.slice(0, -1)}${tag}"`;
}
