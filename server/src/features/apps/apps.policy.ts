import type { Actor } from '../../http/actor.ts';
import { loginKey } from '../../kit/ids.ts';

/*
 * Who may what with apps (ADR 28 "Who may call"). What only an administrator may call
 * at all is said by the contract's route table.
 */

/** Whether the actor may see, change and rotate an app; one that may not is told 404. */
export function mayTouchApp(actor: Actor, app: { ownerId: string | null }): boolean {
  return actor.kind === 'admin' || app.ownerId === actor.id;
}

/** Whether the actor may list the apps of the owner with this login id. */
export function mayListAppsOf(actor: Actor, login: string): boolean {
  return actor.kind === 'admin' || loginKey(login) === loginKey(actor.login);
}

/**
 * A form without what is not the caller's to set: an app owner chooses neither the owner nor the IP
 * rules, which are off in an app of their making. Anything but an object is left to the schema.
 */
export function ownFields(actor: Actor, form: unknown, task: 'create' | 'update'): unknown {
  if (actor.kind === 'admin') return form;
  const given = form ?? {};
  if (typeof given !== 'object' || Array.isArray(given)) return form;
  const { selectedUser: _owner, ipAddress: _rules, ...own } = given as Record<string, unknown>;
  return task === 'create' ? { ...own, ipAddress: 'off' } : own;
}
