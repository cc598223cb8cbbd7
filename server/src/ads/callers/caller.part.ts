import type { Caller } from '@adwarden/contract/ads';

/** What an answer needs of its caller. There are few: three for each country. */
export type CallerPart = Caller & {
  /** `{country, vpn}` as JSON. */
  readonly json: string;
  /** What the entity tag of an answer to such a caller has besides the app's. */
  readonly tag: string;
  /** Under which of the counters such a caller is counted. */
  readonly kind: CallerKind;
};

/** What is known of a caller, for the metrics. */
export const callerKinds = [
  { country: 'known', vpn: 'no' },
  { country: 'known', vpn: 'yes' },
  { country: 'known', vpn: 'unknown' },
  { country: 'unknown', vpn: 'no' },
  { country: 'unknown', vpn: 'yes' },
  { country: 'unknown', vpn: 'unknown' },
] as const;
/** The place in `callerKinds`. */
export type CallerKind = number;

const parts = new Map<string, CallerPart>();

/** The part of a caller; `country` is the alpha-2 code of a country there is, or null. */
export function callerPart(country: string | null, vpn: boolean | null): CallerPart {
  const tag = `.${country ?? '-'}${vpn === null ? '' : vpn ? '.vpn' : '.direct'}`;
  const known = parts.get(tag);
  if (known) return known;
  const caller: Caller = { country, vpn };
  const kind = (country === null ? 3 : 0) + (vpn === null ? 2 : vpn ? 1 : 0);
  const json = JSON.stringify(caller);
  const part = Object.freeze({ ...caller, json, tag, kind });
  parts.set(tag, part);
  return part;
}
