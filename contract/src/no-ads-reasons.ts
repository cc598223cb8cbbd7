/** The reasons why ads are off, in the order in which they are judged (ADR 30 "Content", ADR 34). */
export const adsOffReasons = ['paused', 'suspended', 'ads-off', 'country', 'vpn'] as const;
export type AdsOffReason = (typeof adsOffReasons)[number];

/** The reasons why phones get no ads of an app: its ads are off, or it has none to show. */
export const noAdsReasons = [...adsOffReasons, 'no-ad-unit'] as const;
export type NoAdsReason = (typeof noAdsReasons)[number];
