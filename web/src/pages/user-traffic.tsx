import { usePanelTitle } from '../lib/document-title.ts';
import { Traffic } from './traffic.tsx';

/** /traffic: the requests for an owner's own apps. */
export function UserTraffic() {
  usePanelTitle('user', 'Traffic');
  return <Traffic of="user" />;
}
