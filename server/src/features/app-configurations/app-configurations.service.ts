import type {
  AppConfiguration,
  AppConfigurationChanges,
} from '@adwarden/contract/app-configurations';
import type { ChangeLog } from '../../changes/change-log.ts';
import { staleEdit } from '../../changes/stale-edit.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { countriesOf } from '../../edits/edits.check.service.ts';
import { writeCountries } from '../../edits/edits.write.service.ts';
import type { Author } from '../../http/actor.ts';
import { invalidField, notFound, takenField } from '../../kit/app-error.ts';
import type { NoteMade } from '../../repeats/repeats.ts';
import { someWriter } from '../../sight/secrets.policy.ts';
import { presentAppConfiguration } from './app-configurations.present.ts';
import * as store from './app-configurations.store.ts';

export type AppConfigurationsService = ReturnType<typeof createAppConfigurationsService>;

async function configuredApp(db: Db, appID: string) {
  const row = await store.findConfiguredApp(db, appID);
  if (!row) throw notFound('App configuration');
  return row;
}

const readOne = async (tx: Db, appID: string) =>
  presentAppConfiguration(someWriter, await configuredApp(tx, appID));

function staleConfiguration(tx: Tx, row: store.ConfiguredAppRow) {
  const { version, createdAt: otherwiseAt } = row;
  const current = presentAppConfiguration(someWriter, row);
  return staleEdit(tx, { thing: 'configuration', version, otherwiseAt, current });
}

/** Builds what administrators do with app configurations (spec, section 7). The version of the app does not change. */
export function createAppConfigurationsService({
  db,
  changeLog,
}: {
  db: Db;
  changeLog: ChangeLog;
}) {
  return {
    /** Returns the configuration of an app; 404 when it has none. */
    read: (appID: string): Promise<AppConfiguration> => readOne(db, appID),

    /** Configures an app; 404 for an unknown app, 409 for one that is configured already. */
    async add(
      author: Author,
      appID: string,
      country: string,
      noteMade?: NoteMade,
    ): Promise<AppConfiguration> {
      const countries = countriesOf(country);
      return changeLog(author, async (write) => {
        const { tx } = write;
        if (!(await store.hasApp(tx, appID))) throw notFound('Application');
        if (await store.findConfiguredApp(tx, appID)) {
          throw takenField('id', 'This application is configured already');
        }
        await writeCountries(write, [{ appID, before: null, countries }]);
        await noteMade?.(tx, appID);
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
      const countries = form.country === undefined ? undefined : countriesOf(form.country);
      return changeLog(author, async (write) => {
        const { tx } = write;
        const before = await configuredApp(tx, appID);
        if (form.version !== undefined && form.version !== before.version) {
          throw await staleConfiguration(tx, before);
        }
        const isSame =
          countries?.country === before.country && countries.countryCodes === before.countryCodes;
        if (countries && !isSame) await writeCountries(write, [{ appID, before, countries }]);
        return readOne(tx, appID);
      });
    },

    /** Deletes the configuration of an app; the log keeps it. */
    async remove(author: Author, appID: string): Promise<{ appName: string }> {
      return changeLog(author, async (write) => {
        const configured = await configuredApp(write.tx, appID);
        await writeCountries(write, [{ appID, before: configured, countries: null }]);
        return { appName: configured.appName };
      });
    },
  };
}
