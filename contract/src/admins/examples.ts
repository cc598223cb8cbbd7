import { succeed } from '../envelope.ts';
import { examplePage } from '../example-page.ts';

const admin = {
  id: 'n4x5k3v7y6z7q2ab',
  email: 'nia@example.com',
  fullName: 'Nia Quay',
  role: 'admin',
  state: 'on',
  mustSetUp: [],
  invitedUntil: null,
  passwordUntil: null,
  lastSignInAt: '2026-11-20T09:15:00.000Z',
  singleSignOn: false,
  createdAt: '2026-03-01T08:00:00.000Z',
};

/** An example of each schema about administrators. */
export const adminExamples = {
  NewAdmin: { email: admin.email, fullName: admin.fullName, role: 'admin', invite: true },
  AdminChanges: { fullName: admin.fullName },
  AdminAnswer: {
    ...succeed('Nia Quay added', {
      ...admin,
      state: 'invited',
      invitedUntil: '2026-03-03T08:00:00.000Z',
      lastSignInAt: null,
    }),
    invitation: {
      link: 'https://adwarden.example.com/invitation#Zk1TqPz0aYw4RcU7mNe2HsVx9LdJf5b8Zk1TqPz0aYw',
      endsAt: '2026-03-03T08:00:00.000Z',
      mailed: true,
    },
  },
  AdminList: examplePage('Administrators', admin),
  RemovedAdmin: succeed('Nia Quay removed', { id: admin.id }),
};
