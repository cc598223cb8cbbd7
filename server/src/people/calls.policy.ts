import type { Who } from '@adwarden/contract/call';
import type { Person } from '@adwarden/contract/people/people';

/** Whether somebody who is signed in may make a call. */
export const mayCall = ({ kind }: Pick<Person, 'kind'>, who: Who): boolean =>
  who === 'anyone' || who === 'signed-in' || who === kind;
