import type { OpenSession } from '@adwarden/contract/open-sessions';
import { isoTime } from '../../kit/clock.ts';
import type { ListedSession } from './open-sessions.store.ts';

/** Returns a session as answers have it. `own` is the id of the session of the call. */
export const presentSession = (
  { id, device, address, createdAt, lastSeenAt }: ListedSession,
  country: string | null,
  own: string | undefined,
): OpenSession => ({
  id,
  device,
  address,
  country,
  since: isoTime(createdAt),
  lastUsedAt: isoTime(lastSeenAt),
  isThis: id === own,
});

/** Returns a session for the log. */
export const loggedSession = (
  {
    id,
    fullName,
    login,
    device,
    address,
  }: Pick<ListedSession, 'id' | 'fullName' | 'login' | 'device' | 'address'>,
  country: string | null,
) => ({
  id,
  name: `${fullName} (${login})`,
  device,
  from: address,
  country: country ?? '',
});
