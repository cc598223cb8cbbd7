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
    noOfApps: 'How many apps the user owns.',
  },
  NewUser: {
    userId: `The login id of the new user. ${userHints.userID}`,
    fullName: 'The full name of the new user.',
    position: 'What the new user does.',
    password: 'The password of the new user.',
    needsApproval: `${userHints.needsApproval} Off unless it is given.`,
  },
  UserChanges: {
    id: 'May repeat the id of the user in the address.',
    userId: 'Another login id.',
    fullName: 'Another full name.',
    position: 'Another position.',
    password: 'Another password.',
    needsApproval: 'Whether an administrator must approve changes of this user from now on.',
  },
  DeletedUser: { id: 'The id of the user who was deleted.' },
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
    user: 'The administrator who has signed in.',
    _id: 'The id of the administrator.',
    role: 'admin: an administrator.',
    fullName: 'The name of the administrator.',
    email: 'The address with which the administrator signs in.',
  },
  'AdminSignedIn.user': {
    _id: 'The id of the administrator, once more.',
    role: 'admin: an administrator, once more.',
    fullName: 'The name of the administrator, once more.',
    email: 'The e-mail address of the administrator, once more.',
  },
  UserSignedIn: {
    token: 'The bearer token of all further calls of the owner.',
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
  },
  UserPasswords: {
    userID: 'May repeat the caller’s login id; another one is refused.',
    oldPassword: 'The owner’s present password.',
    newPassword: 'The owner’s new password.',
    confirmPassword: 'The owner’s new password once more.',
  },
  GlobalConfig: {
    apiMethod: 'How a phone’s country is found: local, ipinfo or header; empty means local.',
    ipInfoToken: 'The key of the service that knows the countries of addresses.',
    vpnApiKey: 'The key of the service that knows the addresses of VPNs.',
  },
  ApiMethod: { apiMethod: 'How to find a phone’s country from now on; empty means local.' },
  IpInfoToken: { ipInfoToken: 'Another key of the service that knows the countries of addresses.' },
  VpnApiKey: { VPNAPIKey: 'Another key of the service that knows VPNs; empty removes it.' },
} as const;
