import type { Call } from '@adwarden/contract/call';
import { can, isViewer } from '@adwarden/contract/people/abilities';
import type { Person } from '@adwarden/contract/people/people';

type Asked = {
  who: Call['who'];
  viewers: boolean | undefined;
  needs: Call['needs'] | undefined;
};

/** Tells whether somebody who is signed in may make a call. To viewers a call is closed unless it says that it is open. */
export const mayCall = (
  person: Pick<Person, 'kind' | 'access'>,
  { who, viewers, needs }: Asked,
): boolean =>
  (who === 'anyone' || who === 'signed-in' || who === person.kind) &&
  (who === 'anyone' || viewers === true || !isViewer(person)) &&
  (needs === undefined || can(person, needs));
