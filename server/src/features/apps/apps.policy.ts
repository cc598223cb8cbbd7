import type { Actor } from '../../http/actor.ts';
import { loginKey } from '../../kit/ids.ts';

/*
 * Who may do what with apps (ADR 28 "Who may call"). The contract's calls say which calls are for
 * administrators only. Whoever sees an app may change it and rotate its token (`seesApp`).
 */

/** Whether the actor may list the apps of the owner with this login id. */
export function mayListAppsOf(actor: Actor, login: string): boolean {
  return actor.kind === 'admin' || loginKey(login) === loginKey(actor.login);
}

/**
 * The form without the fields that the caller may not set: an app owner chooses neither the owner, nor the IP rules
 * and countries. The rules are off in a new app of an owner. A body that is no object is left to the schema.
 */
export function ownFields(actor: Actor, form: unknown, task: 'create' | 'update'): unknown {
  if (actor.kind === 'admin') return form;
  const given = form ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return form;
  const {
    selectedUser: _owner,
    ipAddress: _rules,
    country: _countries,
    ...own
  } = given as Record<string, unknown>;
  return task === 'create' ? { ...own, ipAddress: 'off' } : own;
}
