import type { FindingSeverity } from '../findings/rules.ts';
import type { PersonKind } from '../people/people.ts';

/* The pages of the web app that show the cause of an event, as paths. */

type Reader = PersonKind;

const safety = { admin: '/admin/safety', user: '/safety' } as const;
const apiKeyPages = { admin: '/admin/api-keys', user: '/api-keys' } as const;
const sessionPages = { admin: '/admin/open-sessions', user: '/open-sessions' } as const;
const securityPages = { admin: '/admin/security', user: '/security' } as const;
const at = (path: string, query: Record<string, string>) => {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${path}?${pairs.join('&')}`;
};

export const causePaths = {
  /** The findings of an app, or of the installation ('' as its ID). */
  findings: (reader: Reader, appID: string, severity?: FindingSeverity) =>
    at(`${safety[reader]}/findings`, {
      ...(appID !== '' && { appID }),
      ...(severity && { severity }),
    }),
  pauses: (reader: Reader, state: 'active' | 'ended') => at(`${safety[reader]}/pauses`, { state }),
  changeRequests: (reader: Reader, state: string, appID: string) =>
    at(`${safety[reader]}/change-requests`, { state, appID }),
  batch: (reader: Reader, id: string) => at(`${safety[reader]}/batches`, { batch: id }),
  apiKeys: (reader: Reader) => apiKeyPages[reader],
  sessions: (reader: Reader) => sessionPages[reader],
  /** The page “Sign-in and security” of the reader. */
  security: (reader: Reader) => securityPages[reader],
  administrators: '/admin/administrators',
  /** The entries of a thing. */
  entries: (key: string) => at('/admin/audit-log', { key }),
} as const;
