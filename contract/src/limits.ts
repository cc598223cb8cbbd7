/** All limits of requests and answers. The multipart limits have room for every valid form. */
export const limits = {
  /** Longest text of each field, in UTF-16 code units after trimming. */
  text: {
    appName: 200,
    packageName: 255,
    accountName: 200,
    category: 100,
    note: 5000,
    adUnit: 200,
    fullName: 200,
    position: 200,
    userID: 100,
    email: 254,
    country: 4000,
    key: 512,
    search: 200,
    /** The text that a phone asked with: an address, or a line of a log that has one. */
    asked: 2_000,
    filter: 255,
    /** The reason of an act that others should understand later. */
    reason: 200,
    viewName: 60,
    keyName: 60,
    site: 255,
    /** Lines of app-ads.txt: files of publishers with many networks have more than 200,000 characters. */
    extraLines: 1_000_000,
    id: 200,
  },
  /** NFC composes at most four code units to one (U+1F82), so a text may be four times as long before NFC. */
  mostUnitsPerCharacter: 4,
  /** Combining marks in a row (UAX #15, stream-safe text). */
  marksInARow: 30,
  password: { min: 8, max: 128 },
  /** Rows of a page unless the request says otherwise (spec, section 9). */
  pageSize: 10,
  maxPageSize: 100,
  maxPage: 999_999,
  /** The maximum of a number in a filter. */
  maxCount: 999_999_999,
  /**
   * The maximum size of a JSON body, in bytes, by the route's size class (`holds`). It has room for every text at its maximum
   * length, not yet composed by NFC and escaped (`\uXXXX`): 24 bytes per character. `lines` has 6, because lines of app-ads.txt
   * are ASCII but for comments. `apps` has 1,000 app IDs as the server makes them, a `batch` 10,000, and any change.
   */
  bodyBytes: {
    few: 32 * 1024,
    view: 64 * 1024,
    apps: 80 * 1024,
    countries: 112 * 1024,
    app: 320 * 1024,
    changes: 448 * 1024,
    batch: 512 * 1024,
    lines: 6 * 1024 ** 2,
  },
  /** The texts of a page that is only shown, all together, in UTF-16 code units. In a page that has more, they are cut. */
  pageText: 400_000,
  /** Calls of one person in a process: those at work until their answer was read, and those that wait for a place. */
  callsOfPerson: { atWork: 8, waiting: 1000 },
  /** A body that brings fewer than `bytes` in so many seconds ends in 408, however long it is. */
  slowBody: { seconds: 30, bytes: 16 * 1024 },
  /**
   * The part of a body that is still read after its request has been answered; then the connection is closed. For people who are
   * signed in, it is as much as the call takes, for `signedInSeconds`.
   */
  restOfBody: { bytes: 64 * 1024, seconds: 2, signedInSeconds: 30 },
  /** The most fields that a refusal names, and the longest message of each. */
  errors: { fields: 100, message: 300 },
  /** The deepest nesting of a JSON body. */
  bodyDepth: 16,
  multipart: {
    /** The maximum bytes of one text field in a form: the longest text (the note) before NFC, 3 bytes per code unit. */
    fieldBytes: 5000 * 4 * 3,
    fieldNameBytes: 100,
    fields: 60,
    files: 1,
  },
  icon: { bytes: 2 * 1024 * 1024, pixels: 4096 * 4096, edge: 256 },
  /** Maximum length of the header `Idempotency-Key`. */
  idempotencyKey: 64,
  /** Maximum length of a path parameter in the URL: the longest id, percent-encoded. */
  pathParameter: 200 * 9,
  /** Maximum number of valid tokens of an app. One more rotation ends the oldest one. */
  appTokens: 5,
  /** Days for which an old token stays valid after a rotation: default and maximum. */
  oldTokenDays: { default: 30, max: 365 },
  /**
   * The number of wrong passwords in `windowMinutes` that lead to 429. The limit per account does not apply to the newest
   * `knownNetworks` networks that signed in to it in the last `knownDays` days (ADR 16).
   */
  signIn: {
    windowMinutes: 15,
    perPair: 10,
    perAddress: 50,
    perAccount: 100,
    knownDays: 30,
    knownNetworks: 50,
  },
  /**
   * Second factors (ADR 133). `perPair` and `perAddress`: wrong tries in `signIn.windowMinutes` of one account and network, and of
   * one network. `strangersADay`: those of an account from networks that it does not know. Texts are as long as people type them.
   * `linkHours`: how long the link works with which somebody sets up a new one in place of those that were removed (ADR 137).
   */
  secondFactor: {
    ticketMinutes: 5,
    setUpMinutes: 15,
    most: 5,
    recoveryCodes: 10,
    perPair: 10,
    perAddress: 60,
    strangersADay: 20,
    typedCode: 60,
    typedLink: 280,
    linkHours: 24,
    ticketLength: 600,
  },
  /**
   * Passkeys (ADR 141). Texts of browsers, in base64url: the id has at most 1,023 bytes (WebAuthn, section 4), and the others have
   * some hundred. `perAddress`: sign-ins of a network that were begun with a passkey or had a wrong one, and did not succeed.
   */
  passkeys: {
    id: 1_364,
    clientData: 4_000,
    attestation: 8_000,
    authenticatorData: 2_000,
    signature: 1_400,
    userHandle: 88,
    transports: 8,
    perAddress: 60,
  },
  /**
   * Single sign-on (ADR 142). `flowMinutes`: the time for a sign-in at the provider. `perNetwork`: begun ones of a network in
   * `signIn.windowMinutes`. `waiting`: begun ones of everybody that are stored. Texts are as long as providers make them;
   * `longestClaim` is that of `sub`, `rules` those of a setting. `refresh` (ADR 144): minutes between two questions to the provider
   * about a session, and after one without an answer; how many are asked at once, and in a run of `runSeconds`; the seconds for which
   * a node keeps a question to itself; bytes of a refresh token.
   */
  singleSignOn: {
    flowMinutes: 10,
    perNetwork: 60,
    waiting: 20_000,
    longestCode: 4_000,
    longestState: 150,
    longestClaim: 255,
    rules: 100,
    refresh: {
      minutes: 60,
      againMinutes: 5,
      atOnce: 10,
      perRun: 1_000,
      runSeconds: 45,
      takenSeconds: 60,
      longestToken: 8_000,
    },
  },
  /** Minutes after a sign-in, or after the last answer, in which nobody is asked again who they are (ADR 136). */
  confirming: { minutes: 10 },
  /** Hours for which the link of an invitation works (ADR 120). */
  invitations: { hours: 48 },
  /** `most`: the most administrators. `setUpMinutes`: the length of a session in which something must be set up first. */
  admins: { most: 200, setUpMinutes: 15 },
  /**
   * API keys (ADR 129). `days`: until the end unless the request says otherwise, and at most. `addresses`: how many one key may
   * name. `callsPerMinute`: of one key in one process. `usedEveryMinutes`: the last use is stored at most so often. `warnDays`:
   * so many days before the end the bell rings.
   */
  apiKeys: {
    days: { default: 90, max: 365 },
    addresses: 20,
    callsPerMinute: 600,
    usedEveryMinutes: 10,
    warnDays: [14, 3],
  },
  /** The maximum lifetime of a session, in days, however often it is used, unless SESSION_DAYS says otherwise. */
  sessionDays: 30,
  /** Sessions of an account; of one more, that ends which was used longest ago. */
  sessions: 50,
  /** Maximum number of waiting password hashes; one more gets 429. */
  hashQueue: 20,
  /**
   * Multipliers of WRITES_PER_MINUTE. Administrators may write `administrators` times as much. The unused writes of
   * `burstMinutes` minutes may be used at once.
   */
  writes: { administrators: 10, burstMinutes: 2 },
  /**
   * Filters: `values`: how many values of a field are listed with their number of apps. A pasted list has at most so many
   * `terms`, each as long as a text in a filter, and so many characters (`length`) in all.
   */
  filters: { values: 50, terms: 500, length: 50_000 },
  /** Saved views: the columns of one, and the characters of all names and values of its query. */
  views: { columns: 40, queryLength: 2000 },
  /**
   * The things that are kept (server/src/pruning): for how many days, counted from their end, and how many of each person
   * (`ofPerson`); of the log of changes so many entries and bytes (of their JSON) of all people; of events that are not in the
   * log (ADR 57) so many of all people. When all together have too much, those who have the most lose some. Every hour the
   * excess is deleted, the oldest first. `usage`: unless TRAFFIC_DAYS says otherwise.
   */
  kept: {
    log: { days: 400, rows: 1_000_000, bytes: 2 * 1024 ** 3 },
    pauses: { days: 400, ofPerson: 10_000 },
    changeRequests: { days: 400, ofPerson: 10_000 },
    batches: { days: 400, ofPerson: 1_000 },
    usage: { days: 90 },
    usageHours: { days: 8 },
    tokenUses: { days: 14 },
    replacedTokens: { days: 400, ofApp: 20 },
    edges: { days: 30 },
    pastedLists: { days: 90, ofPerson: 30 },
    idempotencyKeys: { days: 1 },
    apiKeys: { days: 30 },
    events: { days: 7, rows: 200_000 },
    bell: { days: 30, ofPerson: 100 },
  },
  /**
   * Bytes of the closed change requests that are kept of an owner (`user`) and of an administrator (`admin`). The same holds for
   * their ended batches, and for icons that no app shows any more: each a quarter of `quotas.storedBytes`.
   */
  endedBytes: { user: 64 * 1024 ** 2, admin: 2 * 1024 ** 3 },
  /** The maximum bytes of one entry of the log of changes: the JSON of the whole thing. An app has at most 40,000. */
  entryBytes: 4 * 1024 * 1024,
  /**
   * `news`: the most entries that are read to say what has changed; with more, everything may have changed. `found`: a search in
   * the log counts and lists at most so many of the newest entries with its word.
   */
  changes: { news: 500, found: 10_000 },
  /**
   * The most that one person may have at once: an owner (`user`) and an administrator (`admin`). Only the person's own things
   * count, so nobody can use up what others need. `owners`: how many all owners together may have in one process. `apps`: unless
   * APPS_PER_OWNER says otherwise; administrators own none. `views`: of all lists, private and shared. `pausedApps`: named by a
   * person's active pauses, one by one. `loggedBytes`: how much a person's changes of 24 hours may fill in the log before no
   * batch starts or goes on. `loggedBytesOfUndo`: the same for the undo of a batch: twice as much, so that it can take back what
   * was within the first figure. `idempotencyKeys`: of the last day, each with at most 500 bytes. `storedBytes`: of everything
   * that a person stores, without the log; things that belong to nobody, such as applications without an owner, have as much as
   * an administrator.
   */
  quotas: {
    apps: { user: 1_000, admin: Number.POSITIVE_INFINITY },
    views: { user: 100, admin: 200 },
    apiKeys: { user: 20, admin: 20 },
    pauses: { user: 200, admin: 2_000 },
    pausedApps: { user: 2_000, admin: 20_000 },
    changeRequests: { user: 2_000, admin: 50_000 },
    runningBatches: { user: 5, admin: 5 },
    loggedBytes: { user: 512 * 1024 ** 2, admin: 16 * 1024 ** 3 },
    loggedBytesOfUndo: { user: 1024 ** 3, admin: 32 * 1024 ** 3 },
    idempotencyKeys: { user: 10_000, admin: 50_000 },
    storedBytes: { user: 256 * 1024 ** 2, admin: 8 * 1024 ** 3 },
    eventStreams: { user: 20, admin: 100, owners: 1_000 },
    wholeLists: { user: 2, admin: 4, owners: 6 },
    uploads: { user: 2, admin: 4, owners: 8 },
    previewsInTheMaking: { user: 1, admin: 1, owners: 3 },
  },
  /**
   * `shown`: how many active pauses the web app reads, those that stop most. `days`: how far in the future the end of one may
   * be. `apps`: how many one pause may name. `judged`: for a pause of more apps, the answer does not say how many get their ads
   * again.
   */
  pauses: { shown: 1000, days: 366, apps: 1_000, judged: 5000 },
  /**
   * Change requests: how far ahead one may be scheduled, how late a missed one is still applied, and how many may be open for
   * one app.
   */
  changeRequests: {
    daysAhead: 365,
    missedAfterHours: 24,
    openOfApp: 50,
  },
  /**
   * Batches. `ids`: the apps that one request may name; `apps`: those that one batch may have; `partApps`: those that are read
   * at once; `compared`: how many apps of a preview are compared with other apps. `each`: how many apps may have values of their
   * own in one change, and how many characters these values have together. `publishers`: how many publisher ids the form of ad
   * units offers, and how many characters of ad units it reads for them. A preview is kept for `previewMinutes`. `previews` and
   * `previewBytes`: how many of one person are kept at once, and their bytes; the oldest ones go first. `refusedListed`: how
   * many refused apps of a preview are listed; all are counted. `errors`: how many errors of a refused app are stored, and the
   * bytes of all errors of a preview. `causes`: how many causes of refusals are named with their number, the most frequent
   * first, and how many are told apart.
   */
  batches: {
    ids: 10_000,
    apps: 200_000,
    partApps: 200,
    compared: 500,
    findLength: 200,
    each: { apps: 1_000, text: 100_000 },
    publishers: { offered: 5, readLength: 1_000_000 },
    previewMinutes: 15,
    previews: 5,
    previewBytes: 256 * 1024 * 1024,
    refusedListed: 1000,
    errors: { ofRow: 20, bytes: 512 * 1024 },
    causes: { named: 20, known: 1000 },
  },
  /**
   * Files of an import. `cell` is the maximum length of a text in UTF-16 code units, `rowLength` that of all texts of a row. A
   * JSON file has the names of its columns in its first `namedIn` rows. `meanings`: for how many values of cells a form may give
   * the meaning. `head`: the headings are looked for among so many first rows that are not blank, and in so many characters.
   * `shown`: how many texts of a file in an old encoding are shown, and how long each is. `unknown`: how many unknown values are
   * listed, and how long a listed one is. `ownersByName`: how many names of owners are looked up for one file. `ownersCompared`:
   * with how many owners an unknown one is compared. `someRows`: how many rows can be taken out of a file. `copies`: how many
   * copies of an app the web app makes at once. `workbook`: the limits of a workbook (.xlsx): its `parts`, their unpacked size,
   * and that size as a multiple of the file's from `ratioFrom` on; `partBytes` of those parts that only describe it; sheets,
   * cells of the first sheet, and merged cells.
   */
  import: {
    bytes: 50 * 1024 * 1024,
    rows: 100_000,
    columns: 200,
    heading: 200,
    cell: 20_000,
    rowLength: 1024 * 1024,
    namedIn: 200,
    meanings: 1000,
    head: { rows: 20, length: 16 * 1024 },
    shown: { listed: 20, length: 60 },
    unknown: { listed: 100, length: 100 },
    ownersByName: 1000,
    ownersCompared: 200,
    someRows: 5000,
    copies: 50,
    workbook: {
      entries: 1000,
      unpackedBytes: 300 * 1024 * 1024,
      ratio: 200,
      ratioFrom: 10 * 1024 * 1024,
      partBytes: 8 * 1024 * 1024,
      sheets: 250,
      cells: 10_000_000,
      merged: 10_000,
    },
  },
  /**
   * "Connect": for how long the answers of an app are watched, of how many apps at once, and of how many by one owner (`user`)
   * and one administrator (`admin`). A watched app has about 100 bytes in the database and in each process. `streamSeconds`:
   * then a stream ends, and the client opens another one.
   */
  connect: { minutes: 10, apps: 1000, appsOf: { user: 20, admin: 100 }, streamSeconds: 50 },
  /**
   * Edges. `silentSeconds`: an edge is silent when no office has heard of it for so long. `processes`: how many processes of
   * edges are stored; a key of an edge does not allow more of them.
   */
  edges: { silentSeconds: 60, processes: 1000 },
  /**
   * Webhooks (ADR 57). `most`: of all administrators together. `url`, `name` and `text` (the sentence of an event) are in UTF-16
   * code units. `bytes`: how large the data of an event may be; the difference of a larger one is left out. `seconds`: how long
   * a receiver may take to answer. `hours`: for how long an event is tried again. `deliveries`: how many of each webhook are
   * kept. `causers`: of how many people the events may be sent before their turn by time.
   */
  webhooks: {
    most: 50,
    url: 2000,
    name: 60,
    text: 1000,
    bytes: 64 * 1024,
    seconds: 10,
    hours: 24,
    deliveries: 100,
    causers: 1_000,
  },
  /**
   * Alarms of a webhook (ADR 67). `atOnce`: how many are on their way at once; those that owners cause leave one place to the
   * others. `waiting`: how many are remembered, at most half of them caused by owners; `waitingOf`: how many caused by one
   * person wait at once. Further ones are only sent in their turn.
   */
  alarms: { atOnce: 4, waiting: 1_000, waitingOf: 50 },
  /** The bell of a person: `shown` items, and besides `decisions` items that wait for a decision. */
  bell: { shown: 50, decisions: 50 },
  /**
   * app-ads.txt. `publishers`: how many publisher ids the file of an account has at most. A site has `seconds` for its answer,
   * redirects included; a file of more than `bytes` is not read, nor one that is compressed and unpacks to more. `robots.txt`
   * has the same time, and its first `robotsBytes` are read (RFC 9309). `listed`: how many missing and extra lines an answer
   * has, an extra one with at most `lineLength` characters. `sharing`: how many accounts with the same site share one check.
   * `checkHours`: how often a site is checked automatically. `findings`: how many accounts have a finding at once.
   */
  appAds: {
    publishers: 1000,
    seconds: 3,
    bytes: 1024 ** 2,
    robotsBytes: 500 * 1024,
    redirects: 5,
    listed: 100,
    lineLength: 200,
    sharing: 100,
    checkHours: 24,
    findings: 100,
  },
  /**
   * Account names: how many are offered, how many that are close to a new one are named, and how many it is compared with.
   * `checked`: how many new names of a file are compared; `collected`: among how many different names they are looked for.
   */
  accountNames: { offered: 10, named: 3, compared: 200, checked: 20, collected: 1000 },
  /** The form asks before an edit that turns off more than this share of at least so many requests of a week. */
  impact: { requests: 100, share: 0.1 },
  /** The last millisecond of the year 9999: a later time is a mistake of a clock, or of a stranger. */
  latestTime: 253_402_300_799_999,
  /**
   * `days`: the days of a chart unless the request says otherwise. `mostSent`: how many requests of an app in an hour a
   * process may hand on in one sum. `mostStored`: the maximum of a stored count; a row that has more is a mistake and counts
   * as nothing.
   */
  usage: { days: 30, topApps: 10, mostSent: 10_000_000_000, mostStored: 1_000_000_000_000 },
  /**
   * `days`: for how many days counts may be kept (TRAFFIC_DAYS): five weeks are compared. `steps`: the steps of a chart unless
   * the request says otherwise. `marks`: the most marks of an answer, the newest ones. `comparedDays`: how many days are
   * compared with the weeks before, and `differences`: how many increases and how many decreases are listed. `keptComparisons`:
   * of how many owners, accounts and days answers are kept, and how long.
   */
  traffic: {
    days: { min: 35, max: 400 },
    steps: { hour: 48, day: 30 },
    marks: 200,
    comparedDays: [1, 7],
    differences: 10,
    keptComparisons: { most: 200, seconds: 60 },
  },
} as const;
