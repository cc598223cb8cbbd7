import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { counted } from '@adwarden/contract/counted';
import { newPassword, requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import { type AdminRole, adminRoles } from '@adwarden/contract/people/people';
import { z } from 'zod';
import { createChangeLog } from '../changes/change-log.ts';
import { createChangesFeed } from '../changes/changes.feed.ts';
import { deleteThingsOf, endAccess } from '../composition/end-access.ts';
import { acceptTime } from '../db/kept-time.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Db } from '../db/schema.ts';
import { createAdmins } from '../features/admins/admins.service.ts';
import { findAdmin, findAdminId } from '../features/admins/admins.store.ts';
import { removeFactorsOf } from '../features/factors/factors.removal.service.ts';
import { methodsByAccount } from '../features/factors/factors.store.ts';
import { createInvitationLinks } from '../features/invitations/invitations.links.service.ts';
import { endInvitationsBy } from '../features/invitations/invitations.store.ts';
import { refuseOtherUser } from '../foreign-files.ts';
import { commandLineAuthor } from '../http/actor.ts';
import { momentInWords, systemClock } from '../kit/clock.ts';
import { loginKey } from '../kit/ids.ts';
import { createLogger } from '../kit/logger.ts';
import { createPasswordHasher } from '../kit/password-hash.ts';
import { createWeaknessOf } from '../kit/weak-password.ts';
import { signInRules } from '../people/sign-in-rules.ts';
import { stopOrResume } from '../processes/stop-or-resume.ts';
import { endSessionsOf } from '../sessions/sessions.store.ts';
import { clearFailures } from '../sessions/sign-in-failures.store.ts';
import { type Settings, settingsHere } from '../settings.ts';
import { adminLines } from './accounts/accounts.ts';

/* npm run admin -- add | invite | reset | remove | disable | enable | reset-factor | end-sessions | list | accept-time | pause-all | resume-all (usage below). The server may be running. */

const usage = `Usage: npm run admin -- add EMAIL [NAME] [--role admin|viewer] [--local] [--password-stdin]
       npm run admin -- invite EMAIL [NAME]
       npm run admin -- reset EMAIL [--password-stdin]
       npm run admin -- remove EMAIL
       npm run admin -- disable EMAIL | enable EMAIL
       npm run admin -- reset-factor EMAIL
       npm run admin -- end-sessions [EMAIL|USERID]
       npm run admin -- list
       npm run admin -- accept-time
       npm run admin -- pause-all | resume-all
A viewer reads what administrators read, without passwords, keys and whole tokens, and changes nothing.
invite prints a link with which the administrator, a new one or one there is, chooses a password.
reset-factor removes the second factors of whoever has lost them, and prints a link for setting up a new one: for 24 hours,
the password is not enough without it.
--local: signs in with a password also where OIDC_ONLY is on, and needs a second factor then.
A generated password works for 48 hours and is changed at the first sign-in.
A password is generated and printed, or read from the first line of the standard input.`;

const forms = {
  email: requiredText('The e-mail address is empty', {
    label: 'The e-mail address',
    max: limits.text.email,
    name: true,
  }).pipe(z.email('The e-mail address is not valid')),
  name: requiredText('The name is empty', {
    label: 'The name',
    max: limits.text.fullName,
    name: true,
  }),
  password: newPassword('The standard input holds no password', 'The password'),
};

/** Validates an argument; throws a one-line Error. */
function checked(form: keyof typeof forms, value: string | undefined): string {
  const result = forms[form].safeParse(value);
  if (!result.success) throw new Error(result.error.issues[0]?.message);
  return result.data;
}

/** Says where a link belongs that is only a path. */
const belowOffice = (link: string): string =>
  link.startsWith('/') ? ' (below the address of the back office)' : '';

type Question = {
  command: string;
  given: string[];
  isTyped: boolean;
  role: AdminRole;
  isLocal: boolean;
} & Pick<
  Settings,
  'companyName' | 'officeAddress' | 'basePath' | 'requireSecondFactor' | 'singleSignOn'
>;

/** Runs the command and returns the text to print. */
async function run(db: Db, question: Question): Promise<string> {
  const { command, given, isTyped, role, isLocal, companyName, officeAddress, basePath } = question;
  const hasher = createPasswordHasher();
  const weaknessOf = createWeaknessOf(['Adwarden', companyName]);
  // This process has no followers of the log; running servers find the entry in the database.
  const changeLog = createChangeLog(db, createChangesFeed(), systemClock);
  const admins = createAdmins({
    db,
    changeLog,
    hasher,
    weaknessOf,
    clock: systemClock,
    endAccess,
    // The link is printed: who runs the command sends it on.
    invitations: createInvitationLinks({
      mailer: null,
      officeAddress,
      basePath,
      companyName,
      logger: createLogger('silent'),
    }),
    endInvitationsBy,
    deleteThingsOf,
    rules: signInRules(question),
  });
  const password = isTyped
    ? checked('password', (await text(process.stdin)).split('\n', 1)[0])
    : undefined;
  const told = (chosen: string) => (password ? 'with the password given' : `password: ${chosen}`);

  if (command === 'list') {
    const lines = await adminLines(db);
    return (
      lines.join('\n') ||
      'There is no administrator yet. The first start of the server creates one.'
    );
  }
  if (command === 'accept-time') {
    const { now } = await acceptTime(db);
    return `The clock is accepted: ${momentInWords(now)}`;
  }
  if (command === 'end-sessions') {
    const [login] = given;
    const ended = await endSessionsOf(db, login === undefined ? null : loginKey(login));
    return `${counted(ended, 'session')} ended`;
  }
  const email = checked('email', given[0]);
  if (command === 'disable' || command === 'enable') {
    await admins.setEnabled(commandLineAuthor, email, command === 'enable');
    return `${email} ${command}d`;
  }
  if (command === 'reset-factor') {
    const made = await changeLog(commandLineAuthor, async (write) => {
      const id = await findAdminId(write.tx, email);
      const found = id && (await findAdmin(write.tx, id));
      if (!found) throw new Error(`Administrator ${email} not found`);
      const person = { kind: 'admin' as const, id: found.id, fullName: found.fullName };
      const place = { officeAddress, basePath };
      return removeFactorsOf(write, { ...person, login: found.email }, place);
    });
    if (!made) return `${email} has no second factor`;
    const { link, endsAt } = made;
    return `${email} has no second factor any more. Until ${momentInWords(Date.parse(endsAt))} a sign-in needs the password and this link: ${link}${belowOffice(link)}`;
  }
  if (command === 'remove') {
    await admins.remove(commandLineAuthor, email);
    return `${email} removed`;
  }
  if (command === 'reset') {
    const chosen = await admins.reset(commandLineAuthor, email, password);
    // Otherwise the limit of wrong passwords could refuse the new one for a while.
    await clearFailures(db, { kind: 'admin', account: loginKey(email) });
    const id = await findAdminId(db, email);
    const keeps = id && (await methodsByAccount(db, 'admin')).has(id);
    const factor = keeps ? '; the second factor stays (reset-factor removes it)' : '';
    return `${email} reset, ${told(chosen)}${factor}`;
  }
  const name = checked('name', given[1] ?? 'Administrator');
  if (command === 'invite') {
    const { link, endsAt } = await admins.invite(commandLineAuthor, { email, name });
    return `${email} invited, until ${momentInWords(Date.parse(endsAt))}: ${link}${belowOffice(link)}`;
  }
  const chosen = await admins.add(commandLineAuthor, { email, name, password, role, isLocal });
  const as = role === 'viewer' ? ' as a viewer' : '';
  return `${email} added${as}, ${told(chosen)}`;
}

/** The number of arguments of each command. */
const commands: Record<string, { least: number; most: number }> = {
  add: { least: 1, most: 2 },
  invite: { least: 1, most: 2 },
  reset: { least: 1, most: 1 },
  remove: { least: 1, most: 1 },
  disable: { least: 1, most: 1 },
  enable: { least: 1, most: 1 },
  'reset-factor': { least: 1, most: 1 },
  'end-sessions': { least: 0, most: 1 },
  list: { least: 0, most: 0 },
  'accept-time': { least: 0, most: 0 },
  'pause-all': { least: 0, most: 0 },
  'resume-all': { least: 0, most: 0 },
};

try {
  const { values, positionals } = parseArgs({
    options: {
      'password-stdin': { type: 'boolean', default: false },
      role: { type: 'string' },
      local: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const [command = '', ...given] = positionals;
  const takes = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!takes || given.length < takes.least || given.length > takes.most) throw new Error(usage);

  const role = adminRoles.find((one) => one === (values.role ?? 'admin'));
  const isLocal = values.local;
  const isOfAdd = values.role !== undefined || isLocal;
  if (!role || (isOfAdd && command !== 'add')) throw new Error(usage);

  const settings = settingsHere();
  const { dataDir, postgres } = settings;
  if (command === 'pause-all' || command === 'resume-all') {
    // No database: it may be away.
    console.log(await stopOrResume(dataDir, command === 'pause-all'));
    process.exit(0);
  }
  refuseOtherUser(dataDir);
  const { db, close } = await openDatabase({ dataDir, postgres });
  try {
    await migrate(db);
    const isTyped = values['password-stdin'];
    console.log(await run(db, { ...settings, command, given, isTyped, role, isLocal }));
  } finally {
    await close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
