/**
 * The first parts of all keys of TanStack Query's cache; a query adds its parameters. A write invalidates every key
 * that begins with one of these, so a key begins with what its data depends on: the counts of the dashboard, for
 * example, with `apps`.
 */
export const queryKeys = {
  apps: ['apps'],
  appLists: ['apps', 'list'],
  appStats: ['apps', 'stats'],
  foundApps: ['apps', 'found'],
  oldTokens: ['apps', 'old-tokens'],
  pausable: ['apps', 'pausable'],
  findings: ['apps', 'findings'],
  configurations: ['apps', 'configurations'],
  configurationLists: ['apps', 'configurations', 'list'],
  configuredApps: ['apps', 'configurations', 'configured'],
  remainingApps: ['apps', 'configurations', 'remaining'],
  changeRequests: ['apps', 'change-requests'],
  changeRequestLists: ['apps', 'change-requests', 'list'],
  openChangeRequests: ['apps', 'change-requests', 'open'],
  batches: ['batches'],
  users: ['users'],
  userLists: ['users', 'list'],
  foundUsers: ['users', 'found'],
  owners: ['users', 'owners'],
  pauses: ['pauses'],
  pauseLists: ['pauses', 'list'],
  activePauses: ['pauses', 'active'],
  changes: ['changes', 'list'],
  history: ['changes', 'history'],
  deleted: ['changes', 'deleted'],
  wayBack: ['changes', 'way-back'],
  formChecks: ['form-checks'],
  appUsage: ['usage', 'app'],
  usage: ['usage', 'all'],
  categories: ['categories'],
  countries: ['countries'],
  globalConfig: ['global-config'],
} as const;
