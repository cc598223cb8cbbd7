import type { Actor } from '../../http/actor.ts';

/** Whether the actor may see the number of an app's requests; others get 404 (ADR 28 "Who may call"). */
export function maySeeUsage(actor: Actor, ownerId: string | null): boolean {
  return actor.kind === 'admin' || ownerId === actor.id;
}
