import { useSession } from '../features/session/use-session.ts';
import { ownerOf, scopeOf } from '../people/session-user.ts';
import { Application } from './application.tsx';

/** /application/{appID}: an own application of an owner. */
export function UserApplication() {
  const owner = ownerOf(useSession()?.user);
  return owner && <Application scope={scopeOf(owner)} />;
}
