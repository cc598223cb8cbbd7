import { usePanelTitle } from '../lib/document-title.ts';
import { Traffic } from './traffic.tsx';

/** /admin/traffic: the requests for all apps. */
export function AdminTraffic() {
  usePanelTitle('admin', 'Traffic');
  return <Traffic of="admin" />;
}
