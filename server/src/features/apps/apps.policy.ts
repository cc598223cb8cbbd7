import { unsetChoices } from '@adwarden/contract/apps';
import type { RequestedField } from '@adwarden/contract/change-requests/change-requests';
import { can } from '@adwarden/contract/people/abilities';
import { fieldsClosedTo, onlySettable } from '@adwarden/contract/people/app-fields';
import type { Actor } from '../../http/actor.ts';
import { definedFields } from '../../kit/defined-fields.ts';
import { loginKey } from '../../kit/ids.ts';
import { pick } from '../../kit/pick.ts';

/*
 * The rules for who may do what with apps (ADR 28 "Who may call"). The contract's calls say which calls are for
 * administrators only. Whoever sees an app may change it and rotate its token (`seesApp`).
 */

/** The values with which a new app begins, of the fields with a choice. */
const choices: Partial<Record<RequestedField, string>> = unsetChoices;

/** Tells whether the actor may list the apps of the owner with this login id. */
export function mayListAppsOf(actor: Actor, login: string): boolean {
  return can(actor, 'see-all') || loginKey(login) === loginKey(actor.login);
}

/**
 * Returns the form without the fields that the caller may not set. In a new app, those with a choice get their first values. A
 * body that is no object is left to the schema.
 */
export function ownFields(actor: Actor, form: unknown, task: 'create' | 'update'): unknown {
  const closed = fieldsClosedTo(actor);
  if (closed.length === 0) return form;
  const given = form ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return form;
  const own = onlySettable(actor, given);
  return task === 'create' ? { ...own, ...definedFields(pick(choices, closed)) } : own;
}
