import type { ChangeAction } from './changes.ts';

/** Says why a change of this kind cannot be undone; null when it can. `thing` names what was changed, such as "application". */
export function whyNotUndone(action: ChangeAction, thing: string): string | null {
  switch (action) {
    case 'create':
      return `To undo this, delete the ${thing}`;
    case 'rotate-token':
      return 'A new token cannot be undone: the old one is good for as long as was chosen then';
    case 'change-password':
      return 'A new password cannot be undone, because the log holds no passwords: set another one';
    case 'invite.make':
      return 'An invitation cannot be undone: another one, or another password, ends it';
    case 'invite.accept':
      return 'An accepted invitation cannot be undone: set another password, or invite again';
    case 'update':
    case 'delete':
    case 'revoke-tokens':
    case 'restore':
    case 'read':
    case 'undo':
    case 'mute':
    case 'unmute':
    case 'end':
    case 'role':
    case 'enable':
    case 'disable':
    case 'key.make':
    case 'key.end':
    case 'session.end':
    case 'session.country':
    case 'factor.add':
    case 'factor.remove':
    case 'factor.wrong':
    case 'passkey.copied':
    case 'recovery.make':
    case 'recovery.use':
    case 'oidc.bind':
    case 'oidc.unbind':
      return null;
    default:
      // Only a newer version knows it.
      action satisfies never;
      return null;
  }
}
