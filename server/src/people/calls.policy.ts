import type { Call } from '@adwarden/contract/call';
import { can, isViewer } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';

type Asked = {
  who: Call['who'];
  viewers: boolean | undefined;
  keys: Call['keys'];
  needs: Call['needs'] | undefined;
};

type Caller = Pick<Person, 'kind' | 'access' | 'via' | 'scopes'>;

/** Tells whether a person may make a call; to viewers it is closed unless it says that it is open. */
const isOpenToPerson = (person: Caller, { who, viewers, needs }: Asked): boolean =>
  (who === 'anyone' || who === 'signed-in' || who === person.kind) &&
  (who === 'anyone' || viewers === true || !isViewer(person)) &&
  (needs === undefined || can(person, needs));

/** Tells whether the API key of a caller opens a call: it has the scope that the call says. Without a key, nothing is closed. */
const isOpenToKey = ({ via, scopes = [] }: Caller, { who, keys }: Asked): boolean =>
  via === undefined || who === 'anyone' || (typeof keys === 'string' && scopes.includes(keys));

/** Tells whether somebody who is signed in, or calls with an API key, may make a call. */
export const mayCall = (person: Caller, asked: Asked): boolean =>
  isOpenToPerson(person, asked) && isOpenToKey(person, asked);

/** Says why somebody may not make a call. */
export function whyNot(person: Caller, asked: Asked): string {
  if (person.via && !asked.keys) return 'No API key may do this: sign in';
  if (person.via && isOpenToPerson(person, asked)) {
    return `The API key “${person.via.name}” has no scope “${asked.keys}”`;
  }
  return isViewer(person)
    ? 'You may view, and not change anything'
    : 'You are not allowed to do this';
}
