import { counted } from '@adwarden/contract/counted';
import type { FactorKind } from '@adwarden/contract/factors/factors';
import { adminRoleWords, adminStateWords } from '@adwarden/contract/state-words';
import type { Db } from '../../db/schema.ts';
import { listAdminsWithState } from '../../features/admins/admins.service.ts';
import { methodsByAccount } from '../../features/factors/factors.store.ts';
import { momentInWords } from '../../kit/clock.ts';
import { countFactors, factorsWithLogins } from './accounts.store.ts';

/** The most factors that are listed: any number of owners may have one. */
const mostFactors = 200;

const factorWords: Record<FactorKind, string> = {
  totp: 'authenticator app',
  passkey: 'passkey',
};

/** Lists the administrators, one a line: e-mail, name, role, state, whether there is a second factor, and the last sign-in. */
export async function adminLines(db: Db): Promise<string[]> {
  const methods = await methodsByAccount(db, 'admin');
  return (await listAdminsWithState(db)).map((admin) =>
    [
      admin.email,
      admin.fullName,
      adminRoleWords[admin.role],
      adminStateWords[admin.state],
      ...(admin.isBound ? ['single sign-on'] : []),
      methods.has(admin.id) ? 'second factor' : 'password only',
      admin.lastSignInAt === null
        ? 'no sign-in in 30 days'
        : `last sign-in ${momentInWords(admin.lastSignInAt)}`,
    ].join('\t'),
  );
}

/** Lists the second factors of all accounts, one a line: login, kind, name, since when, and the recovery codes that are left. */
async function factorLines(db: Db): Promise<string[]> {
  const listed = await factorsWithLogins(db, mostFactors);
  const lines = listed.map(({ login, method, name, createdAt, codesLeft }) =>
    [
      login,
      `${factorWords[method]} “${name}”`,
      `since ${momentInWords(createdAt)}`,
      `${counted(codesLeft ?? 0, 'recovery code')} left`,
    ].join('\t'),
  );
  const others = (await countFactors(db)) - listed.length;
  return others > 0 ? [...lines, `… and ${others} others`] : lines;
}

/**
 * Says, after a backup was restored, which administrators and second factors there are now: those of the backup. Whoever was
 * removed after it is back.
 */
export async function accountsAfterRestore(db: Db): Promise<string[]> {
  const admins = await adminLines(db);
  const factors = await factorLines(db);
  return [
    'The administrators as they are now:',
    ...(admins.length > 0 ? admins : ['none: the first start makes one']),
    'The second factors as they are now:',
    ...(factors.length > 0 ? factors : ['none']),
    'Passwords, roles and second factors are those of the backup: what was changed or removed after it is back.',
    'npm run admin changes it before the start: list, remove, disable, reset, reset-factor.',
  ];
}
