import type { AdminRole } from '@adwarden/contract/people/people';
import type { Db } from '../../db/schema.ts';
import type { Actor } from '../../http/actor.ts';
import { backdateAdmin } from './admins.demo.store.ts';
import type { Administration } from './admins.manage.service.ts';
import type { createAdmins } from './admins.service.ts';
import { findAdminId } from './admins.store.ts';

type Colleague = {
  email: string;
  name: string;
  role: AdminRole;
  addedDaysAgo: number;
  /** Null: disabled, because such an account has no last sign-in. */
  signedInHoursAgo: number | null;
};

type DemoDeps = {
  db: Db;
  service: ReturnType<typeof createAdmins>;
  administration: Administration;
};

/** The e-mail of the viewer, who has the password that the demo prints. */
export const demoViewer = 'theo@example.com';

const colleagues: Colleague[] = [
  {
    email: 'noor@example.com',
    name: 'Noor Haddad',
    role: 'admin',
    addedDaysAgo: 210,
    signedInHoursAgo: 20,
  },
  {
    email: demoViewer,
    name: 'Theo Lindqvist',
    role: 'viewer',
    addedDaysAgo: 95,
    signedInHoursAgo: 3,
  },
  {
    email: 'camille@example.com',
    name: 'Camille Roux',
    role: 'admin',
    addedDaysAgo: 160,
    signedInHoursAgo: null,
  },
];

/** Adds the colleagues of the demo's administrator: another administrator, a viewer, and one who has left. */
export async function addDemoAdmins(
  { db, service, administration }: DemoDeps,
  admin: Actor,
  password: string,
): Promise<void> {
  for (const { addedDaysAgo, signedInHoursAgo, ...colleague } of colleagues) {
    const { email } = colleague;
    if (await findAdminId(db, email)) continue;
    // Nobody knows the passwords of the others.
    const own = email === demoViewer ? password : crypto.randomUUID();
    await service.add(admin, { ...colleague, password: own });
    const id = (await findAdminId(db, email)) ?? '';
    await backdateAdmin(db, id, { addedDaysAgo, signedInHoursAgo });
    if (signedInHoursAgo === null) await administration.update(admin, id, { enabled: false });
  }
}
