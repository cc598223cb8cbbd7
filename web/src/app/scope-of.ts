import type { AppScope } from '../features/apps/apps.api.ts';
import type { Session } from '../features/session/session.ts';

/** Whose apps somebody sees. */
export function scopeOf(user: Session['user']): AppScope {
  return user.role === 'admin' ? { role: 'admin' } : { role: 'user', userID: user.userID };
}
