import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * For whom something is done: a person, an address that has not signed in, or the program itself. `isUrgent`: whatever others
 * do waits for it.
 */
export type Party = { readonly key: string; readonly isUrgent: boolean };

const program: Party = { key: 'program', isUrgent: false };
const parties = new AsyncLocalStorage<Party>();

/** For whom the present work is done. */
export const partyNow = (): Party => parties.getStore() ?? program;

/** Does something for a party, with everything that follows from it. */
export const doFor = <T>(party: Party, work: () => T): T => parties.run(party, work);

/** The function as it would run here: for the same party, whoever calls it later. */
export const forSameParty = <Given extends unknown[], Result>(
  work: (...given: Given) => Result,
): ((...given: Given) => Result) => AsyncLocalStorage.bind(work);
