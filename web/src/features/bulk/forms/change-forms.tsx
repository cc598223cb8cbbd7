import type { Role } from '../../../lib/role.ts';
import type { BulkAction } from '../bar/bulk-actions.ts';
import { AdUnitsForm } from './ad-units-form.tsx';
import type { ChangeFormProps } from './change-form.tsx';
import { CountriesForm } from './countries-form.tsx';
import { FieldsForm } from './fields-form.tsx';
import { OwnerForm, type UseOwners } from './owner-form.tsx';
import { TokensForm } from './tokens-form.tsx';

type Props = ChangeFormProps & {
  action: BulkAction;
  role: Role;
  categories: readonly string[];
  useOwners: UseOwners;
};

/** The form of an action. It begins anew each time it is rendered with another `key`. */
export function ChangeForms({ action, role, categories, useOwners, ...form }: Props) {
  switch (action) {
    case 'fields':
      return <FieldsForm {...form} role={role} categories={categories} />;
    case 'ad-units':
      return <AdUnitsForm {...form} />;
    case 'countries':
      return <CountriesForm {...form} />;
    case 'owner':
      return <OwnerForm {...form} useOwners={useOwners} />;
    case 'tokens':
      return <TokensForm {...form} />;
    default:
      // These have dialogs of their own.
      action satisfies 'pause' | 'export' | 'delete';
      return null;
  }
}
