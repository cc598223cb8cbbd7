import { Application } from './application.tsx';

/** /admin/application/{appID}: any application. */
export function AdminApplication() {
  return <Application scope={{ role: 'admin' }} />;
}
