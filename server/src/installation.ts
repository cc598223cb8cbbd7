/* The facts that an office knows of its installation and of itself without a query. Findings are made of them. */

/** The state of the installation; the counts are those since the last call. */
export type ReadInstallation = {
  /** Answers by IP rules, by whether a country was found. */
  callers: { known: number; unknown: number };
  /** Requests to vpnapi.io: with an answer, and without one because it failed or keeps failing. */
  vpn: { answered: number; failed: number };
  /** The reason why vpnapi.io last gave no answer, for people. */
  vpnTrouble: string;
  /** The time when the database of countries was built, in epoch milliseconds. */
  databaseBuiltAt: number;
  /** Countries are looked up in that database. */
  usesDatabase: boolean;
  /** The reason why DATA_DIR cannot be written, for people; '' when it can. */
  folderTrouble: string;
  /** The automatic backups of this server; null when it makes none. */
  backups: { lastAt: number | null; trouble: string; isOverdue: boolean } | null;
  /** The number of files that a process may open (null: any number), and of connections that were refused because of it. */
  connections: { openFiles: number | null; refused: number };
};

/** The facts that only this server knows of itself, in words; '' and none while all is well. */
export type Here = {
  /** The files that it needs and that are gone. */
  lost: string[];
  /** No process of this machine that answers phones has the saved state. */
  arePhonesBehind: boolean;
  /** The damage in the database. */
  damage: string;
};
