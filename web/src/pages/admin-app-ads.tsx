import { Anchor } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { AccountDetails, AccountSummary } from '../features/app-ads/account-details.tsx';
import { AccountList } from '../features/app-ads/account-list.tsx';
import { timesInZone } from '../lib/dates.ts';
import { usePanelTitle } from '../lib/document-title.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../shell/page-title.tsx';

/** /admin/app-ads: the accounts and their sites; /admin/app-ads/{account}: the app-ads.txt of one (ADR 59). */
export function AdminAppAds() {
  const { account } = useParams();
  return account === undefined ? <Accounts /> : <OneAccount key={account} name={account} />;
}

function Accounts() {
  usePanelTitle('admin', 'app-ads.txt');
  return (
    <>
      <PageTitle
        title="app-ads.txt"
        hint={`Who may sell the ads of an account, as its site must say it. ${timesInZone()}`}
      />
      <AccountList />
    </>
  );
}

function OneAccount({ name }: { name: string }) {
  usePanelTitle('admin', name);
  return (
    <>
      <PageTitle
        title={name}
        hint={
          <>
            <Anchor component={Link} to={paths.admin.appAds} fz="inherit" underline="always">
              All accounts
            </Anchor>
            <AccountSummary name={name} />
          </>
        }
      />
      <AccountDetails name={name} />
    </>
  );
}
