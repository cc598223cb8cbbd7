import { timingSafeEqual } from 'node:crypto';
import { constantTimeEqual } from '../../kit/constant-time.ts';
import type { KeptAds } from '../answers/ads.answer.ts';
import type { AdsTime } from '../following/ads.time.ts';

/** The kind of token that was given. `unsure`: an old one that has ended if this machine's clock is right. */
export type TokenMatch = 'current' | 'old' | 'unsure' | 'none';

/** The length of a token in UTF-16 code units (ADR 28 "Ids"). */
const tokenLength = 32;
const left = Buffer.alloc(tokenLength * 2);
const right = Buffer.alloc(tokenLength * 2);

/** The token that is compared for an unknown app, so that its refusal takes as long as that of a wrong token. */
const nobodys = '-'.repeat(tokenLength);

/** Compares in constant time, without building a digest or a Buffer for tokens of the usual length. */
function sameToken(one: string, other: string): boolean {
  if (one.length !== tokenLength || other.length !== tokenLength) {
    return constantTimeEqual(one, other);
  }
  left.write(one, 'utf16le');
  right.write(other, 'utf16le');
  return timingSafeEqual(left, right);
}

/** Compares a token with those of an app; undefined is an app that does not exist. */
export function matchToken(
  entry: KeptAds | undefined,
  given: string,
  time: Pick<AdsTime, 'isKnown' | 'now' | 'ends'>,
): TokenMatch {
  const fits = sameToken(given, entry?.token ?? nobodys);
  if (!entry) return 'none';
  if (fits) return 'current';
  for (const { token, until } of entry.oldTokens ?? []) {
    if (!sameToken(given, token) || time.ends() >= until) continue;
    return time.isKnown || time.now() < until ? 'old' : 'unsure';
  }
  return 'none';
}
