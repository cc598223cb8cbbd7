import type { AdsEntry } from '../../src/ads/answers/ads.answer.ts';
import { scopesLength } from '../../src/ads/pauses/ads.scopes.ts';

/** Returns an app's entry with this body, which need not be JSON. */
export const sampleEntry = (body: string, over: Partial<AdsEntry> = {}): AdsEntry => ({
  token: 't'.repeat(32),
  oldTokens: null,
  etag: `"${'e'.repeat(22)}"`,
  scopes: 's'.repeat(scopesLength),
  shared: true,
  reason: null,
  body: Buffer.from(body),
  ...over,
});
