import { type App, type StaleApp, staleApp } from '@adwarden/contract/apps';
import { ApiError } from '../../lib/api-error.ts';
import {
  type AppFormValues,
  type AppTextField,
  type FormRole,
  fieldsOf,
  formOfApp,
} from './app-form-values.ts';
import { appLabels, appStatusLabels, onOffLabels } from './app-labels.ts';

/** The refusal of a stale edit: what the app is now, who changed it, when; null for another error. */
export function staleEditOf(error: unknown): StaleApp | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  return staleApp.safeParse(error.extra).data ?? null;
}

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

/** One field in which the saved app and the form disagree. */
export type Difference = {
  field: AppTextField | 'icon';
  label: string;
  theirs: string;
  /** Null when this side left the field alone: theirs stays whatever is chosen. */
  mine: string | null;
  /** Whether both sides changed it since the form was opened. */
  clash: boolean;
};

/** The fields, in the form's order, in which the form differs from what is saved now; `base` is what it began with. */
export function differences(
  role: FormRole,
  { base, theirs, mine }: { base: App; theirs: App; mine: AppFormValues },
): Difference[] {
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
  const icon: Difference = {
    field: 'icon',
    label: appLabels.icon,
    theirs: theirIcon ? 'a new icon' : 'the icon as it was',
    mine: mine.icon?.name ?? null,
    clash: theirIcon && mine.icon !== null,
  };
  return [icon, ...rows];
}
