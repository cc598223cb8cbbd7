import { newUserForm } from '@adwarden/contract/users';
import { dayMs } from '../../kit/clock.ts';
import { planApp } from './app-events.ts';
import { movedAccount, planBatches } from './batches.ts';
import type { Calendar, DemoContext, DemoEvent, Person } from './context.ts';
import { mistakesOwner, planMistakes } from './mistakes.ts';
import { planPauses } from './pauses.ts';
import { accounts, deletedOwner, demoPassword, people } from './portfolio.ts';
import type { RandomValues } from './random.ts';

const minuteMs = 60_000;
const days = { first: 300, promotion: 60, leaving: 20 };

function createCalendar(now: number, draw: RandomValues): Calendar {
  return (daysAgo) => {
    const date = new Date(now - daysAgo * dayMs);
    const afterFriday = Math.max(0, ((date.getUTCDay() + 6) % 7) - 4);
    date.setUTCHours(7, 0, 0, 0);
    return (
      date.getTime() - afterFriday * dayMs + draw.below(11 * 60) * minuteMs + draw.below(60_000)
    );
  };
}

/** Plans the events of one app owner's account. */
function planOwner(
  { users, admin }: DemoContext,
  person: Person,
  form: (typeof people)[number],
  times: { created: number; promoted: number; left: number },
): DemoEvent[] {
  let id = '';
  const { position } = form;
  const before = form.before ?? position;
  const events: DemoEvent[] = [
    {
      at: times.created,
      async run() {
        const { userId, fullName } = form;
        const whole = { userId, fullName, position: before, password: demoPassword };
        const { user } = await users.create(admin, newUserForm.parse(whole));
        id = user.id;
        person.actor = { kind: 'user', id, fullName, login: userId, address: form.address };
      },
    },
  ];
  if (before !== position) {
    events.push({ at: times.promoted, run: () => users.update(admin, id, { position }) });
  }
  if (form.userId === deletedOwner) {
    const leave = async () => {
      person.actor = null;
      await users.remove(admin, id);
    };
    events.push({ at: times.left, run: leave });
  }
  return events;
}

/** Plans all events of the publisher's last months until `now` (epoch ms), in their order. */
export function planEvents(
  context: DemoContext,
  icons: Map<string, Buffer>,
  { now, draw }: { now: number; draw: RandomValues },
): DemoEvent[] {
  const calendar = createCalendar(now, draw);
  const owners = new Map<string, Person>();
  const events: DemoEvent[] = [];
  for (const form of people) {
    const person: Person = { userId: form.userId, actor: null };
    owners.set(form.userId, person);
    const times = {
      created: calendar(days.first),
      promoted: calendar(days.promotion),
      left: calendar(days.leaving),
    };
    events.push(...planOwner(context, person, form, times));
  }
  const publishers = new Map<string, { owner: Person; publisher: string }>();
  let index = 0;
  for (const account of accounts) {
    const owner = owners.get(account.owner);
    if (!owner) throw new Error(`${account.accountName} has no known owner`);
    const publisher = `ca-app-pub-${draw.digits(16)}`;
    publishers.set(account.accountName, { owner, publisher });
    for (const app of account.apps) {
      const icon = icons.get(app[0]) ?? null;
      events.push(
        ...planApp(context, { account, owner, publisher, app, icon, index }, calendar, draw),
      );
      index += 1;
    }
  }
  const hasty = owners.get(mistakesOwner);
  if (!hasty) throw new Error('The apps with mistakes have no known owner');
  events.push(...planMistakes(context, hasty, { now, calendar }));
  // Last, so that the random values of all others stay the same.
  events.push(...planPauses(context, calendar));
  const moved = publishers.get(movedAccount);
  if (!moved) throw new Error(`${movedAccount} is no account of the demo`);
  const next = `ca-app-pub-${draw.digits(16)}`;
  events.push(...planBatches(context, { ...moved, next }, calendar));
  return events.sort((a, b) => a.at - b.at);
}
