import type { NewAppForm } from '../apps.ts';
import { appForm, userForm } from '../examples.ts';
import type { NewUserForm } from '../users.ts';

/** A valid form of a new app; `over` replaces some of its fields. */
export function sampleAppForm(over: Partial<NewAppForm> = {}): NewAppForm {
  return { ...appForm, ...over };
}

/** A valid form of a new app owner. */
export function sampleUserForm(over: Partial<NewUserForm> = {}): NewUserForm {
  return { ...userForm, ...over };
}
