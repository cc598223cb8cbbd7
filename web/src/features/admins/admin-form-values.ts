import { type Admin, adminChanges, newAdmin } from '@adwarden/contract/admins/admins';
import type { AdminRole } from '@adwarden/contract/people/people';
import { makePassword } from '@adwarden/contract/random-text';
import { z } from 'zod';

export type Way = 'invite' | 'password';

export type AdminFormValues = {
  fullName: string;
  email: string;
  role: AdminRole;
  /** The way of the first sign-in of a new administrator. */
  way: Way;
};

/** The body of the request. The password is generated here and shown once. */
export type NewAdminPayload = z.input<typeof newAdmin>;

/** Returns the first values of the form. */
export const formValuesOf = (admin: Admin | null): AdminFormValues => ({
  fullName: admin?.fullName ?? '',
  email: admin?.email ?? '',
  role: admin?.role ?? 'admin',
  way: 'invite',
});

const randomBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

const added = z.preprocess((values) => {
  const { way, ...names } = values as AdminFormValues;
  const first = way === 'invite' ? { invite: true } : { password: makePassword(randomBytes) };
  return { ...names, ...first };
}, newAdmin);
const changed = z.preprocess(
  (values) => {
    const { way: _, ...names } = values as AdminFormValues;
    return names;
  },
  adminChanges.required({ fullName: true, email: true, role: true }),
);

type Sent = {
  fullName: string;
  email: string;
  role: AdminRole;
  password?: string | undefined;
  invite?: boolean;
};

/** Returns the schema of the form; its output is what is sent. A new password is generated each time. */
export const adminSchema = (admin: Admin | null): z.ZodType<Sent> =>
  (admin ? changed : added) as z.ZodType<Sent>;
