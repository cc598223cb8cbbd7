import type { limits } from './limits.ts';

/** Who may call a route. The server decides by the session, never by the payload (ADR 28 "Who may call"). */
export type Who = 'anyone' | 'signed-in' | 'admin' | 'user';

export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** At most one path parameter, written `:appID`. */
  path: string;
  who: Who;
  /** Takes multipart/form-data as well as JSON. */
  multipart?: true;
  /** The form has a file of at most `limits.import.bytes`, as `file`. JSON is not enough. */
  takesFile?: true;
  /** The size class of the body (`limits.bodyBytes`); without it `few`, a few short fields. `app` includes an icon. */
  holds?: Exclude<keyof typeof limits.bodyBytes, 'few'>;
  /** Changes nothing, although its method is not GET. */
  readsOnly?: true;
  /**
   * Works while the disk of the embedded database is full, as all calls do that change nothing, and for an administrator
   * who has used up the budget of writes.
   */
  urgent?: true;
  summary: string;
};

/** Whether calls count against the caller's budget of writes. Ending a session never does. */
export const isBudgeted = ({ method, who, readsOnly }: Route): boolean =>
  method !== 'GET' && who !== 'anyone' && !readsOnly;
