import { newUserForm } from '@adwarden/contract/users';
import { planApp } from './app-story.ts';
import { accounts, demoPassword, leaver, people } from './portfolio.ts';
import type { Draw } from './random.ts';
import type { Calendar, Deed, Person, Stage } from './stage.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const days = { first: 300, promotion: 60, leaving: 20 };

function createCalendar(now: number, draw: Draw): Calendar {
  return (daysAgo) => {
    const date = new Date(now - daysAgo * dayMs);
    const afterFriday = Math.max(0, ((date.getUTCDay() + 6) % 7) - 4);
    date.setUTCHours(7, 0, 0, 0);
    return (
      date.getTime() - afterFriday * dayMs + draw.below(11 * 60) * minuteMs + draw.below(60_000)
    );
  };
}

/** A new app owner's account, and what becomes of it. */
function planPerson(
  { users, admin }: Stage,
  person: Person,
  form: (typeof people)[number],
  times: { created: number; promoted: number; left: number },
): Deed[] {
  let id = '';
  const { position } = form;
  const before = form.before ?? position;
  const deeds: Deed[] = [
    {
      at: times.created,
      async run() {
        const { userId, fullName } = form;
        const whole = { userId, fullName, position: before, password: demoPassword };
        const user = await users.create(admin, newUserForm.parse(whole));
        id = user.id;
        person.actor = { kind: 'user', id, fullName, login: userId, address: form.address };
      },
    },
  ];
  if (before !== position) {
    deeds.push({ at: times.promoted, run: () => users.update(admin, id, { position }) });
  }
  if (form.userId === leaver) {
    const leave = async () => {
      person.actor = null;
      await users.remove(admin, id);
    };
    deeds.push({ at: times.left, run: leave });
  }
  return deeds;
}

/** Everything that happened in a publisher's last months until `now` (epoch ms), in its order. */
export function planStory(
  stage: Stage,
  icons: Map<string, Buffer>,
  { now, draw }: { now: number; draw: Draw },
): Deed[] {
  const calendar = createCalendar(now, draw);
  const owners = new Map<string, Person>();
  const deeds: Deed[] = [];
  for (const form of people) {
    const person: Person = { userId: form.userId, actor: null };
    owners.set(form.userId, person);
    const times = {
      created: calendar(days.first),
      promoted: calendar(days.promotion),
      left: calendar(days.leaving),
    };
    deeds.push(...planPerson(stage, person, form, times));
  }
  let index = 0;
  for (const account of accounts) {
    const owner = owners.get(account.owner);
    if (!owner) throw new Error(`${account.accountName} belongs to nobody known`);
    const publisher = `ca-app-pub-${draw.digits(16)}`;
    for (const app of account.apps) {
      const icon = icons.get(app[0]) ?? null;
      deeds.push(
        ...planApp(stage, { account, owner, publisher, app, icon, index }, calendar, draw),
      );
      index += 1;
    }
  }
  return deeds.sort((a, b) => a.at - b.at);
}
