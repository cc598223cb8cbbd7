import type { ChangeRequestState } from '@adwarden/contract/change-requests/change-requests';
import { severityOf } from '@adwarden/contract/findings/rules';
import type { BellKind } from '@adwarden/contract/notifications/bell';
import { type PersonKind, personKinds } from '@adwarden/contract/people/people';
import { changesBySeq } from '../../../changes/changes.store.ts';
import type { UnloggedEvent } from '../../../changes/unlogged-events.store.ts';
import type { Tx } from '../../../db/schema.ts';
import { isLogged, type LoggedEvent, type StoredEvent } from '../../events/events.table.ts';
import { isDecision } from './bell.policy.ts';
import * as store from './bell.store.ts';

/**
 * Puts events into the bells of the people whom they concern, except the person who caused them. Whether somebody may still see
 * an item is checked when it is shown.
 */
export async function ringFor(tx: Tx, events: StoredEvent[]): Promise<void> {
  const logged = events.filter(isLogged);
  const rows = await changesBySeq(
    tx,
    logged.map(({ entry }) => entry.seq),
  );
  const rowOf = new Map(rows.map(({ seq, row }) => [seq, JSON.parse(row)]));
  for (const event of events) {
    if (isLogged(event)) await ringForEntry(tx, event, rowOf.get(event.entry.seq));
    else await ringForOther(tx, event.about, event.causer);
  }
}

async function ringForEntry(
  tx: Tx,
  { type, entry }: LoggedEvent,
  row: Record<string, string> | undefined,
): Promise<void> {
  // The entry was pruned meanwhile.
  if (!row) return;
  switch (type) {
    case 'change.change-request':
      return ringForRequest(tx, entry, row.state ?? '');
    case 'pause.began':
      return ringForPause(tx, 'pause-began', entry);
    case 'pause.ended':
      return ringForPause(tx, 'pause-ended', entry);
    case 'change.api-key':
      return ringForKey(tx, entry, row.name ?? '');
    case 'change.session':
      return ringForCountry(tx, entry, row.country ?? '');
    case 'change.factor':
    case 'change.single-sign-on':
      return ringForFactor(tx, entry, row);
    case 'change.admin':
      await ringForAdmin(tx, entry, row.fullName ?? '');
      return ringForAccount(tx, entry, 'admin', row.role ?? '');
    case 'change.user':
      return ringForAccount(tx, entry, 'user', '');
  }
}

/** Rings for a change request; `state` is the one that the request had with this entry. */
async function ringForRequest(
  tx: Tx,
  { key, actor }: LoggedEvent['entry'],
  state: string,
): Promise<void> {
  if (state !== 'in-review') await store.unring(tx, { kind: 'approval-waits', key });
  const [request] = await store.requestsByID(tx, [key]);
  if (!request) return;
  const author = { kind: request.authorKind, id: request.authorId };
  if (state === 'in-review') {
    await store.ringAdmins(
      tx,
      { kind: 'approval-waits', key, facts: {}, causer: author.id },
      author.id,
    );
  } else if (isDecision({ state, approval: request.approval }, actor, author)) {
    const facts = { state: state as ChangeRequestState };
    const item = { kind: 'request-decided', key, facts, causer: actor.id } as const;
    await store.ringPerson(tx, item, author);
  }
}

async function ringForPause(
  tx: Tx,
  kind: 'pause-began' | 'pause-ended',
  { key, actor }: LoggedEvent['entry'],
): Promise<void> {
  const pause = await store.pausedThing(tx, key);
  if (!pause) return;
  const item = { kind, key, facts: {}, causer: actor.id };
  await store.ringAdmins(tx, item, actor.id);
  await store.ringCovered(tx, item, pause, actor.id);
}

/** Rings for a new API key, for the person who made it: if it was somebody else, that person should know. */
async function ringForKey(
  tx: Tx,
  { action, key, actor: { kind, id } }: LoggedEvent['entry'],
  name: string,
): Promise<void> {
  if (action !== 'key.make' || kind === 'system') return;
  await store.ringPerson(tx, { kind: 'key-made', key, facts: { name }, causer: id }, { kind, id });
}

