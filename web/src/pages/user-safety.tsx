import { usePanelTitle } from '../lib/document-title.ts';
import { Safety } from './safety.tsx';

/** /safety: the same as for administrators, for an owner's own apps. */
export function UserSafety() {
  usePanelTitle('user', 'Safety');
  return <Safety of="user" />;
}
