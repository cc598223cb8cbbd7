import type { PersonKind } from '@adwarden/contract/people/people';
import type { Ways } from '@adwarden/contract/ways';
import type { RequiredFactor } from './required-factor.ts';

/**
 * What the settings say about sign-ins: who must have a second factor, whether single sign-on is set up, and for whom a password is
 * not enough (`OIDC_ONLY`, ADR 142).
 */
export type SignInRules = {
  required: RequiredFactor;
  hasSingleSignOn: boolean;
  only: Readonly<Record<PersonKind, boolean>>;
};

const nobody = { admin: false, user: false };

/** Returns the rules of the settings. */
export const signInRules = ({
  requireSecondFactor: required,
  singleSignOn,
}: {
  requireSecondFactor: RequiredFactor;
  singleSignOn: { only: SignInRules['only'] } | null;
}): SignInRules => ({
  required,
  hasSingleSignOn: singleSignOn !== null,
  only: singleSignOn?.only ?? nobody,
});

/**
 * How a sign-in began. `isStrong`: the provider says that the sign-in there had a second factor. `session`: the id that its session
 * gets; without one it gets any.
 */
export type SignInWay =
  | { by: 'password' }
  | { by: 'oidc'; isStrong: boolean; session?: string | undefined };

/** Returns the name of single sign-on, and who may use it, as the sign-in pages show it; null where it is not set up. */
export const singleSignOnWay = ({
  singleSignOn,
}: {
  singleSignOn: { name: string; owners: 'off' | 'match' | 'create' } | null;
}): Ways['singleSignOn'] =>
  singleSignOn && {
    name: singleSignOn.name,
    as: singleSignOn.owners === 'off' ? ['admin'] : ['admin', 'user'],
  };
