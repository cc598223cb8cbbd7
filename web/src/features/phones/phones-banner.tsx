import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { usePhonesState } from '../../lib/phones-store.ts';
import type { Role } from '../../lib/role.ts';
import { may } from '../../people/may.ts';
import classes from './phones-banner.module.css';

function Banner({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={classes.banner}>
      <IconAlertTriangle className={classes.icon} size={18} aria-hidden="true" />
      <p className={classes.words}>{children}</p>
    </div>
  );
}

/** On every page, while phones do not get what is saved, or an operator has stopped all ads of the machine. */
export function PhonesBanner({ role }: { role: Role }) {
  const { behind, stopped } = usePhonesState();
  return (
    <>
      {stopped && (
        <Banner>
          <strong>The ads of all applications are stopped on this server.</strong>{' '}
          {may(role, 'see-all')
            ? 'An operator has stopped them by a command. They go on after npm run admin -- resume-all on its machine.'
            : 'An operator has stopped them. Nothing of yours has changed.'}
        </Banner>
      )}
      {behind && (
        <Banner>
          <strong>Phones do not get changes.</strong> The processes of the server that answer them
          do not follow it. What is saved, pauses and revoked tokens too, reaches phones when they
          do.{' '}
          {may(role, 'see-all') && (
            <Link to={paths.admin.systemCheck} className={classes.link}>
              System Check
            </Link>
          )}
        </Banner>
      )}
    </>
  );
}
