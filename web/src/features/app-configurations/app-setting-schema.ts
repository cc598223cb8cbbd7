import { newAppConfigurationForm } from '@adwarden/contract/app-configurations';
import { type Countries, refusalOf } from './country-entries.ts';

/** The schema of the App Setting card (spec, section 5); it checks the countries once their names are loaded. */
export function appSettingSchema(countries: Countries | undefined) {
  if (!countries) return newAppConfigurationForm;
  return newAppConfigurationForm.superRefine(({ country }, context) => {
    const message = refusalOf(countries, country);
    if (message !== null) context.addIssue({ code: 'custom', path: ['country'], message });
  });
}
