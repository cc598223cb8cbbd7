import type { AppFormField, AppInList } from '@adwarden/contract/apps';
import type { Finding } from '@adwarden/contract/findings/findings';
import type { ReactNode } from 'react';
import { placeToMend } from '../features/findings/finding-rules.ts';
import { type AppTab, appPath } from '../lib/app-tabs.ts';
import type { Role } from '../lib/role.ts';
import { lazyPanel } from '../ui/lazy-part.tsx';
import { Panel } from '../ui/panel.tsx';
import classes from './application-tabs.module.css';

/* Each tab in a chunk of its own. */
const Overview = lazyPanel(
  async () => (await import('../features/apps/page/overview/overview.tsx')).Overview,
);
const ConnectPanel = lazyPanel(
  async () => (await import('../features/apps/connect/connect-panel.tsx')).ConnectPanel,
);
const AppTrafficTab = lazyPanel(
  async () => (await import('../features/traffic/app-traffic.tsx')).AppTrafficTab,
);
const AppHistory = lazyPanel(
  async () => (await import('../features/changes/app-history.tsx')).AppHistory,
);
const TestAdsPanel = lazyPanel(
  async () => (await import('../features/apps/test-ads/test-ads-panel.tsx')).TestAdsPanel,
);
const TokenList = lazyPanel(
  async () => (await import('../features/apps/tokens/token-list.tsx')).TokenList,
);

export type TabProps = {
  role: Role;
  app: AppInList;
  /** Undefined while they are loaded. */
  findings: readonly Finding[] | undefined;
  /** The state of links to other tabs. */
  state: unknown;
  onEdit: (field?: AppFormField) => void;
  onRotate: () => void;
};

/** The content of each tab of the page of an app. */
export const tabContents: Record<AppTab, (props: TabProps) => ReactNode> = {
  overview: ({ role, app, findings, state, onEdit }) => (
    <Overview
      app={app}
      findings={findings}
      ways={{ role, state, onEdit, tabOf: (finding) => otherTab(role, finding) }}
    />
  ),
  connect: ({ role, app }) => (
    <div className={classes.narrow}>
      <Panel title="Connect" hint="The code for this app, and below it the requests of its phones.">
        <ConnectPanel app={app} role={role} />
      </Panel>
    </div>
  ),
  traffic: ({ role, app }) => <AppTrafficTab of={role} app={app} />,
  history: ({ role, app }) => (
    <div className={classes.narrow}>
      <Panel title="History">
        <AppHistory appID={app.appID} of={role} />
      </Panel>
    </div>
  ),
  test: ({ app }) => (
    <div className={classes.narrow}>
      <Panel title="Test as a phone in…">
        <TestAdsPanel app={app} />
      </Panel>
    </div>
  ),
  tokens: ({ app, onRotate }) => (
    <Panel title="Tokens">
      <TokenList app={app} onRotate={onRotate} />
    </Panel>
  ),
};

/** The address of the other tab on which a finding is looked into; null when it is mended in the form. */
function otherTab(role: Role, finding: Finding): string | null {
  if (finding.field !== '') return null;
  const place = placeToMend(role, finding);
  return place === appPath(role, finding.appID) ? null : place;
}
