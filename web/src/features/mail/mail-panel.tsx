import type { Mail } from '@adwarden/contract/notifications/mail';
import { Alert, Button, Skeleton, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import { Delayed } from '../../ui/feedback/delayed.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { mailQuery, useTestMail, useUpdateMail } from './mail.api.ts';
import classes from './mail.module.css';

/** The daily mail of the signed-in administrator: on or off, and a test of it (ADR 57). */
export function MailPanel() {
  const { data, error, isFetching, refetch } = useQuery(mailQuery);
  return (
    <Panel title="Daily mail" hint="New errors since the last mail, once a day. Only you get it.">
      {data && <Settings mail={data} />}
      {!data && error && (
        <ErrorPanel
          message={messageOf(error)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && (
        <div className={classes.waiting}>
          <Delayed>
            <Skeleton height={40} />
          </Delayed>
        </div>
      )}
    </Panel>
  );
}

function Settings({ mail }: { mail: Mail }) {
  const { mutate: save, isPending: isSaving } = useUpdateMail();
  const { mutate: test, isPending: isTesting } = useTestMail();
  const { available, address, subscribed, error } = mail;
  return (
    <>
      <div className={classes.line}>
        <Switch
          label={<span className={classes.address}>Mail me at {address}</span>}
          description={available ? whenInWords(mail) : undefined}
          checked={subscribed}
          // A server that sends no mails lets a person end the daily mail, and not begin it.
          disabled={!available && !subscribed}
          onChange={({ currentTarget: { checked } }) => {
            if (!isSaving) save(checked, { onSuccess: ({ message }) => toastSuccess(message) });
          }}
        />
        {available && (
          <Button
            variant="default"
            loading={isTesting}
            onClick={() =>
              test(undefined, {
                onSuccess: ({ message, data }) =>
                  data.error === '' ? toastSuccess(message) : toastError(message),
              })
            }
          >
            Send a test mail
          </Button>
        )}
      </div>
      {!available && (
        <p className={classes.missing}>
          This server sends no mails. Set <code>SMTP_URL</code> and start it again.
        </p>
      )}
      {available && error !== '' && (
        <Alert color="red" role="alert" p="sm" mt="md">
          The last mail was not sent, and is tried again every hour: {error}
        </Alert>
      )}
    </>
  );
}

/** When the next mail is due, and when the last one was sent. */
function whenInWords({ subscribed, nextAt, sentAt }: Mail): string {
  if (!subscribed) return 'Off';
  const last = sentAt === null ? 'none sent yet' : `last sent ${formatDateTime(sentAt)}`;
  return nextAt === null ? last : `Next ${formatDateTime(nextAt)} if there are new errors; ${last}`;
}
