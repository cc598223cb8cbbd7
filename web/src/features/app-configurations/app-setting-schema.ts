import { newAppConfigurationForm } from '@adwarden/contract/app-configurations';
import { type Countries, refusalOf } from './country-entries.ts';

/** What the App Setting card is checked with (spec, section 5), its countries too once their names are there. */
export function appSettingSchema(countries: Countries | undefined) {
  if (!countries) return newAppConfigurationForm;
  return newAppConfigurationForm.superRefine(({ country }, context) => {
    const message = refusalOf(countries, country);
    if (message !== null) context.addIssue({ code: 'custom', path: ['country'], message });
  });
}
