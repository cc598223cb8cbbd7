import type { Account, AppAdsCheck } from '@adwarden/contract/app-ads/app-ads';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { formatDateTime } from '../../lib/dates.ts';
import { mayWrite } from '../../people/may.ts';
import { FramedList } from '../../ui/framed-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { checkWords } from './account-words.ts';
import { useCheckSite } from './app-ads.api.ts';
import classes from './app-ads.module.css';

/** Shows what the last check found on the site of an account, with Check now. */
export function CheckPanel({ account }: { account: Account }) {
  const { site, check } = account;
  const { mutate, isPending } = useCheckSite(account.account);
  return (
    <Panel title="On the site" hint="Every site is checked once a day by itself.">
      <div className={classes.parts}>
        {site === '' ? (
          <p className={classes.quiet}>
            This account has no site yet.{mayWrite() && ' Enter it below.'}
          </p>
        ) : (
          mayWrite() && (
            <div>
              <Button
                variant="light"
                leftSection={<IconRefresh size={16} />}
                loading={isPending}
                onClick={() => mutate()}
              >
                Check now
              </Button>
            </div>
          )
        )}
        {/* Always there, so that screen readers say a new result. */}
        <div role="status" className={classes.parts}>
          {check && <Summary check={check} />}
          {!check && site !== '' && (
            <p className={classes.quiet}>Not checked yet since the site was set.</p>
          )}
        </div>
        {check && <Differences check={check} />}
      </div>
    </Panel>
  );
}

function Summary({ check }: { check: AppAdsCheck }) {
  const { state, missingTotal, trouble, blocked, checkedAt, url } = check;
  const { name, tone } = checkWords(state, missingTotal, blocked !== '');
  return (
    <>
      <div className={classes.state}>
        <StatusBadge tone={tone}>{name}</StatusBadge>
        <span>{formatDateTime(checkedAt)}</span>
      </div>
      <p className={classes.quiet}>{url}</p>
      {[trouble, blocked].filter(Boolean).map((text) => (
        <p key={text} className={classes.text}>
          {text}.
        </p>
      ))}
      {state === 'read' && missingTotal === 0 && (
        <p className={classes.text}>The site has every line that this account needs.</p>
      )}
    </>
  );
}

function Differences({
  check: { missing, missingTotal, extra, extraTotal, notes },
}: {
  check: AppAdsCheck;
}) {
  return (
    <>
      {notes.length > 0 && (
        <ul className={classes.notes} aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>{note}.</li>
          ))}
        </ul>
      )}
      <Lines title="Missing" lines={missing} total={missingTotal} />
      <Lines
        title="Not needed by any account with this site"
        hint="Somebody may have added them for another network: ask before you delete one."
        lines={extra}
        total={extraTotal}
      />
    </>
  );
}

type LinesProps = { title: string; hint?: string; lines: string[]; total: number };

function Lines({ title, hint, lines, total }: LinesProps) {
  if (total === 0) return null;
  const rest = total - lines.length;
  return (
    <div className={classes.lines}>
      <h3 className={classes.linesTitle}>
        {title}: {total.toLocaleString('en')}
        <CopyButton value={lines.join('\n')} label={`Copy the lines: ${title.toLowerCase()}`} />
      </h3>
      {hint && <p className={classes.quiet}>{hint}</p>}
      <FramedList scrolls aria-label={title}>
        {[...new Set(lines)].map((line) => (
          <li key={line} className={classes.line}>
            {line}
          </li>
        ))}
      </FramedList>
      {rest > 0 && <p className={classes.quiet}>and {rest.toLocaleString('en')} more</p>}
    </div>
  );
}
