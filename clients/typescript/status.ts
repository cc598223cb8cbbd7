import { textOf } from './answer.ts';

/** Why a request brought no answer, as the protocol names it ("What went wrong"). */
export type Cause =
  | 'bad-address'
  | 'bad-defaults'
  | 'bad-options'
  | 'bad-request'
  | 'cleartext'
  | 'no-answer'
  | 'no-permission'
  | 'not-ours'
  | 'redirected'
  | 'refused'
  | 'unauthorized';

export type Failure = {
  cause: Cause;
  /** For developers, in English. */
  message: string;
  /** Milliseconds since 1970. */
  at: number;
};

/** How asking the server goes. */
export type AdwardenStatus = {
  state: 'never-asked' | 'asking' | 'answered' | 'failed';
  /** The last failure since the start, also when answers came after it; null when all went well. */
  failure: Failure | null;
};

/** The address to ask, without spaces and slashes at its end; or why it is none. */
export function readAddress(given: unknown): { address: string; fault: string | null } {
  const text = textOf(given);
  const address = text.replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(text)) {
    return { address, fault: `The address "${text}" does not begin with https://` };
  }
  if (!/^https?:\/\/[^\s/?#@]+(\/[^\s?#]*)?$/i.test(address)) {
    return { address, fault: `"${text}" is not the address of a server` };
  }
  return { address, fault: null };
}

/** Whether an address has no encryption, and is not of this machine. */
export const isCleartext = (address: string): boolean =>
  /^http:\/\/(?!localhost\b|127\.|\[::1\])/i.test(address);
