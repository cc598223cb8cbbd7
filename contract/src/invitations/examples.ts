import { succeed } from '../envelope.ts';

const token = 'Zk1TqPz0aYw4RcU7mNe2HsVx9LdJf5b8Zk1TqPz0aYw';
const endsAt = '2026-03-03T08:00:00.000Z';

/** Builds an example of each schema of invitations; `signedIn` is what a sign-in answers. */
export const invitationExamples = (
  owner: { fullName: string; userID: string },
  signedIn: object,
) => ({
  InvitationLook: { token },
  InvitationAcceptance: {
    token,
    password: 'evening-ferry-12',
    confirmPassword: 'evening-ferry-12',
  },
  InvitedAnswer: succeed('Invitation', {
    role: 'user',
    login: owner.userID,
    fullName: owner.fullName,
    endsAt,
  }),
  InvitationAccepted: signedIn,
});
