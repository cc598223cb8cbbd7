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

/** What every dialog of the app does: it gives the focus back, and stays while a call is under way. */
function useDialogFrame(opened: boolean, close: () => void) {
  const id = useId();
  const [busy, report] = useBusyReports();
  useDialogStack(opened, id);
  useReturnFocus(opened, () => document.getElementById(id));
  return {
    report,
    busy,
    frame: { id, opened, onClose: () => !busy && isTopmost(id) && close(), returnFocus: false },
  };
}

/** A dialog that is put together from its parts: only its overlay and its panel are given. */
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

/** A dialog with a title and a Close button in the middle of the page. */
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

/** A dialog with a title and a Close button that comes in from the right. */
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
