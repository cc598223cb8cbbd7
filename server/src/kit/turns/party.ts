import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The party for whom work is done: a person, an address that has not signed in, or the program itself. `isUrgent`: the work of
 * others waits for it.
 */
export type Party = { readonly key: string; readonly isUrgent: boolean };

const program: Party = { key: 'program', isUrgent: false };
const parties = new AsyncLocalStorage<Party>();

/** Returns the party for whom the present work is done. */
export const partyNow = (): Party => parties.getStore() ?? program;

/** Does some work for a party, with everything that follows from it. */
export const doFor = <T>(party: Party, work: () => T): T => parties.run(party, work);

/** Returns the function bound to the present party, whoever calls it later. */
export const forSameParty = <Given extends unknown[], Result>(
  work: (...given: Given) => Result,
): ((...given: Given) => Result) => AsyncLocalStorage.bind(work);
