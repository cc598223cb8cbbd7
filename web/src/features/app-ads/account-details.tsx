import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { appsInWords } from '../../lib/words.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { accountQuery } from './app-ads.api.ts';
import classes from './app-ads.module.css';
import { CheckPanel } from './check-panel.tsx';
import { FilePanel } from './file-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';

/** How many applications an account has, at the end of the line below its name. */
export function AccountSummary({ name }: { name: string }) {
  const { data } = useQuery(accountQuery(name));
  if (!data) return null;
  return ` · app-ads.txt of ${appsInWords(data.apps)}, ${data.liveApps.toLocaleString('en')} live`;
}

/** The app-ads.txt of one account: what to publish, what its site has, and what is set. */
export function AccountDetails({ name }: { name: string }) {
  const { data: account, error, isFetching, refetch } = useQuery(accountQuery(name));
  if (!account && error) {
    return <ErrorPanel message={messageOf(error)} onRetry={refetch} retrying={isFetching} />;
  }
  if (!account) {
    return (
      <Delayed>
        <Skeleton height={320} radius="lg" role="status" aria-label="Loading" />
      </Delayed>
    );
  }
  return (
    <div className={classes.panels}>
      <FilePanel account={account} />
      <CheckPanel account={account} />
      <SettingsPanel account={account} />
    </div>
  );
}
