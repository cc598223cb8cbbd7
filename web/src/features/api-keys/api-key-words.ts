import type { KeyScope } from '@adwarden/contract/people/people';

/** Each scope as a person reads it: its name, and what a key may do with it. */
export const scopeWords: Record<KeyScope, { name: string; text: string }> = {
  read: {
    name: 'Read',
    text: 'Lists, exports and the log, without passwords and keys. Of tokens the last four characters.',
  },
  apps: {
    name: 'Applications',
    text: 'Add and change applications, their tokens and countries. Answers have whole tokens.',
  },
  users: { name: 'Owners', text: 'Add, change and delete owners, with a password.' },
  pauses: { name: 'Pauses', text: 'Pause and resume ads.' },
  import: {
    name: 'Import',
    text: 'Preview, start and undo imports and bulk changes. Looking how far they are needs Read, too.',
  },
};

/** Returns the scopes of a key in words: 'Read, Pauses'. */
export const scopesInWords = (scopes: readonly KeyScope[]): string =>
  scopes.map((scope) => scopeWords[scope].name).join(', ');
