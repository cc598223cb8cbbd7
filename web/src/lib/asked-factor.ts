import type { SecondFactorAsked } from '@adwarden/contract/envelope';
import { ApiError } from './api-error.ts';

/** Returns what the second step of a sign-in asks for, when the password was right; null for every other error. */
export function askedFactorOf(error: unknown): SecondFactorAsked | null {
  const asked = error instanceof ApiError ? error.extra.secondFactor : undefined;
  return (asked as SecondFactorAsked | undefined) ?? null;
}
