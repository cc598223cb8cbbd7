import { adUnitSlots, sampleAdUnits } from './ad-units.ts';
import { adminExamples } from './admins/examples.ts';
import { apiKeyExamples } from './api-keys/examples.ts';
import { appAdsExamples } from './app-ads/examples.ts';
import { batchExamples } from './batches/examples.ts';
import { changeRequestExamples } from './change-requests/examples.ts';
import { connectionExamples } from './connections/examples.ts';
import { succeed } from './envelope.ts';
import { examplePage } from './example-page.ts';
import { factorExamples } from './factors/examples.ts';
import { findingExamples } from './findings/examples.ts';
import { invitationExamples } from './invitations/examples.ts';
import { notificationExamples } from './notifications/examples.ts';
import { pauseExamples } from './pauses/examples.ts';
import { singleSignOnExamples } from './single-sign-on/examples.ts';
import { spreadsheetExamples } from './spreadsheets/examples.ts';
import { trafficExamples } from './traffic/examples.ts';
import { viewExamples } from './views/examples.ts';

/** Sample data of one publisher, for the reference page, the OpenAPI document and the tests. */

const emptyAdUnits = Object.fromEntries(adUnitSlots.map(({ name }) => [name, '']));
const filledAdUnits = {
  googleNative1: sampleAdUnits.native,
  googleBanner1: sampleAdUnits.banner,
};

const appID = 'q7m2x5k3v4y6z7ab';
const userId = 'x5k3v7m4y6z7q2ab';

export const appForm = {
  appName: 'Tide Clock',
  packageName: 'com.harbour.tideclock',
  category: 'Weather',
  adsStatus: 'on',
  appStatus: 'live',
  visibleExtra: 'off',
  ipAddress: 'off',
  accountName: 'Harbour Apps',
  note: 'First release in spring',
  ...filledAdUnits,
} as const;

export const userForm = {
  fullName: 'Ada Harbour',
  position: 'Publisher',
  userId: 'ada',
  password: 'tide-clock-7',
};

const app = {
  ...emptyAdUnits,
  ...appForm,
  appID,
  authToken: 'b8Zk1TqPz0aYw4RcU7mNe2HsVx9LdJf5',
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-11-20T09:15:00.000Z',
  version: 412,
  icon: `icons/${'9f2c'.repeat(16)}.webp`,
  userID: 'ada',
  fullName: 'Ada Harbour',
};

const user = {
  id: userId,
  userID: 'ada',
  fullName: 'Ada Harbour',
  position: 'Publisher',
  password: 'tide-clock-7',
  needsApproval: 'off',
  email: 'ada@example.com',
  noOfApps: 1,
  singleSignOn: false,
  createdAt: '2026-03-01T08:00:00.000Z',
  version: 398,
};

const remainingApp = {
  appID,
  authToken: app.authToken,
  appName: app.appName,
  accountName: app.accountName,
  packageName: app.packageName,
  icon: app.icon,
  ipAddress: app.ipAddress,
  createdAt: '2026-03-02T10:30:00.000Z',
};
const configuration = {
  ...remainingApp,
  country: 'UnitedStates,IN',
  countryCodes: ['US', 'IN'],
  version: 405,
};

const ads = {
  ...emptyAdUnits,
  ...filledAdUnits,
  appID,
  appName: app.appName,
  packageName: app.packageName,
  accountName: app.accountName,
  category: app.category,
  icon: app.icon,
  appStatus: 'live',
  adsStatus: 'on',
  visibleExtra: 'off',
  ipAddress: 'off',
  country: ['US', 'IN'],
  caller: null,
  reason: null,
  updatedAt: app.updatedAt,
};

const admin = {
  _id: 'm4x5k3v7y6z7q2ab',
  role: 'admin',
  access: 'all',
  fullName: 'Administrator',
  email: 'admin@example.com',
};
const owner = { id: userId, role: 'user', fullName: 'Ada Harbour', userID: 'ada' };
const token = '6sZ1kQ0vN3xYb8TqPz2aWw4RcU7mNe5HsVx9LdJfAoE';

const usageDay = { day: '2026-11-21', ok: 840, notModified: 402, oldToken: 0, wrongToken: 0 };
const { day: _, ...usageTotal } = usageDay;

