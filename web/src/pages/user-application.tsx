import { useSession } from '../features/session/use-session.ts';
import { Application } from './application.tsx';

/** /application/{appID}: an own application of an owner. */
export function UserApplication() {
  const session = useSession();
  if (session?.user.role !== 'user') return null;
  const { userID, id } = session.user;
  return <Application scope={{ role: 'user', userID, id }} />;
}
