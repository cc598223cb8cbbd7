import type { AdUnitName } from '@adwarden/contract/ad-units';
import type { App } from '@adwarden/contract/apps';
import { countriesInWords } from '@adwarden/contract/country-rule';
import { Checkbox, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import type { Role } from '../../../lib/role.ts';
import { may } from '../../../people/may.ts';
import { ipRulesQuery } from '../apps.api.ts';
import classes from './app-form.module.css';
import type { AppFormApi } from './fields/app-form-field.ts';

/** The countries of the app whose values a new one begins with, as they are saved; undefined without one, or for an owner. */
export function useCopiedCountries(role: Role, copyOf: App | undefined): string | undefined {
  const { data } = useQuery({
    ...ipRulesQuery(copyOf?.appID ?? ''),
    enabled: copyOf !== undefined && may(role, 'set-ip-rules'),
  });
  return data?.country;
}

/** Says which countries a copy gets from the other app. They are saved with it. */
export function CopiedCountries({ of }: { of: App }) {
  const { data, error } = useQuery(ipRulesQuery(of.appID));
  if (!data) return error && <Text className={classes.copied}>{messageOf(error)}</Text>;
  if (data.country === '') return null;
  return (
    <Text className={classes.copied}>
      Countries of the copy, too: {countriesInWords(data.country, data.countries)}.
    </Text>
  );
}

type Props = { form: AppFormApi; of: App; slots: readonly { name: AdUnitName }[] };

/** A box that fills a copy with the ad units of the other app, and takes them out again. */
export function CopiedAdUnits({ form, of, slots }: Props) {
  const [checked, setChecked] = useState(false);
  const filled = slots.filter(({ name }) => of[name] !== '');
  if (filled.length === 0) return null;
  return (
    <Checkbox
      className={classes.copied}
      label="With the ad units"
      description="Two apps with the same ad units cannot be told apart in the reports of your ad network."
      checked={checked}
      onChange={({ currentTarget }) => {
        const isWanted = currentTarget.checked;
        setChecked(isWanted);
        for (const { name } of filled) {
          const typed = form.getValues()[name];
          // An ad unit that was typed meanwhile stays.
          if (typed !== '' && typed !== of[name]) continue;
          form.setFieldValue(name, isWanted ? of[name] : '', { forceUpdate: false });
        }
      }}
    />
  );
}
