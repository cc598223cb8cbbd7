import type { PersonKind } from '@adwarden/contract/people/people';
import type { SetUp } from '@adwarden/contract/sessions';
import { mustHaveFactor } from '../people/required-factor.ts';
import type { SignInRules, SignInWay } from '../people/sign-in-rules.ts';

/** These facts decide about set-ups. `linkState`: of the link in the place of a removed second factor; null without one. */
export type SetUpState = {
  kind: PersonKind;
  /** Somebody else has made the password. */
  isMade: boolean;
  hasFactor: boolean;
  linkState: 'waiting' | 'used' | null;
  way: SignInWay;
};

/**
 * Returns what a session must set up before anything else (ADR 121, ADR 137). Whoever signs in with a password although `OIDC_ONLY`
 * is on needs a second factor; a strong sign-in at the provider counts as one (ADR 142).
 */
export function setUpsOf(
  { kind, isMade, hasFactor, linkState, way }: SetUpState,
  { required, only }: Pick<SignInRules, 'required' | 'only'>,
): SetUp[] {
  const isByPassword = way.by === 'password';
  const isRequired = isByPassword
    ? mustHaveFactor(required, kind) || only[kind]
    : mustHaveFactor(required, kind) && !way.isStrong;
  const needsFactor = !hasFactor && (linkState === 'used' || isRequired);
  return [
    ...(isMade && isByPassword ? (['password'] as const) : []),
    ...(needsFactor ? (['secondFactor'] as const) : []),
  ];
}
