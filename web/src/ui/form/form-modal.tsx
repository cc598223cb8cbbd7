import { Button, Modal } from '@mantine/core';
import type { FormEventHandler, ReactNode } from 'react';
import { DiscardQuestion } from './discard-question.tsx';
import classes from './form-modal.module.css';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

type Props = {
  opened: boolean;
  title: string;
  /** Whether something was changed, so that leaving asks first: `form.isDirty`. */
  isDirty: () => boolean;
  /** The save is on its way: it can neither be sent twice nor closed. */
  saving: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Closes and resets; called after a Close that is meant. */
  onClose: () => void;
  onClosed?: () => void;
  /** Left of the buttons: a hint, a count. */
  footer?: ReactNode;
  /** CSS pixels; extra large unless said otherwise. */
  size?: number;
  children: ReactNode;
};

/** The frame of a form that opens over a page; Save and Close stay in view while its fields scroll. */
export function FormModal(props: Props) {
  const { opened, title, isDirty, saving, onSubmit, onClose, onClosed, footer, children } = props;
  const guard = useUnsavedGuard(opened, isDirty, onClose);
  const close = () => !saving && guard.leave();
  return (
    <>
      <Modal.Root
        opened={opened}
        onClose={close}
        closeOnEscape={!guard.asking}
        trapFocus={!guard.asking}
        returnFocus
        size={props.size ?? 1140}
        yOffset="4dvh"
        padding={0}
        {...(onClosed && { onExitTransitionEnd: onClosed })}
      >
        <Modal.Overlay />
        <Modal.Content className={classes.content}>
          <form className={classes.form} noValidate onSubmit={onSubmit} aria-busy={saving}>
            {/* No <header> and <footer>: a page has those landmarks already. */}
            <div className={classes.header}>
              <Modal.Title className={classes.title}>{title}</Modal.Title>
              <Modal.CloseButton aria-label="Dismiss" />
            </div>
            <Modal.Body className={classes.body}>{children}</Modal.Body>
            <div className={classes.footer}>
              <div className={classes.note}>{footer}</div>
              <Button variant="default" disabled={saving} onClick={close}>
                Close
              </Button>
              <Button type="submit" loading={saving}>
                Save
              </Button>
            </div>
          </form>
        </Modal.Content>
      </Modal.Root>
      <DiscardQuestion opened={guard.asking} onStay={guard.stay} onDiscard={guard.discard} />
    </>
  );
}
