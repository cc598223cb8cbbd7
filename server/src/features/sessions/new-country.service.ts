import type { ChangeLog } from '../../changes/change-log.ts';
import type { Db } from '../../db/schema.ts';
import type { Origin } from '../../http/origin.ts';
import type { Logger } from '../../kit/logger.ts';
import type { AccountKind } from '../../sessions/sessions.store.ts';
import { countriesOf, rememberCountry } from './known-countries.store.ts';
import { loggedSession } from './open-sessions.present.ts';

/** Returns the country of an address by the database on this machine, alpha-2; null when it is not known. */
export type CountryOf = (address: string) => string | null;

/** A session that was opened now, and its account. */
type Opened = Origin & {
  id: string;
  kind: AccountKind;
  account: { id: string; fullName: string; login: string };
};

/**
 * Builds what is done about the country of a sign-in: one that is new to the account is an entry of the log, and so an item in the
 * bell of the person. The first country of an account is none. A sign-in never fails because of this.
 */
export function createNoteCountry(deps: {
  db: Db;
  changeLog: ChangeLog;
  countryOf: CountryOf;
  logger: Logger;
}) {
  const { db, changeLog, countryOf, logger } = deps;

  async function note({ id, kind, account, address, device }: Opened): Promise<void> {
    const country = countryOf(address);
    if (country === null) return;
    const known = { kind, accountId: account.id, country };
    const countries = await countriesOf(db, known);
    if (countries.includes(country)) return;
    if (countries.length === 0) return void (await rememberCountry(db, known));
    const { fullName, login } = account;
    const author = { kind, id: account.id, fullName, address };
    await changeLog(author, async ({ tx, log }) => {
      if (!(await rememberCountry(tx, known))) return;
      const row = loggedSession({ id, fullName, login, device, address }, country);
      await log({ entity: 'session', key: id, action: 'session.country', row });
    });
  }

  return (opened: Opened): Promise<void> =>
    note(opened).catch((err) => logger.warn({ err }, 'the country of a sign-in was not noted'));
}
