import type { Change } from '@adwarden/contract/changes/changes';

/** The ways back from one entry, and why there is none to undo it. */
export type WaysBack = { undo: boolean; goBack: boolean; instead: string | null };

const names: Partial<Record<Change['entity'], string>> = {
  app: 'application',
  user: 'user',
  'app-configuration': 'configuration',
};

/** Why the log cannot undo any change of this kind; null if it can. */
function lost({ entity, key }: Change): string | null {
  switch (entity) {
    case 'global-config':
      return key === 'apiMethod' ? null : 'The log holds no keys: to change it, enter a key again.';
    case 'admin':
      return 'Changes of administrators cannot be undone here.';
    case 'category':
      return 'Categories cannot be restored.';
    case 'pause':
      return 'A pause cannot be restored: pause or resume the ads again.';
    case 'change-request':
      return 'A change request cannot be undone: undo the change of the application.';
    case 'batch':
      return 'A bulk change is undone in the list of bulk changes.';
    case 'secret':
      return 'What was read cannot be unread.';
    default:
      return null;
  }
}

/** Offers only what the server allows; server/src/features/changes/changes.undo.policy.ts has the same rules. */
export function waysBackOf(change: Change): WaysBack {
  const isLost = lost(change);
  if (isLost) return { undo: false, goBack: false, instead: isLost };
  const goBack = change.action !== 'delete';
  switch (change.action) {
    case 'create':
      return change.entity === 'global-config' || change.entity === 'account'
        ? { undo: true, goBack, instead: null }
        : { undo: false, goBack, instead: `To undo this, delete the ${names[change.entity]}.` };
    case 'rotate-token':
      return {
        undo: false,
        goBack,
        instead:
          'A new token cannot be undone: the old one is good for as long as was chosen then.',
      };
    case 'change-password':
      return {
        undo: false,
        goBack,
        instead: 'A new password cannot be undone: set another one.',
      };
    default:
      return { undo: true, goBack, instead: null };
  }
}
