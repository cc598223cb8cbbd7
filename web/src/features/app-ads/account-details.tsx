import type { Account } from '@adwarden/contract/app-ads/app-ads';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { appsInWords } from '../../lib/words/words.ts';
import { mayWrite } from '../../people/may.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { FramedList } from '../../ui/framed-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { accountQuery } from './app-ads.api.ts';
import classes from './app-ads.module.css';
import { CheckPanel } from './check-panel.tsx';
import { FilePanel } from './file-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';

/** Shows the number of an account's applications, at the end of the line below its name. */
export function AccountSummary({ name }: { name: string }) {
  const { data } = useQuery(accountQuery(name));
  if (!data) return null;
  return ` · app-ads.txt of ${appsInWords(data.apps)}, ${data.liveApps.toLocaleString('en')} live`;
}

/** Shows the app-ads.txt of one account: what to publish, what its site has, and what is set. */
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
      {mayWrite() ? <SettingsPanel account={account} /> : <ShownSettings account={account} />}
    </div>
  );
}

/** The site and the further lines, for viewers. */
function ShownSettings({ account: { site, extraLines } }: { account: Account }) {
  return (
    <Panel title="Site and further lines">
      <div className={classes.parts}>
        <p className={classes.text}>{site || 'No site is set.'}</p>
        {extraLines === '' ? (
          <p className={classes.quiet}>No further lines are set.</p>
        ) : (
          <FramedList scrolls aria-label="Further lines">
            {[...new Set(extraLines.split('\n'))].map((line) => (
              <li key={line} className={classes.line}>
                {line}
              </li>
            ))}
          </FramedList>
        )}
      </div>
    </Panel>
  );
}
