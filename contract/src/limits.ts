/** Every bound of the wire in one place; the multipart limits are derived so that no form can outgrow them. */
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
    filter: 255,
    id: 200,
  },
  /** A character that NFC puts together comes in at most four parts (U+1F82), so a text may come that much longer. */
  mostUnitsPerCharacter: 4,
  /** Combining marks in a row (UAX #15, stream-safe text). */
  marksInARow: 30,
  password: { min: 8, max: 128 },
  /** A page of a list holds 10 rows unless asked otherwise (spec, section 9). */
  pageSize: 10,
  maxPageSize: 100,
  maxPage: 999_999,
  /** The largest number that a filter of numbers takes. */
  maxCount: 999_999_999,
  /**
   * Most the body of a call may weigh as JSON, in bytes, by what its route says it holds: every text at its
   * longest before NFC and escaped (`\uXXXX`), 24 bytes for each of its characters.
   */
  bodyBytes: { few: 24 * 1024, countries: 112 * 1024, app: 256 * 1024 },
  multipart: {
    /** Bytes of one text field: the longest text (the note) before NFC, when every unit takes 3 bytes. */
    fieldBytes: 5000 * 4 * 3,
    fieldNameBytes: 100,
    fields: 60,
    files: 1,
  },
  icon: { bytes: 2 * 1024 * 1024, pixels: 4096 * 4096, edge: 256 },
  /** Characters of a path parameter as it stands in the URL: the longest id, percent-encoded. */
  pathParameter: 200 * 9,
  /** Tokens that an app answers to at once: one more rotation ends the oldest. */
  appTokens: 5,
  /** Days that a rotated token goes on being good: the default and the most. */
  oldTokenDays: { default: 30, max: 365 },
  /**
   * Wrong passwords in `windowMinutes` before 429 (design, section 4). The last limit spares the networks, the
   * newest `knownNetworks` of them, that signed in to the account within `knownDays` (ADR 16).
   */
  signIn: {
    windowMinutes: 15,
    perPair: 10,
    perAddress: 50,
    perAccount: 100,
    knownDays: 30,
    knownNetworks: 50,
  },
  /** Days after which a session ends, however often it is used. */
  sessionDays: 30,
  /** Password hashes that may wait; one more gets 429. */
  hashQueue: 20,
  /**
   * Of the calls that write, WRITES_PER_MINUTE for an account: administrators have so many times as much, and
   * what was not used of so many minutes may come at once.
   */
  writes: { administrators: 10, burstMinutes: 2 },
  changes: { keepDays: 400, keepRows: 1_000_000 },
  /** Days that usage is kept, and that a chart shows unless asked otherwise. */
  usage: { keepDays: 90, days: 30, topApps: 10 },
} as const;
