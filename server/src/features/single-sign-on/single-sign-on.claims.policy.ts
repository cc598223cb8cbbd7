import { limits } from '@adwarden/contract/limits';
import type { AdminRole } from '@adwarden/contract/people/people';
import { hasInvisible, inNormalForm } from '@adwarden/contract/unicode';
import { z } from 'zod';
import { loginKey } from '../../kit/ids.ts';
import { type Claims, claimsOf, matchingRule, type Said } from '../../people/claim-rules.ts';
import type { SingleSignOnSettings } from '../../settings.ts';

/* What the claims of the provider say about somebody (ADR 142). */

type ClaimSettings = Pick<SingleSignOnSettings, 'issuer' | 'admins' | 'viewers' | 'email'>;

const google = 'https://accounts.google.com';

/** Returns the e-mail address of the claims, in the form of `loginKey`; null for none. */
export function addressOf({ email }: Claims): string | null {
  const address = z.email().max(limits.text.email).safeParse(email);
  return address.success ? loginKey(address.data) : null;
}

/**
 * Returns the address if it may be believed; null otherwise. One whose `email_verified` is there and is not `true` never is; one
 * without it is where `OIDC_EMAIL` says `trusted`.
 */
export function believedAddress(
  claims: Claims,
  { email }: Pick<ClaimSettings, 'email'>,
): string | null {
  const verified = claims.email_verified;
  const isBelieved = verified === true || (verified === undefined && email === 'trusted');
  return isBelieved ? addressOf(claims) : null;
}

/**
 * Returns what `@domain` may name. Anybody can have a Google account with an address of any domain, so with Google only the domain
 * of the organisation counts (`hd`).
 */
function domainsOf({ hd }: Claims, email: string | null, issuer: string): string[] {
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  if (domain === undefined) return [];
  return issuer === google && hd !== domain ? [] : [domain];
}

/** Returns the role that the rules of the settings give, and null for none: administrators come before viewers. */
export function roleBy(claims: Claims, settings: ClaimSettings): AdminRole | null {
  const email = believedAddress(claims, settings);
  const said: Said = { claims, email, domains: domainsOf(claims, email, settings.issuer) };
  if (matchingRule(settings.admins, said)) return 'admin';
  return matchingRule(settings.viewers, said) ? 'viewer' : null;
}

/** Returns the claims that the rules look at, for people to whom none of them has given a role. */
export const wantedClaims = ({
  admins,
  viewers,
}: Pick<ClaimSettings, 'admins' | 'viewers'>): string[] => claimsOf([...admins, ...viewers]);

/** Tells whether an ID token lacks a claim that is needed here, so that userinfo is asked. */
export const lacksClaims = (claims: Claims, settings: ClaimSettings): boolean =>
  ['email', 'email_verified', 'name', ...wantedClaims(settings)].some(
    (name) => !Object.hasOwn(claims, name) && !Object.hasOwn(claims, name.split('.', 1)[0] ?? name),
  );

/**
 * Adds claims of userinfo that the ID token lacks. An address and whether it is verified come from one place: one that is verified
 * says nothing about another one.
 */
export function withUserinfo(token: Claims, userinfo: Claims): Claims {
  const { email: _, email_verified: verified, ...others } = userinfo;
  const isOther = token.email !== undefined && token.email !== userinfo.email;
  const address = isOther ? {} : { email: userinfo.email, email_verified: verified };
  const all: Record<string, unknown> = { ...others, ...address };
  for (const [name, value] of Object.entries(token)) all[name] = value;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Returns a name for an account that is made, as forms take one: visible characters, cut to what fits. */
export function nameOf(claims: Claims, otherwise: string): string {
  const parts = [claims.given_name, claims.family_name].filter((part) => typeof part === 'string');
  const names = [claims.name, parts.join(' ')].map((name) =>
    typeof name === 'string' ? inNormalForm(name).trim() : '',
  );
  const name = names.find((one) => one !== '' && !hasInvisible(one)) ?? otherwise;
  return name.slice(0, limits.text.fullName).trim();
}
