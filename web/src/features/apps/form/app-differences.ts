import type { App, AppFormField } from '@adwarden/contract/apps';
import { fieldNames } from '@adwarden/contract/field-names';
import type { Role } from '../../../lib/role.ts';
import { appValueInWords } from '../../../lib/words/words.ts';
import type { StaleField } from '../../../ui/form/stale-edit.tsx';
import { type AppFormValues, fieldsOf, formOfApp } from './app-form-values.ts';

/** The fields that were changed in the form since it began with `base`; white space around does not count. */
export function changedFields(role: Role, base: App, mine: AppFormValues): AppFormField[] {
  const before = formOfApp(base);
  return fieldsOf(role).filter((field) => mine[field].trim() !== before[field]);
}

/** The fields, in the form's order, in which the form differs from what is saved now; `base` is what it began with. */
export function differences(
  role: Role,
  { base, theirs, mine }: { base: App; theirs: App; mine: AppFormValues },
): StaleField[] {
  const [before, now] = [formOfApp(base), formOfApp(theirs)];
  const changed = new Set(changedFields(role, base, mine));
  const rows = fieldsOf(role)
    .filter((field) => mine[field].trim() !== now[field])
    .map((field) => ({
      field,
      label: fieldNames[field],
      theirs: appValueInWords(field, now[field]),
      mine: changed.has(field) ? appValueInWords(field, mine[field].trim()) : null,
      clash: changed.has(field) && now[field] !== before[field],
    }));
  const theirIcon = base.icon !== theirs.icon;
  if (!mine.icon && !theirIcon) return rows;
  const icon: StaleField = {
    field: 'icon',
    label: fieldNames.icon,
    theirs: theirIcon ? 'a new icon' : 'the icon as it was',
    mine: mine.icon?.name ?? null,
    clash: theirIcon && mine.icon !== null,
  };
  return [icon, ...rows];
}
