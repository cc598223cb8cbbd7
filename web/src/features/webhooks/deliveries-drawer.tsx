import { limits } from '@adwarden/contract/limits';
import type { Delivery, Webhook } from '@adwarden/contract/notifications/webhooks';
import { deliveryStateWords } from '@adwarden/contract/state-words';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api-error.ts';
import { formatDateTime } from '../../lib/dates.ts';
import { mayWrite } from '../../people/may.ts';
import { SideDrawer } from '../../ui/dialog/dialog.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { FramedList } from '../../ui/framed-list.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { toastDelivery } from './toast-delivery.ts';
import { deliveryStateTones } from './webhook-words.ts';
import { deliveriesQuery, useSendAgain } from './webhooks.api.ts';
import classes from './webhooks.module.css';

type Props = { opened: boolean; webhook: Webhook | null; onClose: () => void };

/** Lists the last events of a webhook with their outcome, each with "Send again". */
export function DeliveriesDrawer({ opened, webhook, onClose }: Props) {
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={560}
      title={
        <>
          Deliveries of <bdi>{webhook?.name}</bdi>
        </>
      }
    >
      {webhook && <Deliveries id={webhook.id} />}
    </SideDrawer>
  );
}

function Deliveries({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(deliveriesQuery(id));
  const { mutate, isPending, variables } = useSendAgain();
  if (!data && error) {
    return (
      <ErrorPanel message={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
    );
  }
  if (!data) return <Loading />;
  if (data.length === 0) {
    return (
      <EmptyState kind="nothing-yet" title="Nothing was sent yet">
        The last {limits.webhooks.deliveries} events are listed here, with what the receiver
        answered.
      </EmptyState>
    );
  }
  return (
    <FramedList bare aria-label="Deliveries">
      {data.map((delivery) => (
        <li key={delivery.id} className={classes.delivery}>
          <Item
            delivery={delivery}
            isSending={isPending && variables.deliveryID === delivery.id}
            onSend={() => {
              const sent = { id, deliveryID: delivery.id };
              if (!isPending) mutate(sent, { onSuccess: toastDelivery });
            }}
          />
        </li>
      ))}
    </FramedList>
  );
}

const kindWords: Record<Delivery['kind'], string> = {
  event: '',
  again: 'sent again by hand, ',
  test: 'test, ',
};

type ItemProps = { delivery: Delivery; isSending: boolean; onSend: () => void };

function Item({ delivery, isSending, onSend }: ItemProps) {
  const { event, kind, urgent, state, status, error, tries, lastAt } = delivery;
  const answer = error || `HTTP ${status}`;
  const often = tries > 1 ? `, ${tries} tries` : '';
  return (
    <>
      <div className={classes.head}>
        <div className={classes.badges}>
          <StatusBadge tone={deliveryStateTones[state]}>{deliveryStateWords[state]}</StatusBadge>
          {urgent && <StatusBadge tone="accent">Urgent</StatusBadge>}
        </div>
        {mayWrite() && (
          <Button
            size="compact-sm"
            variant="default"
            loading={isSending}
            aria-label={`Send again: ${event.text}`}
            onClick={onSend}
          >
            Send again
          </Button>
        )}
      </div>
      <p className={classes.text}>{event.text}</p>
      <p className={classes.more}>
        {formatDateTime(lastAt)}, {kindWords[kind]}
        {urgent && 'ahead of its turn, '}
        {answer}
        {often}
      </p>
    </>
  );
}
