import type { BellItem, BellKind } from '@adwarden/contract/notifications/bell';
import { can } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';
import type { Db } from '../../../db/schema.ts';
import { seesApp } from '../../../sight/apps.policy.ts';
import { type NamedPause, ownWordsFor } from '../../../sight/pauses.store.ts';
import { isAuthor } from './bell.policy.ts';
import * as say from './bell.present.ts';
import * as store from './bell.store.ts';
import type { StoredItem } from './bell.table.ts';

/** Returns the text of an item; undefined when its cause is gone, or when this person may not see it. */
type SayItem = (item: StoredItem) => say.Said | undefined;

/**
 * Lists the bell of a person: the newest items, without those whose cause is gone or that this person may not see now. So an
 * owner who gave an app away sees no item of it. Names are the present ones.
 */
export async function listBell(db: Db, person: Person): Promise<BellItem[]> {
  const items = await store.itemsOf(db, person);
  const keysOf = (...kinds: BellKind[]) =>
    items.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key);
  const requests = await sayRequests(db, person, keysOf('approval-waits', 'request-decided'));
  const errors = await sayErrors(db, person, keysOf('errors'));
  const pauses = await sayPauses(db, person, keysOf('pause-began', 'pause-ended'));
  const admins: SayItem = (item) =>
    can(person, 'manage-admins') ? say.otherAdmin(item) : undefined;
  const sayItem: Record<BellKind, SayItem> = {
    'approval-waits': requests,
    'request-decided': requests,
    'batch-ended': (item) => say.batch(person.kind, item),
    errors,
    'pause-began': pauses,
    'pause-ended': pauses,
    'key-made': (item) => say.newKey(person.kind, item),
    'factor-added': (item) => say.factor(person.kind, item),
    'factor-removed': (item) => say.factor(person.kind, item),
    'recovery-used': (item) => say.factor(person.kind, item),
    'password-known': (item) => say.factor(person.kind, item),
    'passkey-copied': (item) => say.factor(person.kind, item),
    'sign-on-linked': (item) => say.factor(person.kind, item),
    'sign-on-unlinked': (item) => say.factor(person.kind, item),
    'admin-disabled': admins,
    'admin-enabled': admins,
    'password-changed': () => say.newPassword(person.kind),
    'role-changed': (item) => say.newRole(person.kind, item),
    'key-ends': (item) => say.endingKey(person.kind, item),
    'new-country': (item) => say.newCountry(person.kind, item),
  };
  return items.flatMap((item) => {
    const said = sayItem[item.kind](item);
    return said ? [say.item(item, said)] : [];
  });
}

async function sayRequests(db: Db, person: Person, ids: string[]): Promise<SayItem> {
  const requests = new Map((await store.requestsByID(db, ids)).map((one) => [one.id, one]));
  return ({ kind, key, facts }) => {
    const request = requests.get(key);
    if (!request) return undefined;
    if (kind === 'request-decided') {
      return isAuthor(person, request) ? say.decision(person.kind, request, facts) : undefined;
    }
    const waits = can(person, 'decide-changes') && request.state === 'in-review';
    return waits ? say.approval(request) : undefined;
  };
}

async function sayErrors(db: Db, person: Person, appIDs: string[]): Promise<SayItem> {
  const apps = new Map((await store.appsWithErrors(db, appIDs)).map((app) => [app.appID, app]));
  return ({ key }) => {
    const app = apps.get(key);
    return app && seesApp(person, app) ? say.errors(person.kind, app) : undefined;
  };
}

async function sayPauses(db: Db, person: Person, ids: string[]): Promise<SayItem> {
  const pauses = new Map<string, NamedPause & { ownWords: string | undefined }>();
  for (const pause of await store.pausesSeen(db, person, ids)) {
    const seesAll = can(person, 'see-all');
    const ownWords = seesAll ? undefined : await ownWordsFor(db, pause, person.id);
    pauses.set(pause.id, { ...pause, ownWords });
  }
  return ({ kind, key }) => {
    const pause = pauses.get(key);
    return pause && say.pause(person.kind, kind === 'pause-ended', pause);
  };
}
