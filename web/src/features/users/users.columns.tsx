import { hiddenPassword, type User } from '@adwarden/contract/users';
import { Anchor, Text } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDate } from '../../lib/dates.ts';
import cells from '../../ui/data-table/cells.module.css';
import { type DataTableColumn, dataTableColumns } from '../../ui/data-table/data-table-columns.ts';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { CutText } from '../../ui/text/cut-text.tsx';
import { readablePassword, userLabels } from './user-form-values.ts';
import classes from './users.module.css';

const column = dataTableColumns<User>();

/** The readable password, as the spec requires (section 2), with a copy button; or why none is shown. */
function Password({ user }: { user: User }) {
  const password = readablePassword(user);
  if (password === '') {
    return (
      <Text c="dimmed">{user.password === hiddenPassword ? hiddenPassword : 'Not set yet'}</Text>
    );
  }
  return (
    <span className={classes.password}>
      <CutText className="mono">{password}</CutText>
      <CopyButton
        value={password}
        label={`Copy the password of ${user.fullName}`}
        size={24}
        className={classes.copy}
      />
    </span>
  );
}

/** The spec's columns in its order (section 2); `applicationList` is the path to which a number of apps links. */
export function userColumns(applicationList: string): DataTableColumn<User>[] {
  return [
    column.accessor('fullName', {
      header: 'Full Name',
      cell: ({ row: { original: user } }) => (
        <span className={classes.who}>
          <CutText className={cells.name}>{user.fullName}</CutText>
          {user.needsApproval === 'on' && (
            <span className={classes.approval}>
              <IconUserCheck size={12} aria-hidden="true" />
              {userLabels.needsApproval}
            </span>
          )}
        </span>
      ),
      meta: { card: 'title', grow: 3, minWidth: 130 },
    }),
    column.accessor('position', {
      header: 'Position',
      cell: ({ row: { original: user } }) => <CutText>{user.position}</CutText>,
      meta: { grow: 2, givesWay: 1 },
    }),
    column.accessor('userID', {
      header: 'User Id',
      cell: ({ row: { original: user } }) => <CutText className="mono">{user.userID}</CutText>,
      meta: { grow: 2, minWidth: 100 },
    }),
    column.accessor('email', {
      header: userLabels.email,
      cell: ({ row: { original: user } }) => <CutText>{user.email}</CutText>,
      meta: { grow: 3, minWidth: 150, hidden: true },
    }),
    column.accessor('password', {
      header: 'Password',
      cell: ({ row: { original: user } }) => <Password user={user} />,
      meta: { grow: 4, minWidth: 180 },
    }),
    column.accessor('noOfApps', {
      header: 'NO. of App',
      cell: ({ row: { original: user } }) => (
        <Anchor
          component={Link}
          to={`${applicationList}?${new URLSearchParams({ userID: user.userID })}`}
          className="tabular"
          fz="inherit"
          aria-label={`${user.noOfApps} applications of ${user.fullName}`}
        >
          {user.noOfApps.toLocaleString('en')}
        </Anchor>
      ),
      meta: { align: 'end', width: 84 },
    }),
    column.accessor('createdAt', {
      header: 'Date',
      cell: ({ row: { original: user } }) => formatDate(user.createdAt),
      meta: { hidden: true },
    }),
  ];
}
