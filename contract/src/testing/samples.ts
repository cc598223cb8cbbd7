import type { NewAppForm } from '../apps.ts';
import { appForm, userForm } from '../examples.ts';
import type { NewUserForm } from '../users.ts';

/** Builds a valid form of a new app; `over` replaces some of its fields. */
export function sampleAppForm(over: Partial<NewAppForm> = {}): NewAppForm {
  return { ...appForm, ...over };
}

type WithPassword = NewUserForm & { password: string };

/** Builds a valid form of a new app owner, with a password. */
export function sampleUserForm(over: Partial<WithPassword> = {}): WithPassword {
  return { ...userForm, ...over };
}
