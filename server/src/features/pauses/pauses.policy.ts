import type { PauseScope } from '@adwarden/contract/pauses/pauses';
import type { Actor } from '../../http/actor.ts';

/* Who may pause and resume ads (ADR 34). */

/** Whether the actor may begin a pause of this scope: an owner only of one app, which must be their own. */
export function mayPause(actor: Actor, scope: PauseScope): boolean {
  return actor.kind === 'admin' || scope === 'app';
}

/** Whether the actor may end a pause that covers their app: an owner not one that an administrator began. */
export function mayEnd(actor: Actor, pause: { createdByKind: string }): boolean {
  return actor.kind === 'admin' || pause.createdByKind === 'user';
}
