import type { App, AppFormField } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import { limits } from '@adwarden/contract/limits';
import { appInLink, type StoreLink } from '@adwarden/contract/searched-text';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useAccountNames } from '../../../lib/look-up/account-names.ts';
import type { Role } from '../../../lib/role.ts';
import { may } from '../../../people/may.ts';
import type { ServerSearch } from '../../../ui/form/search-select.tsx';
import { SuggestField } from '../../../ui/form/suggest-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import classes from './app-form.module.css';
import { type AppFormApi, useAppField } from './fields/app-form-field.ts';
import { AppIconField } from './fields/app-icon-field.tsx';
import { type CategoryChoice, CategorySelect } from './fields/category-select.tsx';
import { OwnerSelect } from './fields/owner-select.tsx';
import type { OwnerOption } from './fields/use-owner-search.ts';
import { useFieldDescription } from './findings/field-findings.tsx';

export type AppBasicsProps = {
  role: Role;
  form: AppFormApi;
  categories: CategoryChoice;
  owners: ServerSearch<OwnerOption>;
  /** The owner that the form opened with. */
  owner: OwnerOption | null;
  /** Path of the saved icon; '' for none. */
  icon: string;
  /** The app whose values a new one begins with. */
  copyOf: App | undefined;
};

const max = limits.text;

/** The first fields: icon, names, category and, for administrators, the owner. */
export function AppBasics(props: AppBasicsProps) {
  const { role, form, categories, owners, owner, icon, copyOf } = props;
  return (
    <div className={classes.basics}>
      <AppIconField form={form} saved={icon} />
      <div className={classes.fields}>
        <AppTextField
          form={form}
          field="appName"
          withAsterisk
          limit={max.appName}
          dir="auto"
          data-autofocus
          isReplaced={copyOf !== undefined}
        />
        <AppTextField
          form={form}
          field="packageName"
          reads={appInLink}
          withAsterisk
          limit={max.packageName}
          spellCheck={false}
          autoCapitalize="none"
          classNames={{ input: 'mono' }}
        />
        <AccountNameField form={form} />
        <CategorySelect form={form} categories={categories} />
        {may(role, 'set-owner') && <OwnerSelect form={form} owners={owners} current={owner} />}
      </div>
    </div>
  );
}

type Props = Omit<ComponentProps<typeof TextField>, 'form' | 'label'> & {
  form: AppFormApi;
  field: AppFormField;
  /** Selects the text on focus until it is changed, so that typing replaces it. */
  isReplaced?: boolean;
  /** Reads a store's link, which is replaced by the app that it names; the field says so. */
  reads?: (text: string) => StoreLink | null;
};

/** A one-line text of the form, with its findings below it. */
function AppTextField({ form, field, isReplaced = false, reads, ...rest }: Props): ReactNode {
  const { value, set, props } = useAppField(form, field);
  const [link, setLink] = useState<StoreLink | null>(null);
  const description = useFieldDescription(
    field,
    link?.app === value && <span>Taken from the link to {link.store}.</span>,
  );
  return (
    <TextField
      autoComplete="off"
      label={fieldNames[field]}
      {...rest}
      {...props}
      onChange={(event) => {
        const read = reads?.(event.currentTarget.value);
        props.onChange(event);
        if (!read) return;
        setLink(read);
        set(read.app);
      }}
      onFocus={(event) => {
        props.onFocus?.(event);
        if (isReplaced && !form.isDirty(field)) event.currentTarget.select();
      }}
      description={description}
    />
  );
}

/** The account name, with those in use. */
function AccountNameField({ form }: { form: AppFormApi }): ReactNode {
  const { value, props } = useAppField(form, 'accountName');
  const { suggestions, notice, onFocus } = useAccountNames(value);
  const description = useFieldDescription('accountName', notice && <span>{notice}.</span>);
  return (
    <SuggestField
      {...props}
      autoComplete="off"
      label={fieldNames.accountName}
      limit={max.accountName}
      suggestions={suggestions}
      dir="auto"
      onFocus={(event) => {
        props.onFocus?.(event);
        onFocus();
      }}
      description={description}
    />
  );
}
