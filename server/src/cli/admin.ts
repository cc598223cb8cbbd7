import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { counted } from '@adwarden/contract/counted';
import { newPassword, requiredText } from '@adwarden/contract/fields';
import { limits } from '@adwarden/contract/limits';
import { z } from 'zod';
import { createChangeLog } from '../changes/change-log.ts';
import { createChangesFeed } from '../changes/changes.feed.ts';
import { acceptTime } from '../db/kept-time.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import type { Db } from '../db/schema.ts';
import { createAdmins } from '../features/admins/admins.service.ts';
import { endSessions, endSessionsOf } from '../features/sessions/sessions.store.ts';
import { clearFailures } from '../features/sessions/sign-in-failures.store.ts';
import { deleteViewsOf } from '../features/views/views.store.ts';
import { commandLineAuthor } from '../http/actor.ts';
import { momentInWords, systemClock } from '../kit/clock.ts';
import { loginKey } from '../kit/ids.ts';
import { createPasswordHasher } from '../kit/password-hash.ts';
import { createWeaknessOf } from '../kit/weak-password.ts';
import { stopOrResume } from '../processes/stop-or-resume.ts';
import { settingsHere } from '../settings.ts';

/* npm run admin -- add | reset | remove | end-sessions | list | accept-time | pause-all | resume-all (usage below). The server may be running. */

const usage = `Usage: npm run admin -- add EMAIL [NAME] [--password-stdin]
       npm run admin -- reset EMAIL [--password-stdin]
       npm run admin -- remove EMAIL
       npm run admin -- end-sessions [EMAIL|USERID]
       npm run admin -- list
       npm run admin -- accept-time
       npm run admin -- pause-all | resume-all
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

type Question = { command: string; given: string[]; isTyped: boolean; companyName: string };

/** Runs the command and returns the text to print. */
async function run(db: Db, { command, given, isTyped, companyName }: Question): Promise<string> {
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
    endSessions,
    deleteViewsOf,
  });
  const password = isTyped
    ? checked('password', (await text(process.stdin)).split('\n', 1)[0])
    : undefined;
  const told = (chosen: string) => (password ? 'with the password given' : `password: ${chosen}`);

  if (command === 'list') {
    const lines = (await admins.list()).map((admin) => `${admin.email}\t${admin.fullName}`);
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
  if (command === 'remove') {
    await admins.remove(commandLineAuthor, email);
    return `${email} removed`;
  }
  if (command === 'reset') {
    const chosen = await admins.reset(commandLineAuthor, email, password);
    // Otherwise the limit of wrong passwords could refuse the new one for a while.
    await clearFailures(db, { kind: 'admin', account: loginKey(email) });
    return `${email} reset, ${told(chosen)}`;
  }
  const name = checked('name', given[1] ?? 'Administrator');
  return `${email} added, ${told(await admins.add(commandLineAuthor, { email, name, password }))}`;
}

/** The number of arguments of each command. */
const commands: Record<string, { least: number; most: number }> = {
  add: { least: 1, most: 2 },
  reset: { least: 1, most: 1 },
  remove: { least: 1, most: 1 },
  'end-sessions': { least: 0, most: 1 },
  list: { least: 0, most: 0 },
  'accept-time': { least: 0, most: 0 },
  'pause-all': { least: 0, most: 0 },
  'resume-all': { least: 0, most: 0 },
};

try {
  const { values, positionals } = parseArgs({
    options: { 'password-stdin': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [command = '', ...given] = positionals;
  const takes = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (!takes || given.length < takes.least || given.length > takes.most) throw new Error(usage);

  const { dataDir, postgres, companyName } = settingsHere();
  if (command === 'pause-all' || command === 'resume-all') {
    // No database: it may be away.
    console.log(await stopOrResume(dataDir, command === 'pause-all'));
    process.exit(0);
  }
  const { db, close } = await openDatabase({ dataDir, postgres });
  try {
    await migrate(db);
    console.log(await run(db, { command, given, isTyped: values['password-stdin'], companyName }));
  } finally {
    await close();
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
