import { z } from 'zod';

/* Rules for what a provider of single sign-on says about somebody (ADR 142): they decide about roles. */

/** `path`: the name of a claim, or the way to it through objects. */
export type ClaimRule =
  | { by: 'email'; email: string }
  | { by: 'domain'; domain: string }
  | { by: 'claim'; name: string; value: string };

const words = 'must be e-mails, @domain or claim=value, separated by commas (\\, is a comma)';

/** Reads one rule; null when it is none. */
function readRule(text: string): ClaimRule | null {
  const equals = text.indexOf('=');
  if (equals > 0) {
    return {
      by: 'claim',
      name: text.slice(0, equals).trim(),
      value: text.slice(equals + 1).trim(),
    };
  }
  const lower = text.toLowerCase();
  if (lower.startsWith('@')) {
    const domain = lower.slice(1);
    return z.email().safeParse(`a@${domain}`).success ? { by: 'domain', domain } : null;
  }
  return z.email().safeParse(lower).success ? { by: 'email', email: lower } : null;
}

/**
 * Reads rules that commas separate; `\\,` is a comma in a value. The first `=` separates the claim from its value. `fault` says what
 * is wrong, and is null otherwise.
 */
export function readClaimRules(text: string): { rules: ClaimRule[]; fault: string | null } {
  const parts = text
    .split(/(?<!\\),/)
    .map((part) => part.replaceAll('\\,', ',').trim())
    .filter(Boolean);
  const rules = parts.map(readRule);
  return rules.includes(null)
    ? { rules: [], fault: words }
    : { rules: rules as ClaimRule[], fault: null };
}

/** The claims of a token. */
export type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds a claim by its whole name, else by the dots in it as a way through objects. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

const isSame = (value: unknown, text: string): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) && String(value) === text;

/** What a provider says about somebody. `email`: an address that may be believed, in lower case. `domains`: what `@domain` may name. */
export type Said = { claims: Claims; email: string | null; domains: readonly string[] };

function matches(rule: ClaimRule, { claims, email, domains }: Said): boolean {
  if (rule.by === 'email') return email === rule.email;
  if (rule.by === 'domain') return domains.includes(rule.domain);
  const value = claimAt(claims, rule.name);
  return Array.isArray(value)
    ? value.some((one) => isSame(one, rule.value))
    : isSame(value, rule.value);
}

/** Finds the first rule that holds. An array matches by one of its elements. All but e-mails is compared letter for letter. */
export const matchingRule = (rules: readonly ClaimRule[], said: Said): ClaimRule | undefined =>
  rules.find((rule) => matches(rule, said));

/** Returns the names of the claims that rules look at. */
export const claimsOf = (rules: readonly ClaimRule[]): string[] => [
  ...new Set(rules.map((rule) => (rule.by === 'claim' ? rule.name : 'email'))),
];
