import type { PersonKind } from '@adwarden/contract/people/people';

/** The values of REQUIRE_SECOND_FACTOR: who must have a second factor. Viewers are administrators here. */
export const requiredFactors = ['off', 'admins', 'all'] as const;
export type RequiredFactor = (typeof requiredFactors)[number];

/** Tells whether people of this kind must have a second factor (ADR 137). */
export const mustHaveFactor = (required: RequiredFactor, kind: PersonKind): boolean =>
  required === 'all' || (required === 'admins' && kind === 'admin');
