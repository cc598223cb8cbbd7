/** The first administrator, and the password when it was made just now. */
export type FirstAdmin = { email: string; generatedPassword: string | null };

/** Who hears how a start goes: the operator, or from a worker the process that started it. */
export type StartReport = {
  /** Everything is built; the first administrator is null while the last good ads stand in for the database. */
  prepared(admin: FirstAdmin | null): void;
  /** Requests are answered, at this address. */
  serving(address: string): void;
  /** There is something to mend before a start, in one line; resolves when it is said. */
  refused(message: string): Promise<void>;
};
