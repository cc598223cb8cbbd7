import { userHints } from '../field-hints.ts';

/** Fields of people, their sessions and passwords, and the global settings. */
export const peopleWords = {
  User: {
    id: 'The id of the user.',
    userID: `The login id. ${userHints.userID}`,
    fullName: 'The full name of the user.',
    position: 'What the user does.',
    password: 'The password in the list of users, as far as it may be shown; otherwise Hidden.',
    needsApproval: userHints.needsApproval,
    email: 'The e-mail address to which invitations are mailed; empty for none.',
    noOfApps: 'How many apps the user owns.',
    singleSignOn: 'Whether the user is linked to an account at the provider.',
  },
  NewUser: {
    userId: `The login id of the new user. ${userHints.userID}`,
    fullName: 'The full name of the new user.',
    position: 'What the new user does.',
    password: 'The password of the new user; without one, an invitation.',
    invite: 'true: instead of a password, a link with which the new user chooses one.',
    needsApproval: `${userHints.needsApproval} Off unless it is given.`,
    email: 'The e-mail address to which invitations are mailed; no two users have the same one.',
  },
  UserChanges: {
    id: 'May repeat the id of the user in the address.',
    userId: 'Another login id.',
    fullName: 'Another full name.',
    position: 'Another position.',
    password: 'Another password.',
    invite: 'true: the password and the sessions end, and a link is made with which to choose one.',
    needsApproval: 'Whether an administrator must approve changes of this user from now on.',
    email: 'Another e-mail address; empty: none any more.',
  },
  UserAnswer: { invitation: 'The new invitation; only in the answer of the call that made it.' },
  Invitation: {
    link: 'The link, which is shown only now; a path while the server does not know its address.',
    endsAt: 'Until when the link works, unless it is used before.',
    mailed: 'Whether a mail server has taken a mail with the link.',
  },
  InvitationLook: { token: 'What stands after the hash in the link.' },
  InvitationAcceptance: {
    token: 'What stands after the hash in the link of the invited person.',
    password: 'The password that the invited person chooses.',
    confirmPassword: 'The chosen password once more.',
  },
  Invited: {
    role: 'admin: the link is for an administrator. user: for an app owner.',
    login: 'What the invited person signs in with: an e-mail address or a login id.',
    fullName: 'The name of the invited person.',
    endsAt: 'Until when the invited person can use the link.',
  },
  DeletedUser: { id: 'The id of the user who was deleted.' },
  Admin: {
    singleSignOn: 'Whether the administrator is linked to an account at the provider.',
    id: 'The id of an administrator.',
    email: 'What this administrator signs in with.',
    fullName: 'The name of this administrator.',
    role: 'What this administrator may do; admin: everything. viewer: read, without secrets.',
    state: 'on: can sign in. invited: has chosen no password yet. off: was disabled.',
    mustSetUp:
      'What this administrator sets up at the next sign-in; password: one was made for them; secondFactor: one is required.',
    invitedUntil: 'Until when the last link to this administrator works; null without one.',
    passwordUntil:
      'Until when a password works that somebody else has made for this administrator; null for any other.',
    lastSignInAt: 'The last sign-in of this administrator in 30 days; null without one.',
  },
  AdminAnswer: { invitation: 'The new link; only in the answer of the call that made it.' },
  NewAdmin: {
    email: 'The e-mail address with which the new administrator signs in.',
    fullName: 'The name of the new administrator.',
    role: 'What the new administrator may do; admin: everything. viewer: read, without secrets.',
    invite: 'true: instead of a password, a link with which to choose one.',
    password: 'A password for the first sign-in: it works for 48 hours, and must be changed then.',
  },
  AdminChanges: {
    fullName: 'Another name of the administrator.',
    email: 'Another address to sign in with.',
    role: 'What the administrator may do from now on; another role ends all sessions.',
    enabled: 'false: all sessions end, and nobody signs in with this account. true: again.',
  },
  RemovedAdmin: { id: 'The id of the administrator who was removed.' },
  ApiKey: {
    id: 'The id of an API key; it is not the key.',
    name: 'The name of the API key, which its person has chosen.',
    scopes: 'What the API key may do: read, change apps, change owners, pause ads, or import.',
    addresses: 'The only addresses and networks from which the API key works; empty: from all.',
    state:
      'on: works. ended: its time is over. off: was turned off, as by the restore of a backup.',
    endsAt: 'When the API key ends by itself.',
    lastUsedAt: 'The last call with the API key, up to 10 minutes old; null without one.',
    person: 'As whom the API key acts.',
  },
  'ApiKey.person': {
    kind: 'admin: the API key of an administrator. user: of an app owner.',
    id: 'The id of the person whose API key it is.',
    name: 'The full name of the person whose API key it is.',
    login: 'What that person signs in with.',
  },
  NewApiKey: {
    name: 'What the new API key is for.',
    scopes: 'What the new API key may do; a viewer’s can only read.',
    endsAt: 'When the new API key ends; in 90 days unless it is given, and in a year at most.',
    addresses: 'Addresses and networks from which alone the new API key works.',
  },
  NewApiKeyAnswer: { key: 'The whole new key; only in the answer of the call that made it.' },
  ApiKeyChanges: { enabled: 'true: the API key works again. false: it is off.' },
  EndedApiKey: { id: 'The id of the API key that was ended.' },
  OpenSession: {
    id: 'The id of a session; it is not its token.',
    device: 'What the browser said of itself at the sign-in, such as Chrome on Windows.',
    address: 'The network address from which the person has signed in.',
    country: 'The country of that address, alpha-2; null when it is not known.',
    since: 'When the person has signed in.',
    lastUsedAt: 'The last use of the session, up to a minute old.',
    isThis: 'Whether it is the session of this call.',
  },
  EndedSession: { id: 'The id of the session that was ended.' },
  EndedSessions: { ended: 'How many other sessions of the caller were ended.' },
  AdminSignIn: {
    email: 'The e-mail address of the administrator.',
    password: 'The password of the administrator.',
  },
  UserSignIn: {
    userID: 'The login id of the owner who signs in.',
    password: 'The password of the owner who signs in.',
  },
  AdminSignedIn: {
    token: 'The bearer token of all further calls of the administrator.',
    mustSetUp: 'What the administrator must set up first; absent: nothing.',
    user: 'The administrator who has signed in.',
    _id: 'The id of the administrator.',
    role: 'admin: an administrator.',
    access: 'all: the administrator may do everything. view: read, without secrets (a viewer).',
    fullName: 'The name of the administrator.',
    email: 'The address with which the administrator signs in.',
  },
  'AdminSignedIn.user': {
    _id: 'The id of the administrator, once more.',
    role: 'admin: an administrator, once more.',
    access: 'What the administrator may do, once more.',
    fullName: 'The name of the administrator, once more.',
    email: 'The e-mail address of the administrator, once more.',
  },
  UserSignedIn: {
    token: 'The bearer token of all further calls of the owner.',
    mustSetUp: 'What the owner must set up first; absent: nothing.',
    user: 'The owner who has signed in.',
    id: 'The id of the owner.',
    role: 'user: an app owner.',
    fullName: 'The name of the owner who has signed in.',
    userID: 'The login id with which the owner signs in.',
  },
  'UserSignedIn.user': {
    id: 'The id of the owner, once more.',
    role: 'user: an app owner, once more.',
    fullName: 'The name of the owner, once more.',
    userID: 'The login id of the owner, once more.',
  },
  SignOut: { adminId: 'Is ignored: the caller’s own session ends.' },
  AdminPasswords: {
    email: 'May repeat the caller’s e-mail address; another one is refused.',
    oldPassword: 'The administrator’s present password.',
    newPassword: 'The administrator’s new password.',
    confirmPassword: 'The administrator’s new password once more.',
    endOthers: 'false: only the administrator’s session of this call ends, and the others go on.',
  },
  UserPasswords: {
    userID: 'May repeat the caller’s login id; another one is refused.',
    oldPassword: 'The owner’s present password.',
    newPassword: 'The owner’s new password.',
    confirmPassword: 'The owner’s new password once more.',
    endOthers: 'false: only the owner’s session of this call ends, and the others go on.',
  },
  SecondFactor: {
    ticket: 'The ticket for the second step; it is valid for five minutes, and for one sign-in.',
    methods: 'What the second step takes: a code (totp), a recovery code, a passkey, or a link.',
    options:
      'With passkey: what the browser needs for the second step, for parseRequestOptionsFromJSON.',
  },
  Again: {
    ticket: 'The ticket for the answer; it is valid for five minutes, once, and in this session.',
    methods:
      'What confirms that it is you: a code (totp), a recovery code or a passkey; the password or single sign-on without a second factor.',
    options: 'With passkey: what the browser needs to confirm, for parseRequestOptionsFromJSON.',
  },
  '': {
    secondFactor: 'The password was right; the account has a second factor, which comes next.',
    again: 'The call works once the caller has confirmed that it is them.',
  },
  SecondFactorForm: {
    ticket: 'The ticket in the answer to the first step.',
    code: 'The code that the authenticator app shows now; blanks do not count.',
    recoveryCode: 'A recovery code, in the place of a code; it works once.',
    link: 'The link of whoever removed the second factor, or what stands after its hash; it works once.',
    passkey: 'What the browser answers to `options`, in the place of a code or of the password.',
  },
  RemovedFactors: {
    link: 'The link for setting up a new second factor, which is shown only now; a path while the server does not know its address.',
    endsAt: 'Until when this link works, unless it is used before.',
  },
  AgainForm: {
    ticket: 'The ticket in the refusal of the call.',
    password: 'The password of the caller, who has no second factor.',
    code: 'The code that the authenticator app of the caller shows now; blanks do not count.',
    recoveryCode: 'A recovery code of the caller, in the place of a code; it works once.',
    passkey: 'What the browser answers to `options`, for a passkey of the caller.',
  },
  ConfirmedAgain: {
    token: 'The bearer token of the session from now on; the one of the call has ended.',
  },
  SingleSignOn: {
    as: 'The kind of the account.',
    for: 'signIn (without it), again to confirm that it is you, link to bind your account.',
    ticket: 'For again: the ticket in the refusal of the call.',
    chooseAccount:
      'The provider lets the person choose an account, also when one is signed in there: after a refusal.',
  },
  SignedOut: {
    leaveTo:
      'The page of the provider on which you sign out there, too; only with OIDC_SIGN_OUT=on, and for a session of single sign-on.',
  },
  SingleSignOnBegun: {
    url: 'The page of the provider.',
    flow: 'Belongs to this browser, which keeps it: without it nobody ends this sign-in.',
  },
  SingleSignOnReturn: {
    code: 'The code from the address; or, in its place, error.',
    error: 'The refusal from the address.',
    state: 'The state from the address.',
    iss: 'The issuer from the address, if it is there.',
    flow: 'What the browser has kept.',
  },
  Factor: {
    id: 'The id of the second factor.',
    kind: 'totp: an authenticator app; passkey: a key of WebAuthn.',
    name: 'What the second factor is called.',
    createdAt: 'When the second factor was added.',
    lastUsedAt: 'When somebody last signed in with it; null: never.',
    replacesPassword: 'Whether it signs in without the password, as some passkeys do.',
    host: 'The host name that a passkey belongs to; null: an authenticator app.',
    isUsable: 'false: the back office has another address now, so the passkey cannot be used.',
  },
  AddPasskey: {
    replacesPassword:
      'Whether the passkey signs in without the password; it then asks for a finger, a face or a PIN.',
  },
  NewPasskeyAnswer: {
    id: 'The id of the set-up of a passkey.',
    options: 'What the browser needs to make a passkey, for parseCreationOptionsFromJSON.',
  },
  PasskeyConfirmation: {
    id: 'The id of the set-up that the browser has answered.',
    name: 'What to call the passkey.',
    response: 'What the browser answers to the options of the set-up.',
  },
  NewPasskey: {
    id: 'The id of the new passkey, in base64url.',
    rawId: 'The id of the new passkey once more.',
    type: 'public-key: what the browser has made.',
    response: 'What the new passkey has signed.',
  },
  'NewPasskey.response': {
    clientDataJSON: 'What the browser says about the set-up, in base64url.',
    attestationObject: 'The public key and what belongs to it, in base64url.',
    transports: 'How the passkey is reached, such as usb or internal.',
  },
  PasskeyAnswer: {
    id: 'The id of the passkey that was used, in base64url.',
    rawId: 'The id of the passkey that was used once more.',
    type: 'public-key: what the browser has used.',
    response: 'What the passkey has signed.',
  },
  'PasskeyAnswer.response': {
    clientDataJSON: 'What the browser says about the sign-in, in base64url.',
    authenticatorData: 'What the passkey says about itself, in base64url.',
    signature: 'The signature of both, in base64url.',
    userHandle: 'The account as the passkey knows it; required in the place of a password.',
  },
  PasskeyAsked: {
    ticket:
      'The ticket for the passkey; it is valid for five minutes, and for one sign-in with it.',
    options: 'What the browser needs to find a passkey, for parseRequestOptionsFromJSON.',
  },
  Ways: {
    passkeys: 'Whether people can sign in with a passkey.',
    passkeyOrigin: 'The origin of the pages on which browsers take passkeys; null: of none.',
    noPasskeys: 'Why there are no passkeys: what does not fit about the address; null: there are.',
    singleSignOn: 'Single sign-on; null: it is not set up.',
  },
  SingleSignOnWay: {
    name: 'What people call the provider; the text of the button.',
    as: 'Who may sign in so: admin stands for administrators and viewers.',
  },
  FactorList: {
    recoveryCodesLeft: 'The number of recovery codes that are not used yet.',
    singleSignOn: 'Whether the account is bound to one at the provider of single sign-on.',
  },
  NewTotpAnswer: {
    id: 'The id of the set-up, for its confirmation.',
    secret:
      'The secret for the authenticator app, in base32, to be typed. It is in no later answer.',
    uri: 'The same as the content of a QR code.',
  },
  TotpConfirmation: {
    id: 'The id of the set-up.',
    code: 'The code that the authenticator app shows now.',
  },
  ConfirmedFactor: {
    recoveryCodes:
      'The recovery codes; only with the first factor of an account, and in no later answer.',
  },
  NewRecoveryCodes: { recoveryCodes: 'The new recovery codes. They are in no later answer.' },
  GlobalConfig: {
    apiMethod: 'How a phone’s country is found: local, ipinfo or header; empty means local.',
    ipInfoToken: 'The key of the service that knows the countries of addresses.',
    vpnApiKey: 'The key of the service that knows the addresses of VPNs.',
  },
  ApiMethod: { apiMethod: 'How to find a phone’s country from now on; empty means local.' },
  IpInfoToken: { ipInfoToken: 'Another key of the service that knows the countries of addresses.' },
  VpnApiKey: { VPNAPIKey: 'Another key of the service that knows VPNs; empty removes it.' },
} as const;
