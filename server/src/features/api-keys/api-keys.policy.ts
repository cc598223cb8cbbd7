import { limits } from '@adwarden/contract/limits';
import { can, isViewer, scopesOpenTo } from '@adwarden/contract/people/abilities';
import type { KeyScope, Person } from '@adwarden/contract/people/people';
import { dayMs } from '../../kit/clock.ts';

/** Says why somebody may not make a key with these scopes; null when they may. */
export function refusalOfScopes(
  person: Pick<Person, 'kind' | 'access'>,
  scopes: readonly KeyScope[],
): string | null {
  const open = scopesOpenTo(person);
  const closed = scopes.find((scope) => !open.includes(scope));
  if (closed === undefined) return null;
  return isViewer(person)
    ? 'A viewer’s key has the scope “read” only'
    : `The scope “${closed}” is for administrators only`;
}

/** Returns when a new key ends, in epoch ms; null when the wanted end is past or too far ahead. */
export function endOf(wanted: number | null, now: number): number | null {
  const { default: usual, max } = limits.apiKeys.days;
  const endsAt = wanted ?? now + usual * dayMs;
  return endsAt > now && endsAt <= now + max * dayMs ? endsAt : null;
}

/** Returns how many of the warnings before the end of a key are due when so many ms are left. */
export const warningsDue = (leftMs: number): number =>
  limits.apiKeys.warnDays.filter((days) => leftMs <= days * dayMs).length;

/** Tells whether somebody sees a key, and may end it: the own ones, and whoever manages keys those of everybody. */
export const seesKey = (
  person: Person,
  { kind, accountId }: { kind: string; accountId: string },
): boolean => (kind === person.kind && accountId === person.id) || can(person, 'manage-keys');
