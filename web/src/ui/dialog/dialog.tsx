import {
  Drawer,
  type DrawerProps,
  Modal,
  type ModalProps,
  type ModalRootProps,
} from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { cancelCalls } from '../../lib/http-client.ts';
import { DialogBusyProvider, useBusyReports, useSlow } from './dialog-busy.ts';
import { isTopmost, useDialogStack } from './dialog-stack.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** The parts of a `BareDialog`. */
export const DialogTitle = Modal.Title;
export const DialogBody = Modal.Body;
export const DialogClose = Modal.CloseButton;

/**
 * Common to all dialogs: returns the focus after closing, and stays open while a call is running. A call that takes long
 * is cancelled by what closes the dialog otherwise.
 */
function useDialogFrame(opened: boolean, close: () => void, isSaving = false) {
  const id = useId();
  const [isBusyInside, report] = useBusyReports();
  const busy = isSaving || isBusyInside;
  const isSlow = useSlow(busy);
  const leave = () => {
    if (!busy) close();
    else if (isSlow) cancelCalls();
  };
  const onClose = () => isTopmost(id) && leave();
  useDialogStack(opened, id, onClose);
  useReturnFocus(opened, () => document.getElementById(id));
  const closeButton = {
    'aria-label': isSlow ? 'Cancel' : 'Close',
    disabled: busy && !isSlow,
  };
  const frame = {
    id,
    opened,
    onClose,
    returnFocus: false,
    ...(busy && { closeOnClickOutside: false }),
  };
  return { report, closeButton, frame };
}

/**
 * An overlay with an empty panel; the caller builds the content from `DialogTitle` and the other parts. While `saving`, it
 * stays open as with `useBusyDialog`.
 */
export function BareDialog({
  opened,
  onClose,
  children,
  className,
  saving,
  ...rest
}: Omit<ModalRootProps, 'returnFocus' | 'id'> & { saving?: boolean }) {
  const { report, frame } = useDialogFrame(opened, onClose, saving);
  return (
    <DialogBusyProvider value={report}>
      <Modal.Root {...rest} {...frame}>
        <Modal.Overlay />
        <Modal.Content className={className}>{children}</Modal.Content>
      </Modal.Root>
    </DialogBusyProvider>
  );
}

const titleStyles = { title: { fontWeight: 600, overflowWrap: 'anywhere' } } as const;

/** A dialog in the middle of the page, with a title and a Close button. */
export function Dialog({
  opened,
  onClose,
  children,
  ...rest
}: Omit<ModalProps, 'returnFocus' | 'id'>) {
  const { report, closeButton, frame } = useDialogFrame(opened, onClose);
  return (
    <DialogBusyProvider value={report}>
      <Modal styles={titleStyles} {...rest} {...frame} closeButtonProps={closeButton}>
        {children}
      </Modal>
    </DialogBusyProvider>
  );
}

/** A dialog that slides in from the right, with a title and a Close button. */
export function SideDrawer({
  opened,
  onClose,
  children,
  ...rest
}: Omit<DrawerProps, 'returnFocus' | 'id' | 'position'> & { children: ReactNode }) {
  const { report, closeButton, frame } = useDialogFrame(opened, onClose);
  return (
    <DialogBusyProvider value={report}>
      <Drawer
        styles={titleStyles}
        {...rest}
        {...frame}
        position="right"
        closeButtonProps={closeButton}
      >
        {children}
      </Drawer>
    </DialogBusyProvider>
  );
}
