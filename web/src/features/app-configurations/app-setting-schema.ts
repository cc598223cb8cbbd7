import { newAppConfigurationForm } from '@adwarden/contract/app-configurations';
import { z } from 'zod';
import type { Countries } from '../../ui/countries/country-entries.ts';
import { asText, refusalOf } from '../../ui/countries/typed-countries.ts';

const typed = z.object({
  id: z.string(),
  where: z.enum(['everywhere', 'only', 'except']),
  country: z.string(),
});

/** The schema of the App Setting card (spec, section 5); it checks the countries once their names are loaded. */
export function appSettingSchema(countries: Countries | undefined) {
  return typed
    .superRefine((values, context) => {
      const message =
        countries && values.where !== 'everywhere' ? refusalOf(countries, values) : null;
      if (message) context.addIssue({ code: 'custom', path: ['country'], message });
    })
    .transform((values) => ({ id: values.id, country: asText(values) }))
    .pipe(newAppConfigurationForm);
}
