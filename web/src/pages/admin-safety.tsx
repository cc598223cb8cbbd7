import { usePanelTitle } from '../lib/document-title.ts';
import { Safety } from './safety.tsx';

/** /admin/safety: what keeps a mistake from costing money, for all apps. */
export function AdminSafety() {
  usePanelTitle('admin', 'Safety');
  return <Safety of="admin" />;
}
