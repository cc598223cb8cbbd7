import type { Change } from '@adwarden/contract/changes/changes';
import { whyNotUndone } from '@adwarden/contract/changes/undo';

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
    case 'api-key':
      return 'API keys have no way back: make a new one.';
    case 'session':
      return 'A session has no way back: sign in again.';
    case 'factor':
      return 'Second factors have no way back: their person sets them up again.';
    case 'single-sign-on':
      return 'Single sign-on has no way back: its person links it again.';
    case 'secret':
      return 'What was read cannot be unread.';
    case 'app':
    case 'user':
    case 'app-configuration':
    case 'account':
    case 'finding':
    case 'webhook':
      return null;
    default:
      // Only a newer version knows it.
      entity satisfies never;
      return null;
  }
}

/** Returns what the history offers for an entry. Nothing that the server would refuse is offered. */
export function waysBackOf(change: Change): WaysBack {
  const isLost = lost(change);
  if (isLost) return { undo: false, goBack: false, instead: isLost };
  const { action, entity } = change;
  const goBack = action !== 'delete';
  // The first values of these are undone like later ones.
  const isValue = action === 'create' && (entity === 'global-config' || entity === 'account');
  const why = isValue ? null : whyNotUndone(action, names[entity] ?? 'entry');
  return { undo: why === null, goBack, instead: why && `${why}.` };
}
