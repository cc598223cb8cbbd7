import type { Caller } from '@adwarden/contract/ads';
import { allExcept } from '@adwarden/contract/country-codes';

/** The facts about a caller that an answer needs. There are few of them: three for each country. */
export type CallerPart = Caller & {
  /** `{country, vpn}` as JSON. */
  readonly json: string;
  /** The text that the entity tag of an answer to such a caller has besides the app's. */
  readonly tag: string;
  /** The counter for such a caller. */
  readonly kind: CallerKind;
};

const vpnKinds = ['no', 'yes', 'unknown'] as const;
const countryKinds = ['unknown', ...allExcept([])];
const placeOfCountry = new Map(countryKinds.map((country, place) => [country, place]));

/** The known facts about a caller, for the metrics: an alpha-2 code or 'unknown', and the VPN. */
export const callerKinds = countryKinds.flatMap((country) =>
  vpnKinds.map((vpn) => ({ country, vpn })),
);
/** A place in `callerKinds`. */
type CallerKind = number;

const parts = new Map<string, CallerPart>();

/** Returns the part of a caller; `country` is the alpha-2 code of an existing country, or null. */
export function callerPart(country: string | null, vpn: boolean | null): CallerPart {
  const tag = `.${country ?? '-'}${vpn === null ? '' : vpn ? '.vpn' : '.direct'}`;
  const known = parts.get(tag);
  if (known) return known;
  const caller: Caller = { country, vpn };
  const place = placeOfCountry.get(country ?? 'unknown') ?? 0;
  const kind = place * vpnKinds.length + (vpn === null ? 2 : vpn ? 1 : 0);
  const json = JSON.stringify(caller);
  const part = Object.freeze({ ...caller, json, tag, kind });
  parts.set(tag, part);
  return part;
}
