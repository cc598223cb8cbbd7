import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { usePhonesBehind } from '../../lib/phones-store.ts';
import type { Role } from '../../lib/role.ts';
import classes from './phones-banner.module.css';

/** On every page, while no process of the server that answers phones has what is saved. */
export function PhonesBanner({ role }: { role: Role }) {
  if (!usePhonesBehind()) return null;
  return (
    <div role="alert" className={classes.banner}>
      <IconAlertTriangle className={classes.icon} size={18} aria-hidden="true" />
      <p className={classes.words}>
        <strong>Phones do not get changes.</strong> The processes of the server that answer them do
        not follow it. What is saved, pauses and revoked tokens too, reaches phones when they do.{' '}
        {role === 'admin' && (
          <Link to={paths.admin.systemCheck} className={classes.link}>
            System Check
          </Link>
        )}
      </p>
    </div>
  );
}
