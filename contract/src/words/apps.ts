import { adUnitSlots } from '../ad-units.ts';
import { appHints } from '../field-hints.ts';

const adUnitWords = Object.fromEntries(
  adUnitSlots.map(({ name, label }) => [
    name,
    `The ad unit ${label}, as the ad network writes it; empty for none.`,
  ]),
);

/** Fields of apps, their countries, tokens, ads and accounts. */
export const appWords = {
  '': {
    appID: 'The app ID: 16 letters and digits that name the app.',
    authToken: 'The token with which phones ask for the ads of the app. It is a secret.',
    appName: 'The name of the app.',
    packageName: 'The package of the app in the store, or its number in Apple’s store.',
    accountName: 'The account that the app belongs to; empty for none.',
    category: 'The category of the app in the store.',
    categoryName: 'The name of a store category.',
    icon: 'The path of the icon, relative to the address of the server.',
    selectedUser: 'The login id of the app’s owner; empty for nobody.',
    adsStatus: `Whether the app has ads. ${appHints.adsStatus}`,
    appStatus: `How far the app is. ${appHints.appStatus}`,
    visibleExtra: appHints.visibleExtra,
    ipAddress: `A switch, not an address. ${appHints.ipAddress}`,
    note: 'What people want to remember about the app. Phones do not get it.',
    ...adUnitWords,
    userID: 'The login id of the owner; empty without one.',
    fullName: 'The name of the owner; empty without one.',
    updatedAt: 'When the app was changed last.',
    country:
      'Names or codes of countries, separated by commas. With ! before each: everywhere but there.',
    requests7d: 'Requests for its ads in the last seven UTC days; null for the installation.',
    keepOldForDays: 'For how many days older tokens stay valid; 0 ends them at once.',
  },
  AppChanges: {
    id: 'May repeat the app ID of the address; another one is refused.',
    reason: 'Why, for the administrator who approves the change, if it needs that.',
  },
  AppInList: {
    paused: 'Whether a pause stops the ads of the app now.',
    waiting: 'Whether a change of the app waits for approval.',
    delivery: 'What phones get of the app now.',
    scheduledAt: 'When the next scheduled change of the app is applied; null for none.',
    withAds7d: 'How many of its requests in the last seven UTC days had ads on.',
    matched: 'The fields that contain what was searched for.',
  },
  AppDelivery: {
    to: 'How many phones get the ads of the app: all, few or none.',
    reason: 'Why phones get no ads; null when they do.',
    requests:
      'The requests of the last seven days that this is judged by; null if all phones get the same.',
    withAds:
      'How many of these requests get ads by the rules of now; null if all phones get the same.',
  },
  where: {
    appID: 'Only apps with this in the app ID.',
    authToken: 'Only apps with this in the auth token.',
    appName: 'Only apps with this in the name.',
    packageName: 'Only apps with this in the package name.',
    accountName: 'Only apps with this in the account name.',
    category: 'Only apps with this in the category.',
    fullName: 'Only apps whose owner has this in the name.',
    userID: 'Only apps of the owner with this whole login id.',
    account: 'Only apps of this account, in any spelling.',
    adsStatus: 'Only apps with this Ads Status.',
    appStatus: 'Only apps with this App Status.',
    visibleExtra: 'Only apps with this Visible Extra.',
    ipAddress: 'Only apps whose IP Address is on, or off.',
    updatedFrom: 'Only apps that were changed last at this time or later.',
    updatedTo: 'Only apps that were changed last at this time or earlier.',
    requestsFrom: 'Only apps with so many requests or more in the last seven days.',
    requestsTo: 'Only apps with so many requests or fewer in the last seven days.',
    owner: 'Only apps with an owner (any), or without (none).',
    finding: 'Only apps with an open finding: of any rule, or of this one.',
    paused: 'Only apps that a pause covers now, or only others.',
    scheduled: 'Only apps with a scheduled change, or only others.',
    traffic:
      'Only apps with requests in the last seven days, with requests and no ads, or without requests.',
    pasted: 'Only apps of the pasted list with this id.',
  },
  Ads: {
    accountName: 'The account of the app; empty for none.',
    adsStatus: 'Whether this phone shows ads. When it is off, all ad units are empty.',
    country: 'The codes of the countries where the app shows ads; none means everywhere.',
    caller: 'The phone that asked; null for an app whose IP Address is off.',
    reason: 'Why the ads are off; null when they are on.',
  },
  Caller: {
    country: 'The code of the phone’s country; null when it is unknown.',
    vpn: 'Whether the phone uses a VPN; null when that is unknown.',
  },
  TestAds: {
    ipAddress:
      'The address of the phone, IPv4 or IPv6. Instead of it, country and vpn may be given.',
    country: 'The country of the phone; null for an unknown one.',
    vpn: 'Whether the phone comes through a VPN; null for unknown.',
    asked: 'The whole question of the phone: the address with its parameters, or these alone.',
  },
  TestedAds: {
    ads: 'What this phone would get.',
    steps: 'The rules in their order, and what each says.',
  },
  steps: {
    rule: 'The rule that was looked at.',
    outcome: 'What the rule says. Only stop switches the ads off.',
    text: 'The outcome of the rule in words.',
  },
  AppStats: {
    apps: 'How many apps there are.',
    live: 'How many apps are published.',
    suspend: 'How many apps are suspended.',
    inDevelop: 'How many apps are not published yet.',
    users: 'How many owners there are; for administrators.',
    findings: 'The rules with open findings, the worst first.',
    worstApps: 'The apps with the worst open findings.',
  },
  'AppStats.findings': { apps: 'How many apps have open findings of the rule.' },
  worstApps: {
    rule: 'The worst rule that something breaks in the app.',
    severity: 'How bad the worst finding of the app is.',
    findings: 'How many open findings the app has.',
  },
  RotatedToken: { oldTokenUntil: 'Until when the replaced token is valid.' },
  OldTokens: { oldTokens: 'The tokens that were replaced and are still valid, the newest first.' },
  oldTokens: {
    since: 'Since when the old token exists.',
    until: 'Until when the old token is valid.',
  },
  EndOldToken: { since: 'Since when the token exists that ends now.' },
  IpRules: {
    country: 'The countries of the app as they were typed; empty for none.',
    countries: 'The codes of the countries where the app shows ads; empty for everywhere.',
    vpn: 'Whether it is looked up if phones use a VPN.',
  },
  AppConfiguration: {
    countryCodes: 'The codes of the countries where the app shows ads.',
    createdAt: 'When the app got its countries.',
  },
  AppConfigurationChanges: { id: 'May repeat the app ID of the address of this call.' },
  NewAppConfiguration: { id: 'The ID of the app that gets countries.' },
  Account: {
    account: 'The name of the account.',
    apps: 'How many apps the account has.',
    liveApps: 'How many apps of the account are published.',
    site: 'The web site where the app-ads.txt of the account is; empty for none.',
    lines: 'The lines that the ad units of its published apps need.',
    extraLines: 'Further lines of the app-ads.txt, which an administrator has added.',
    check: 'What was found at its site last; null for nothing yet.',
  },
  AccountChanges: {
    site: 'The web site whose app-ads.txt is checked; empty for none.',
    extraLines: 'Further lines for the app-ads.txt.',
  },
  AccountInList: {
    account: 'The name of the account in the list.',
    apps: 'How many apps have this account name.',
    site: 'The web site of the account; empty for none.',
    checkedAt: 'When its site was looked at last; null for never.',
    missing: 'How many lines its site lacks; null while that is not known.',
    isBlocked: 'Whether a robots.txt kept Google’s crawler from the file.',
  },
  inUse: {
    accountName: 'An account name in use.',
    apps: 'How many apps have the name, in any spelling.',
  },
  close: {
    accountName: 'An account name that was probably meant.',
    apps: 'How many apps have the name that was probably meant.',
  },
  AccountNames: {
    inUse: 'The account names that contain what is typed, those of most apps first.',
    close: 'The account names that what is typed is probably a misspelling of.',
  },
  AppAdsCheck: {
    url: 'The address of the file, after redirects.',
    checkedAt: 'When the site was looked at.',
    state: 'Whether the file was read, is not there, or could not be read.',
    trouble: 'Why there is no file to compare; empty when there is one.',
    blocked: 'How a robots.txt keeps Google’s crawler from the file; empty when none does.',
    notes: 'What ad systems may not like in the file.',
    missing: 'The first lines that the file lacks.',
    missingTotal: 'How many lines the file lacks.',
    extra: 'The first lines that the file has and the account does not need.',
    extraTotal: 'How many lines the file has that the account does not need.',
  },
  CheckAppAds: {
    url: 'The site to look at; the account’s own without it.',
    account: 'The name of the account whose lines the site should have.',
  },
  FilterValues: {
    value: 'The value as the parameter of the filter takes it.',
    label: 'What people call the value.',
    apps: 'How many apps the list would show with the value.',
  },
  NewPastedList: { terms: 'Whole app IDs, app names, package names and ad units.' },
  PastedList: {
    id: 'The id of the list: the value of the filter pasted.',
    terms: 'How many different texts the list has.',
    missing: 'The texts that no app has which the caller sees.',
  },
  Connection: {
    secondsLeft: 'For how many seconds the answers to phones are still watched; 0 for not at all.',
    answer: 'The last answer to a phone since then; null for none yet.',
  },
  SeenAnswer: {
    secondsAgo: 'How many seconds ago the phone was answered.',
    country: 'The code of the country of the phone that was answered; null when it is unknown.',
    status: 'The HTTP status of the answer: 200, 304, or 401 for a wrong token.',
    reason: 'Why the ads of the answer were off; null when they were on, or for a refusal.',
  },
} as const;
