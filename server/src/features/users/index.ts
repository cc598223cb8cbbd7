import { everybody } from '../../changes/secret-reads.ts';
import { defineFeature, type Office } from '../../feature.ts';
import { seesSecrets } from '../../sight/secrets.policy.ts';
import { createUserPasswords } from './users.passwords.service.ts';
import { createUserKeeper, type UserKeeperDeps } from './users.restore.service.ts';
import { type NotePasswordsRead, userRoutes } from './users.routes.ts';
import { createUsers, type UsersDeps } from './users.service.ts';
import { dropSealedPasswords } from './users.store.ts';
import { createWholeUserLists } from './users.whole.service.ts';

/** App owners. */
export const users = defineFeature({
  bounds: { quotas: [], pruning: [] },
  build(
    office: Office &
      Pick<UsersDeps, 'invitations' | 'unassignApps'> &
      Pick<UserKeeperDeps, 'reassignApps'>,
  ) {
    const { db, hasher, seal, noteSecretRead, reassignApps } = office;
    const { showPasswords } = office.settings;
    const passwords = createUserPasswords({ hasher, seal, showPasswords });
    const service = createUsers({ ...office, passwords });
    const noteRead: NotePasswordsRead = (reader, read) => {
      if (!showPasswords || !seesSecrets(reader)) return;
      const whose = read?.map(({ fullName, userID }) => `${fullName} (${userID})`);
      noteSecretRead(reader, 'passwords', whose ?? [everybody]);
    };
    return {
      gives: {
        users: service,
        userAccounts: service,
        wholeUserLists: createWholeUserLists({ db }),
      },
      keepers: { user: createUserKeeper({ readUser: service.read, reassignApps }) },
      async prepare() {
        if (!showPasswords) await dropSealedPasswords(db);
      },
      register: (server) => userRoutes(server, { users: service, noteRead }),
    };
  },
});
