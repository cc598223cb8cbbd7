import { type App, forEachAppField } from '@adwarden/contract/apps';
import { sampleAppForm } from '@adwarden/contract/testing/samples';

/** An app as the server answers it; what a test cares about goes into `over`. */
export function sampleApp(over: Partial<App> = {}): App {
  return {
    ...forEachAppField((_, unset) => unset),
    appID: 'q7m2x5k3v4y6z7ab',
    authToken: 'b8Zk1TqPz0aYw4RcU7mNe2HsVx9LdJf5',
    createdAt: '2026-03-01T08:00:00.000Z',
    updatedAt: '2026-11-20T09:15:00.000Z',
    version: 412,
    icon: 'icons/9f2c.webp',
    userID: 'ada',
    fullName: 'Ada Harbour',
    ...(sampleAppForm() as Partial<App>),
    ...over,
  } as App;
}
