import {
  Drawer,
  type DrawerProps,
  Modal,
  type ModalProps,
  type ModalRootProps,
} from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { DialogBusyProvider, useBusyReports } from './dialog-busy.ts';
import { isTopmost, useDialogStack } from './dialog-stack.ts';
import { useReturnFocus } from './use-return-focus.ts';

/** The parts of a `BareDialog`. */
export const DialogTitle = Modal.Title;
export const DialogBody = Modal.Body;
export const DialogClose = Modal.CloseButton;

/** Common to all dialogs: returns the focus after closing, and stays open while a call is running. */
function useDialogFrame(opened: boolean, close: () => void) {
  const id = useId();
  const [busy, report] = useBusyReports();
  const onClose = () => !busy && isTopmost(id) && close();
  useDialogStack(opened, id, onClose);
  useReturnFocus(opened, () => document.getElementById(id));
  return { report, busy, frame: { id, opened, onClose, returnFocus: false } };
}

/** An overlay with an empty panel; the caller builds the content from `DialogTitle` and the other parts. */
export function BareDialog({
  opened,
  onClose,
  children,
  className,
  ...rest
}: Omit<ModalRootProps, 'returnFocus' | 'id'>) {
  const { report, frame } = useDialogFrame(opened, onClose);
  return (
    <DialogBusyProvider value={report}>
      <Modal.Root {...rest} {...frame}>
        <Modal.Overlay />
        <Modal.Content className={className}>{children}</Modal.Content>
      </Modal.Root>
    </DialogBusyProvider>
  );
}

/** A dialog in the middle of the page, with a title and a Close button. */
export function Dialog({
  opened,
  onClose,
  children,
  ...rest
}: Omit<ModalProps, 'returnFocus' | 'id'>) {
  const { report, busy, frame } = useDialogFrame(opened, onClose);
  return (
    <DialogBusyProvider value={report}>
      <Modal {...rest} {...frame} closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}>
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
  const { report, busy, frame } = useDialogFrame(opened, onClose);
  return (
    <DialogBusyProvider value={report}>
      <Drawer
        styles={{ title: { fontWeight: 600, overflowWrap: 'anywhere' } }}
        {...rest}
        {...frame}
        position="right"
        closeButtonProps={{ 'aria-label': 'Close', disabled: busy }}
      >
        {children}
      </Drawer>
    </DialogBusyProvider>
  );
}
