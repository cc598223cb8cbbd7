import type { Session } from '../features/session/session.ts';
import type { Scope } from '../lib/role.ts';

/** Whose apps a signed-in person sees. */
export function scopeOf(user: Session['user']): Scope {
  return user.role === 'admin'
    ? { role: 'admin' }
    : { role: 'user', userID: user.userID, id: user.id };
}
