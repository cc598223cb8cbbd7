import type { App } from '@adwarden/contract/apps';
import type { StaleField } from '../../../ui/form/stale-edit.tsx';
import { appLabels, appStatusLabels, onOffLabels } from '../app-labels.ts';
import {
  type AppFormValues,
  type AppTextField,
  type FormRole,
  fieldsOf,
  formOfApp,
} from './app-form-values.ts';

/** The fields that were changed in the form since it began with `base`; white space around does not count. */
export function changedFields(role: FormRole, base: App, mine: AppFormValues): AppTextField[] {
  const before = formOfApp(base);
  return fieldsOf(role).filter((field) => mine[field].trim() !== before[field]);
}

const words: Partial<Record<AppTextField, Record<string, string>>> = {
  adsStatus: onOffLabels,
  appStatus: appStatusLabels,
  visibleExtra: onOffLabels,
  ipAddress: onOffLabels,
};

/** A value as the form's selects say it; other fields hold what was typed. */
const shown = (field: AppTextField, value: string): string => words[field]?.[value] ?? value;

/** The fields, in the form's order, in which the form differs from what is saved now; `base` is what it began with. */
export function differences(
  role: FormRole,
  { base, theirs, mine }: { base: App; theirs: App; mine: AppFormValues },
): StaleField[] {
  const [before, now] = [formOfApp(base), formOfApp(theirs)];
  const changed = new Set(changedFields(role, base, mine));
  const rows = fieldsOf(role)
    .filter((field) => mine[field].trim() !== now[field])
    .map((field) => ({
      field,
      label: appLabels[field],
      theirs: shown(field, now[field]),
      mine: changed.has(field) ? shown(field, mine[field].trim()) : null,
      clash: changed.has(field) && now[field] !== before[field],
    }));
  const theirIcon = base.icon !== theirs.icon;
  if (!mine.icon && !theirIcon) return rows;
  const icon: StaleField = {
    field: 'icon',
    label: appLabels.icon,
    theirs: theirIcon ? 'a new icon' : 'the icon as it was',
    mine: mine.icon?.name ?? null,
    clash: theirIcon && mine.icon !== null,
  };
  return [icon, ...rows];
}
