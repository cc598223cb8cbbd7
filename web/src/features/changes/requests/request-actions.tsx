import type { ChangeRequest } from '@adwarden/contract/change-requests/change-requests';
import { Button, Stack } from '@mantine/core';
import type { Role } from '../../../lib/role.ts';
import { dayAndTimeInside } from '../../../lib/words/moment-words.ts';
import { useBusyDialog } from '../../../ui/dialog/dialog-busy.ts';
import { QuestionInPlace } from '../../../ui/dialog/question-in-place.tsx';
import { useAskInPlace } from '../../../ui/dialog/use-ask-in-place.ts';
import { CorrectForm } from './correct-form.tsx';
import { RejectForm } from './reject-form.tsx';
import classes from './request-actions.module.css';
import { AppEffects, TurnedOff, useRequestEffects } from './request-check.tsx';
import { actionsOf, type RequestAction } from './request-rules.ts';
import { actionWord } from './request-words.ts';
import { useDecide } from './use-decide.ts';

type Props = {
  request: ChangeRequest;
  role: Role;
  /** The action that was already chosen: its question is open, or its button has the focus. */
  chosen?: RequestAction | undefined;
  /** Called after the decision; the buttons may no longer exist then. */
  onDone: () => void;
  /** Called with a request that could not be applied, or was corrected, as it is now. */
  onChanged?: (request: ChangeRequest) => void;
};

/**
 * The buttons for what the person may do with a request. Approve and Apply say what they would do, as Save does, and can be
 * undone; Reject and Cancel ask first.
 */
export function RequestActions({ request, role, chosen, onDone, onChanged }: Props) {
  const { decide, isPending } = useDecide();
  useBusyDialog(isPending);
  const rejecting = useAskInPlace(chosen === 'reject');
  const cancelling = useAskInPlace(chosen === 'cancel');
  const correcting = useAskInPlace();
  const actions = actionsOf(role, request);
  const applies = actions.some((action) => action === 'approve' || action === 'apply');
  const { effects, mayApply } = useRequestEffects([request], applies);

  async function act(action: RequestAction, reason?: string): Promise<void> {
    const now = await decide({ action, id: request.id, ...(reason !== undefined && { reason }) });
    if (now === 'done') onDone();
    else if (now) onChanged?.(now);
  }

  async function apply(action: 'approve' | 'apply'): Promise<void> {
    if (await mayApply()) await act(action);
  }

  if (rejecting.asking && actions.includes('reject')) {
    return (
      <RejectForm
        onCancel={rejecting.cancel}
        onReject={(reason) => act('reject', reason)}
        what="this change"
      />
    );
  }
  if (correcting.asking && actions.includes('approve')) {
    return (
      <CorrectForm
        request={request}
        onCancel={correcting.cancel}
        onCorrected={(corrected) => {
          correcting.cancel();
          onChanged?.(corrected);
        }}
      />
    );
  }
  const word = actionWord('cancel', request);
  if (cancelling.asking && actions.includes('cancel')) {
    return (
      <QuestionInPlace
        title={request.state === 'in-review' ? 'Withdraw this change?' : 'Cancel this change?'}
        text="The application stays as it is."
        button={word}
        pending={isPending}
        onCancel={cancelling.cancel}
        onConfirm={() => void act('cancel')}
      />
    );
  }
  if (actions.length === 0) return null;

  const button = { size: 'compact-sm', disabled: isPending } as const;
  const isGrave = effects?.isGrave ?? false;
  const applying = (action: 'approve' | 'apply') => ({
    ...button,
    ...(chosen === action && { 'data-autofocus': true }),
    ...(isGrave && { color: 'red' }),
    onClick: () => void apply(action),
  });
  return (
    <Stack gap="sm">
      <AppEffects effects={effects} appID={request.appID} />
      <TurnedOff effects={effects} />
      <div className={classes.buttons}>
        {actions.includes('approve') && (
          <Button {...applying('approve')}>
            {actionWord('approve', request)}
            {isGrave && ' anyway'}
          </Button>
        )}
        {actions.includes('apply') && (
          <Button {...applying('apply')}>{actionWord('apply', request)}</Button>
        )}
        {actions.includes('approve') && (
          <Button {...button} variant="default" ref={correcting.trigger} onClick={correcting.ask}>
            Correct…
          </Button>
        )}
        {actions.includes('reject') && (
          <Button {...button} variant="default" ref={rejecting.trigger} onClick={rejecting.ask}>
            Reject…
          </Button>
        )}
        {actions.includes('cancel') && (
          <Button {...button} variant="default" ref={cancelling.trigger} onClick={cancelling.ask}>
            {word}…
          </Button>
        )}
        {actions.includes('approve') && <Effect request={request} />}
      </div>
    </Stack>
  );
}

/** Says what Approve does: it applies the change at once, or later if it has a time. */
function Effect({ request }: { request: ChangeRequest }) {
  const now = Date.now();
  const at = Date.parse(request.at ?? '');
  return (
    <span className={classes.effect}>
      {at > now ? `It is applied ${dayAndTimeInside(at, now)}.` : 'Applied at once.'}
    </span>
  );
}