/** Rings for a sign-in from a new country, for the person whose account it is: if it was somebody else, that person should know. */
async function ringForCountry(
  tx: Tx,
  { action, key, actor: { kind, id } }: LoggedEvent['entry'],
  country: string,
): Promise<void> {
  if (action !== 'session.country' || kind === 'system') return;
  const item = { kind: 'new-country', key, facts: { name: country }, causer: id } as const;
  await store.ringPerson(tx, item, { kind, id });
}

const factorKinds: Partial<Record<string, BellKind>> = {
  'factor.add': 'factor-added',
  'factor.remove': 'factor-removed',
  'factor.wrong': 'password-known',
  'passkey.copied': 'passkey-copied',
  'recovery.use': 'recovery-used',
  'oidc.bind': 'sign-on-linked',
  'oidc.unbind': 'sign-on-unlinked',
};

/** Rings for the person whose second factor or single sign-on it is, whoever caused it: if it was somebody else, that person should know. */
async function ringForFactor(
  tx: Tx,
  { action, actor }: LoggedEvent['entry'],
  { name = '', personKind, personId = '' }: Record<string, string>,
): Promise<void> {
  const bellKind = factorKinds[action];
  const kind = personKinds.find((one) => one === personKind);
  if (!bellKind || !kind) return;
  // One item for each kind: the newest replaces older ones.
  const item = { kind: bellKind, key: personId, facts: { name }, causer: actor.id };
  await store.ringPerson(tx, item, { kind, id: personId });
}

const adminKinds: Partial<Record<string, BellKind>> = {
  disable: 'admin-disabled',
  enable: 'admin-enabled',
};

/** Rings for the other administrators when one of them was disabled or enabled, and none of them has done it. */
async function ringForAdmin(
  tx: Tx,
  { action, key, actor }: LoggedEvent['entry'],
  name: string,
): Promise<void> {
  const bellKind = adminKinds[action];
  if (!bellKind || actor.kind !== 'system') return;
  await store.ringAdmins(tx, { kind: bellKind, key, facts: { name }, causer: '' }, key);
}

/** Rings for another password or role, for the person whose it is: if it was somebody else, that person should know. */
async function ringForAccount(
  tx: Tx,
  { action, key, actor }: LoggedEvent['entry'],
  kind: PersonKind,
  role: string,
): Promise<void> {
  const causer = actor.id;
  const person = { kind, id: key };
  if (action === 'change-password') {
    await store.ringPerson(tx, { kind: 'password-changed', key, facts: {}, causer }, person);
  }
  if (action === 'role') {
    const facts = { name: role };
    await store.ringPerson(tx, { kind: 'role-changed', key, facts, causer }, person);
  }
}

async function ringForOther(tx: Tx, event: UnloggedEvent, causer: string): Promise<void> {
  const { key } = event;
  if (event.type === 'batch.done') {
    const { title, state, changed, failed, authorKind, authorId } = event.facts;
    const facts = { title, state, changed, failed };
    const author = { kind: authorKind, id: authorId };
    await store.ringPerson(tx, { kind: 'batch-ended', key, facts, causer }, author);
    return;
  }
  if (event.type === 'key.ends') {
    const { name, days, personKind: kind, personId: id } = event.facts;
    // Each warning is an item of its own, so that the first one stays as it was read.
    const item = {
      kind: 'key-ends',
      key: `${key} ${days}`,
      facts: { name, days },
      causer,
    } as const;
    await store.ringPerson(tx, item, { kind, id });
    return;
  }
  if (event.type !== 'finding.opened' || severityOf(event.facts.rule) !== 'error') return;
  const item = { kind: 'errors', key, facts: {}, causer } as const;
  if (key === '') await store.ringAdmins(tx, item, '');
  else await store.ringOwner(tx, item, key);
}
