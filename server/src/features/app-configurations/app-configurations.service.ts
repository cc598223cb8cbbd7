import type {
  AppConfiguration,
  AppConfigurationChanges,
} from '@adwarden/contract/app-configurations';
import { parseCountries, unknownCountryMessage } from '@adwarden/contract/countries';
import type { ChangeLog, LoggedWrite } from '../../changes/change-log.ts';
import { staleEdit } from '../../changes/stale-edit.ts';
import type { AppConfigurationTable, Db, Tx } from '../../db/schema.ts';
import type { Author } from '../../http/actor.ts';
import { invalidField, notFound, takenField } from '../../kit/app-error.ts';
import { presentAppConfiguration } from './app-configurations.present.ts';
import * as store from './app-configurations.store.ts';
import { snapshotOf } from './app-configurations.table.ts';

type Countries = Pick<AppConfigurationTable, 'country' | 'countryCodes'>;

export type AppConfigurationsService = ReturnType<typeof createAppConfigurationsService>;

/** The two country columns for a typed list; refuses (400) an entry that is no country, and names it. */
export function readCountry(text: string): Countries {
  const countries = parseCountries(text);
  if (!countries.ok) throw invalidField('country', unknownCountryMessage(countries));
  return { country: countries.country, countryCodes: countries.countryCodes.join(',') };
}

async function configuredApp(db: Db, appID: string) {
  const row = await store.findConfiguredApp(db, appID);
  if (!row) throw notFound('App configuration');
  return row;
}

const readOne = async (tx: Tx, appID: string) =>
  presentAppConfiguration(await configuredApp(tx, appID));

function staleConfiguration(tx: Tx, row: store.ConfiguredAppRow) {
  const { version, createdAt: otherwiseAt } = row;
  const current = presentAppConfiguration(row);
  return staleEdit(tx, { thing: 'configuration', version, otherwiseAt, current });
}

async function insert({ tx, at, log }: LoggedWrite, appID: string, columns: Countries) {
  const row = { appID, ...columns, createdAt: at };
  const [version = 0] = await log({
    entity: 'app-configuration',
    key: appID,
    action: 'create',
    row,
  });
  await store.insertConfiguration(tx, { ...row, version });
}

/** Writes nothing when nothing changes. */
async function update(
  { tx, log }: LoggedWrite,
  before: store.ConfiguredAppRow,
  columns: Partial<Countries>,
) {
  const { appID: key } = before;
  const row = { ...snapshotOf(before), ...columns };
  if (row.country === before.country && row.countryCodes === before.countryCodes) return;
  const [version = 0] = await log({ entity: 'app-configuration', key, action: 'update', row });
  await store.updateConfiguration(tx, { ...row, version });
}

/** The text of a typed list as it is stored, '' for none; refuses (400) an entry that is no country. */
export const storedCountry = (text: string): string =>
  text === '' ? '' : readCountry(text).country;

async function remove({ tx, log }: LoggedWrite, configured: store.ConfiguredAppRow) {
  const { appID: key } = configured;
  const row = snapshotOf(configured);
  await log({ entity: 'app-configuration', key, action: 'delete', row });
  await store.deleteConfiguration(tx, key);
}

/**
 * Configures an app, or changes its configuration, within a transaction; '' removes the configuration. The app must
 * exist.
 */
export async function setCountry(write: LoggedWrite, appID: string, text: string): Promise<void> {
  const before = await store.findConfiguredApp(write.tx, appID);
  if (text === '') {
    if (before) await remove(write, before);
    return;
  }
  const columns = readCountry(text);
  await (before ? update(write, before, columns) : insert(write, appID, columns));
}

/** Builds what administrators do with app configurations (spec, section 7). The version of the app does not change. */
export function createAppConfigurationsService({ changeLog }: { changeLog: ChangeLog }) {
  return {
    /** Configures an app; 404 for an unknown app, 409 for one that is configured already. */
    async add(author: Author, appID: string, country: string): Promise<AppConfiguration> {
      const columns = readCountry(country);
      return changeLog(author, async (write) => {
        const { tx } = write;
        if (!(await store.hasApp(tx, appID))) throw notFound('Application');
        if (await store.findConfiguredApp(tx, appID)) {
          throw takenField('id', 'This application is configured already');
        }
        await insert(write, appID, columns);
        return readOne(tx, appID);
      });
    },

    /**
     * Changes the countries of a configured app; when nothing changes, nothing is written. When `version`
     * is not the current one, 409 with the current configuration.
     */
    async update(
      author: Author,
      appID: string,
      form: AppConfigurationChanges,
    ): Promise<AppConfiguration> {
      if (form.id !== undefined && form.id !== appID) {
        throw invalidField('id', 'The id in the body is not the one in the path');
      }
      const columns = form.country === undefined ? {} : readCountry(form.country);
      return changeLog(author, async (write) => {
        const { tx } = write;
        const before = await configuredApp(tx, appID);
        if (form.version !== undefined && form.version !== before.version) {
          throw await staleConfiguration(tx, before);
        }
        await update(write, before, columns);
        return readOne(tx, appID);
      });
    },

    /** Deletes the configuration of an app; the log keeps it. */
    async remove(author: Author, appID: string): Promise<{ appName: string }> {
      return changeLog(author, async (write) => {
        const configured = await configuredApp(write.tx, appID);
        await remove(write, configured);
        return { appName: configured.appName };
      });
    },
  };
}
