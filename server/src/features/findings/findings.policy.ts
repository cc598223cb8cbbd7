import type { Actor } from '../../http/actor.ts';
import type { FindingFilter } from './findings.list.store.ts';

/** The findings that the actor may see and mute: an owner those of their own apps, an administrator all. */
export function seenBy(actor: Actor): Pick<FindingFilter, 'ownerId'> {
  return actor.kind === 'admin' ? {} : { ownerId: actor.id };
}

/** Whether the actor may see this app, and read its name in a finding. */
export function maySeeApp(actor: Actor, app: { ownerId: string | null }): boolean {
  return actor.kind === 'admin' || app.ownerId === actor.id;
}
