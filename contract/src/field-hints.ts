/* The hints below fields of forms. The OpenAPI document says the same of these fields (`words/`). */

/** The hints of an application's form. */
export const appHints = {
  adsStatus: 'OFF: no phone gets ads.',
  appStatus:
    'Live: published. In-Develop: not yet, but phones get ads too. Suspend: no phone gets ads.',
  visibleExtra: 'Sent to phones unchanged; the app decides what to show.',
  ipAddress: 'ON: ads only in the app’s countries, and not through a VPN.',
} as const;

/** The hints of a user's form. */
export const userHints = {
  userID: 'What this person signs in with.',
  needsApproval:
    'An administrator must approve each change that this user makes to an application.',
  email: 'Optional. Invitations are mailed there.',
  invite: 'A link with which this person chooses a password. It works once, for 48 hours.',
} as const;

/** The hints of a webhook's form. */
export const webhookHints = {
  url: 'https, of a program or a chat that is told what happens.',
  name: 'The host of the URL if it is empty.',
  format: 'A chat gets a sentence, a program JSON.',
  enabled: 'While it is off, nothing is sent, and what happens then is not sent later.',
} as const;
