import type { PauseScope } from '@adwarden/contract/pauses/pauses';
import { can } from '@adwarden/contract/people/abilities';
import type { Actor } from '../../http/actor.ts';

/* The rules for who may pause and resume ads (ADR 34). */

/** Tells whether the actor may begin such a pause. An owner may pause only own apps (the caller checks which), or all of them. */
export function mayPause(actor: Actor, scope: PauseScope, value: string): boolean {
  if (can(actor, 'pause-all')) return true;
  switch (scope) {
    case 'all':
    case 'account':
      return false;
    case 'owner':
      return value === actor.id;
    case 'apps':
    case 'app':
      return true;
    default:
      return scope satisfies never;
  }
}

/** Tells whether the actor may end a pause that covers their app. An owner may not end one that an administrator began. */
export function mayEnd(actor: Actor, pause: { createdByKind: string }): boolean {
  return can(actor, 'pause-all') || can({ kind: pause.createdByKind }, 'own-apps');
}