const change = {
  seq: 412,
  at: app.updatedAt,
  actor: { kind: 'user', id: userId, name: 'Ada Harbour', address: '192.0.2.7' },
  entity: 'app',
  key: appID,
  name: app.appName,
  action: 'update',
  diff: [{ field: 'adsStatus', before: 'off', after: 'on' }],
};

const overtaken = (thing: string, current: object) => ({
  status: 'error',
  success: false,
  message: `Somebody changed this ${thing} in the meantime`,
  current,
  changedBy: 'Ada Harbour',
  changedAt: app.updatedAt,
});
const globalSettings = { apiMethod: 'local', ipInfoToken: '', vpnApiKey: '' };

/** An example of each schema that the OpenAPI document names. */
const openSession = {
  id: 'q7x2k5v3y4z6n2ab',
  device: 'Chrome on Windows',
  address: '203.0.113.7',
  country: 'DE',
  since: '2026-03-01T08:00:00.000Z',
  lastUsedAt: '2026-03-01T09:15:00.000Z',
  isThis: true,
};

export const examples = {
  AdminSignIn: { email: admin.email, password: 'harbour-lights-9' },
  UserSignIn: { userID: 'ada', password: userForm.password },
  SignOut: {},
  AdminPasswords: {
    oldPassword: 'harbour-lights-9',
    newPassword: 'evening-ferry-12',
    confirmPassword: 'evening-ferry-12',
  },
  UserPasswords: {
    oldPassword: userForm.password,
    newPassword: 'evening-ferry-12',
    confirmPassword: 'evening-ferry-12',
  },
  NewApp: appForm,
  // An old version: sending this example unchanged gets a 409 and changes nothing.
  AppChanges: { adsStatus: 'off', version: 1 },
  NewUser: userForm,
  UserChanges: { position: 'Publisher' },
  NewAppConfiguration: { id: appID, country: configuration.country },
  AppConfigurationChanges: { country: configuration.country },
  ApiMethod: { apiMethod: 'local' },
  IpInfoToken: { ipInfoToken: '' },
  VpnApiKey: { VPNAPIKey: '' },
  RotateToken: { keepOldForDays: 30 },
  EndOldToken: { since: app.createdAt },
  WayBack: { last: 412 },
  TestAds: { ipAddress: '203.0.113.7' },

  AdminSignedIn: { ...succeed('Signed in', admin), token, user: admin },
  UserSignedIn: { ...succeed('Signed in', owner), token, user: owner },
  OpenSessionList: succeed('Sessions', [openSession]),
  EndedSession: succeed('Session ended', { id: openSession.id }),
  EndedSessions: succeed('2 sessions ended', { ended: 2 }),
  ...adminExamples,
  ...apiKeyExamples,
  ...invitationExamples(owner, { ...succeed('Signed in', owner), token, user: owner }),
  ...factorExamples({ ...succeed('Signed in', owner), token, user: owner }),
  ...singleSignOnExamples({ ...succeed('Signed in', owner), token, user: owner }),
  Nothing: succeed('Signed out', null),
  SignedOut: {
    ...succeed('Signed out', null),
    leaveTo: 'https://login.example.com/session/end?client_id=adwarden',
  },
  AppAnswer: succeed('Application updated', app),
  AppList: examplePage('Applications', {
    ...app,
    paused: false,
    waiting: false,
    scheduledAt: null,
  }),
  AppStats: succeed('Counts', {
    apps: 64,
    live: 48,
    suspend: 5,
    inDevelop: 11,
    users: 8,
    findings: [],
    worstApps: [],
  }),
  FilterValues: {
    ...succeed('Values', [{ value: 'ada', label: 'Ada Harbour', apps: 12 }]),
    hasMore: false,
  },
  NewPastedList: { terms: [app.packageName, 'com.harbour.gone'] },
  PastedListAnswer: succeed('Pasted list', {
    id: 'p4x5k3v7m2y6q7ab',
    terms: 2,
    missing: ['com.harbour.gone'],
  }),
  AccountNames: succeed('Account names', {
    inUse: [],
    close: [{ accountName: 'Quillmoor Studio', apps: 12 }],
  }),
  DeletedApp: succeed('Application deleted', { appID }),
  OldTokens: succeed('Old tokens', {
    appID,
    oldTokens: [{ since: app.createdAt, until: '2026-12-20T09:15:00.000Z' }],
  }),
  IpRules: succeed('What IP Address needs', {
    appID,
    country: 'DE,IN',
    countries: ['DE', 'IN'],
    vpn: true,
  }),
  RotatedToken: succeed('Token rotated', { ...app, oldTokenUntil: '2026-12-20T09:15:00.000Z' }),
  UserAnswer: succeed('User created', { ...user, password: 'Hidden' }),
  UserList: examplePage('Users', user),
  UserNameList: examplePage('Users', {
    id: userId,
    userID: user.userID,
    fullName: user.fullName,
    noOfApps: user.noOfApps,
  }),
  UserPassword: succeed('Password', { id: userId, password: user.password }),
  DeletedUser: succeed('User deleted', { id: userId }),
  AppConfigurationAnswer: succeed('App configuration added', configuration),
  AppConfigurationList: examplePage('App configurations', configuration),
  DeletedAppConfiguration: succeed('App configuration deleted', { appID }),
  RemainingAppList: examplePage('Remaining applications', remainingApp),
  CategoryList: succeed('Categories', [{ categoryName: 'Weather' }]),
  GlobalConfigAnswer: succeed('Global settings', globalSettings),
  TestedAds: succeed('Tested', {
    ads,
    steps: [{ rule: 'verdict', outcome: 'pass', text: 'The phone gets ads.' }],
  }),
  UsageAnswer: succeed('Usage', {
    days: [usageDay],
    total: usageTotal,
    unknownApps: 7,
    topApps: [{ appID, appName: app.appName, requests: 1242 }],
  }),
  AppUsageAnswer: succeed('Usage', {
    appID,
    days: [usageDay],
    total: usageTotal,
    countries: [{ country: 'US', requests: 1242 }],
  }),
  EdgeList: examplePage('Edges', {
    name: 'oslo-1',
    state: 'following',
    versions: ['0.2.0'],
    processes: 2,
    lagMs: 240,
    firstSeenAt: app.createdAt,
    lastSeenAt: app.updatedAt,
  }),
  SavedCopy: succeed('Copy saved', { folder: '/var/lib/adwarden-saved-20261128T120000000Z' }),
  SystemChecks: succeed('System check', [
    {
      name: 'backups',
      state: 'warning',
      what: 'The server makes no backups by itself',
      why: 'If the disk fails, or somebody deletes something, all that came after it is lost.',
      todo: 'Set BACKUP_DIR to a folder on another disk.',
    },
    {
      name: 'database',
      state: 'ok',
      what: 'SQLite 3.50.4 answers within 0.1 ms',
      why: '',
      todo: '',
    },
  ]),
  ForgottenEdge: succeed('oslo-1 forgotten', { name: 'oslo-1' }),
  AcceptedTime: succeed('Clock accepted', { now: '2026-11-28T09:15:00.000Z' }),
  ...changeRequestExamples({ ...app, userId }),
  ...batchExamples(app),
  ...spreadsheetExamples(app, batchExamples(app).BatchPreviewAnswer.data),
  ...connectionExamples(app),
  ...findingExamples(app),
  ...viewExamples,
  ...appAdsExamples(app),
  ChangeList: { ...examplePage('Changes', change), hasMore: false },
  News: succeed('News', { mark: '412', changed: ['app'] }),
  WayBackPreview: succeed('Difference', { last: 412, diff: change.diff, left: [] }),
  Undone: succeed('Undone', { entity: 'app', app, fields: ['adsStatus'], left: [] }),
  Restored: succeed('Restored', { entity: 'user', user: { ...user, password: '' } }),
  ...pauseExamples(app),
  ...notificationExamples(app),
  ...trafficExamples(app),
  AdsAnswer: succeed('Ads', ads),
  StaleApp: overtaken('app', app),
  StaleUser: overtaken('user', { ...user, password: 'Hidden' }),
  StaleAppConfiguration: overtaken('configuration', configuration),
  Failure: {
    status: 'error',
    success: false,
    message: 'Please Enter App Name',
    errors: [{ field: 'appName', message: 'Please Enter App Name' }],
  },
} as const;
