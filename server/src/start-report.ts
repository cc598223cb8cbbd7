import type { FirstAdmin } from './features/admins/admins.service.ts';

/** Reports the steps of a start: to the operator, or from a worker to the supervisor. */
export type StartReport = {
  /** All parts are built. The administrator is null while the last good ads replace the database. */
  prepared(admin: FirstAdmin | null): void;
  /** Requests are answered at this address. */
  serving(address: string): void;
  /** The start failed; the message is one line. Resolves when it is delivered. */
  refused(message: string): Promise<void>;
};
