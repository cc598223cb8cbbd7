import type { AppInList } from '@adwarden/contract/apps';
import { Button } from '@mantine/core';
import {
  IconCopyPlus,
  IconExternalLink,
  IconPencil,
  IconPlayerPause,
  IconRefresh,
} from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { accountPath } from '../../../lib/paths.ts';
import type { Role } from '../../../lib/role.ts';
import { may, mayWrite } from '../../../people/may.ts';
import { RowMenu } from '../../../ui/data-table/row-menu.tsx';
import { AppStatusBadge, RequestMarks } from '../list/app-badges.tsx';
import { AppIcon } from '../list/app-icon.tsx';
import { InStore } from '../list/in-store.tsx';
import { accountPage, storePage } from '../list/store-links.ts';
import classes from './app-header.module.css';

type Props = {
  app: AppInList;
  role: Role;
  onEdit: () => void;
  onPause: () => void;
  onDuplicate: () => void;
  onRotate: () => void;
};

/** Shows what an app is and who owns it, with its actions. */
export function AppHeader({ app, role, onEdit, onPause, onDuplicate, onRotate }: Props) {
  const more = [
    { label: 'Duplicate…', Icon: IconCopyPlus, act: onDuplicate },
    { label: 'New token…', Icon: IconRefresh, act: onRotate },
  ];
  return (
    <div className={classes.header}>
      <AppIcon icon={app.icon} appName={app.appName} size={52} />
      <div className={classes.words}>
        <div className={classes.title}>
          <h1 className={classes.name}>
            <bdi>{app.appName}</bdi>
          </h1>
          <AppStatusBadge status={app.appStatus} />
          <RequestMarks app={app} role={role} />
        </div>
        <dl className={classes.facts}>
          <Fact name="Package">
            <StorePage href={storePage(app.packageName)} className="mono">
              {atDots(app.packageName)}
            </StorePage>
          </Fact>
          {may(role, 'see-all') && (
            <Fact name="Owner">
              {app.fullName ? <bdi>{app.fullName}</bdi> : <span>Nobody</span>}
            </Fact>
          )}
          {app.accountName && (
            <Fact name="Account">
              <Account app={app} role={role} />
            </Fact>
          )}
        </dl>
      </div>
      {mayWrite() && (
        <div className={classes.actions}>
          <Button leftSection={<IconPencil size={16} />} data-hint="Edit (e)" onClick={onEdit}>
            Edit
          </Button>
          <Button variant="default" leftSection={<IconPlayerPause size={16} />} onClick={onPause}>
            Pause…
          </Button>
          {more.map(({ label, Icon, act }) => (
            <Button
              key={label}
              variant="default"
              className={classes.wide}
              leftSection={<Icon size={16} />}
              onClick={act}
            >
              {label}
            </Button>
          ))}
          <span className={classes.narrow}>
            <RowMenu label={`More for ${app.appName}`} size={36} actions={more} />
          </span>
        </div>
      )}
    </div>
  );
}

/** Lets a package name break after its dots, if it does not fit into a line. */
const atDots = (name: string) =>
  name.split(/(?<=\.)/).map((part, index) => (
    <Fragment key={index}>
      {part}
      <wbr />
    </Fragment>
  ));

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** For an administrator it leads to the app-ads.txt of the account. */
function Account({ app, role }: { app: AppInList; role: Role }) {
  const name = app.accountName;
  const store = accountPage(app);
  if (!may(role, 'see-all')) return <StorePage href={store}>{name}</StorePage>;
  return (
    <span className={classes.account}>
      <Link to={accountPath(name)} className={classes.store}>
        <bdi>{name}</bdi>
      </Link>
      {store && <InStore href={store} name={name} />}
    </span>
  );
}

type StorePageProps = { href: string; className?: string; children: ReactNode };

/** A name that leads to its page in the store; the name alone when `href` is ''. */
function StorePage({ href, className = '', children }: StorePageProps) {
  if (href === '') return <bdi className={className}>{children}</bdi>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={classes.store}>
      <bdi className={className}>{children}</bdi>
      <IconExternalLink size={13} className={classes.outside} aria-label="(opens the store)" />
    </a>
  );
}
