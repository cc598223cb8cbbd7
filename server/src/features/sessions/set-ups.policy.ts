import type { PersonKind } from '@adwarden/contract/people/people';
import type { SetUp } from '@adwarden/contract/sessions';
import { mustHaveFactor, type RequiredFactor } from '../../people/required-factor.ts';

/** These facts decide about set-ups. `linkState`: of the link in the place of a removed second factor; null without one. */
export type SetUpState = {
  kind: PersonKind;
  /** Somebody else has made the password. */
  isMade: boolean;
  hasFactor: boolean;
  linkState: 'waiting' | 'used' | null;
};

/** Returns what a session must set up before anything else (ADR 121, ADR 137). */
export function setUpsOf(
  { kind, isMade, hasFactor, linkState }: SetUpState,
  required: RequiredFactor,
): SetUp[] {
  const needsFactor = !hasFactor && (linkState === 'used' || mustHaveFactor(required, kind));
  return [
    ...(isMade ? (['password'] as const) : []),
    ...(needsFactor ? (['secondFactor'] as const) : []),
  ];
}
