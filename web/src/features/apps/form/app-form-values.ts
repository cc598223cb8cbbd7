import { forEachAdUnit } from '@adwarden/contract/ad-units';
import { type App, type AppFormField, appFormFields, newAppForm } from '@adwarden/contract/apps';
import { formOf } from '@adwarden/contract/form-of';
import { limits } from '@adwarden/contract/limits';
import { maySet } from '@adwarden/contract/people/app-fields';
import { z } from 'zod';
import type { Role } from '../../../lib/role.ts';

/** The values of the form: texts as typed, '' for nothing chosen, a file if an icon was chosen. */
export type AppFormValues = Record<AppFormField, string> & { icon: File | null };

/** The fields of the role's form, ad units included, without the icon. */
export function fieldsOf(role: Role): AppFormField[] {
  return appFormFields.filter((name) => maySet({ kind: role }, name));
}

/** An empty form: what it is reset to. */
export function emptyAppForm(): AppFormValues {
  const texts = Object.fromEntries(appFormFields.map((name) => [name, '']));
  return { ...(texts as Record<AppFormField, string>), icon: null };
}

/** The form of an app that exists. */
export function formOfApp(app: App): AppFormValues {
  const values = emptyAppForm();
  for (const name of appFormFields) {
    values[name] = name === 'selectedUser' ? app.userID : app[name];
  }
  return values;
}

const copyMark = ' (copy)';

/**
 * The form of a copy: not live, with a name that says so. Package and ad units belong to one app only, so they are empty.
 */
export function formOfCopy(app: App): AppFormValues {
  return {
    ...formOfApp(app),
    ...forEachAdUnit(() => ''),
    appName: `${app.appName.slice(0, limits.text.appName - copyMark.length)}${copyMark}`,
    packageName: '',
    appStatus: 'in-develop',
  };
}

/** `accept` of the file dialogue: what the server reads as an icon. */
export const iconTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];

const icon = z
  .file()
  .mime(iconTypes, { error: 'Icon must be a PNG, JPEG, WebP, GIF or AVIF image', abort: true })
  .max(limits.icon.bytes, `Icon must be at most ${limits.icon.bytes / 1024 ** 2} MB`)
  .nullable();

/** The contract's form of a role, with the icon beside it. */
const schemaOf = (role: Role) =>
  z.object({
    ...(Object.fromEntries(
      fieldsOf(role).map((name) => [name, newAppForm.shape[name]]),
    ) as typeof newAppForm.shape),
    icon,
  });

/** The forms by role: an owner's has neither User nor IP Address. */
export const appFormSchemas = { admin: schemaOf('admin'), user: schemaOf('user') };

/**
 * The values as the body of addApp or updateApp: the fields of the role's form or only those named, and the icon when
 * there is one (absent keeps). `version` is that of the app that the edit replaces, `country` the countries of a new app.
 */
export function toAppBody<Beside extends 'version' | 'country' | 'reason' = never>(
  values: AppFormValues,
  fields: AppFormField[],
  beside: Partial<Record<Beside, string | number>> = {},
) {
  const texts: Partial<Record<AppFormField, string>> = Object.fromEntries(
    fields.map((name) => [name, values[name]]),
  );
  return formOf<AppFormField | 'icon' | Beside>({ ...texts, ...beside, icon: values.icon });
}
