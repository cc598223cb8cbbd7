import type { Actor } from '../../http/actor.ts';
import { loginKey } from '../../kit/ids.ts';

/** Tells whether a login in a form is the actor's own; an absent or blank one is fine, too (ADR 28 "Who may call"). */
export function isOwnLogin(actor: Actor, login: string | undefined): boolean {
  return !login || loginKey(login) === loginKey(actor.login);
}
