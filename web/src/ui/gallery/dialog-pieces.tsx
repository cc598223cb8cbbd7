import { Button, Text, TextInput } from '@mantine/core';
import { type ComponentType, type ReactNode, useState } from 'react';
import { ConfirmDeleteModal } from '../dialog/confirm-delete-modal.tsx';
import { Dialog, SideDrawer } from '../dialog/dialog.tsx';
import { DoneButton } from '../dialog/done-button.tsx';
import { PanelButtons } from '../dialog/panel-buttons.tsx';
import { QuestionInPlace } from '../dialog/question-in-place.tsx';
import { useAskInPlace } from '../dialog/use-ask-in-place.ts';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorPanel } from '../feedback/error-panel.tsx';
import { Loading } from '../feedback/loading.tsx';
import { DiscardQuestion } from '../form/discard-question.tsx';
import { FormModal } from '../form/form-modal.tsx';
import { errorIn, type PieceProps, type State } from './state.ts';

type Opened = { opened: boolean; onClose: () => void };

/** A button that opens a dialog. */
function Opener({ children }: { children: (opened: Opened) => ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" w="fit-content" onClick={() => setOpened(true)}>
        Open
      </Button>
      {children({ opened, onClose: () => setOpened(false) })}
    </>
  );
}

function contentIn(state: State): ReactNode {
  if (state === 'loading') return <Loading />;
  if (state === 'empty') return <EmptyState kind="nothing-yet" title="No ships yet" />;
  if (state === 'error') return <ErrorPanel message="No answer" onRetry={() => {}} />;
  return <Text>Ten ships are at sea.</Text>;
}

function Asking({ state }: PieceProps) {
  const { asking, ask, cancel, trigger } = useAskInPlace();
  if (!asking) {
    return (
      <Button ref={trigger} variant="default" w="fit-content" onClick={ask}>
        Sell…
      </Button>
    );
  }
  return (
    <QuestionInPlace
      title="Sell this ship?"
      text="Its crew goes on to the next one."
      button="Sell"
      pending={state === 'loading'}
      onCancel={cancel}
      onConfirm={cancel}
    />
  );
}

/** The dialogs, each behind a button. */
export const dialogPieces: Record<string, ComponentType<PieceProps>> = {
  Dialog: ({ state }) => (
    <Opener>
      {(props) => (
        <Dialog {...props} title="Ships at sea">
          {contentIn(state)}
        </Dialog>
      )}
    </Opener>
  ),
  SideDrawer: ({ state }) => (
    <Opener>
      {(props) => (
        <SideDrawer {...props} title="Ships in port">
          {contentIn(state)}
        </SideDrawer>
      )}
    </Opener>
  ),
  FormModal: ({ state }) => (
    <Opener>
      {({ opened, onClose }) => (
        <FormModal
          opened={opened}
          title="Edit Ship"
          about="Tide Clock"
          isDirty={() => false}
          saving={state === 'loading'}
          failure={state === 'error' ? 'The port is closed' : null}
          onSubmit={(event) => event.preventDefault()}
          onClose={onClose}
          footer="Saved for all ports"
          neighbours={
            state === 'empty'
              ? undefined
              : { thing: 'ship', position: '3 of 25', previous: null, next: async () => () => {} }
          }
        >
          <TextInput label="Ship name" error={errorIn(state)} data-autofocus />
        </FormModal>
      )}
    </Opener>
  ),
  ConfirmDeleteModal: ({ state }) => (
    <Opener>
      {({ opened, onClose }) => (
        <ConfirmDeleteModal
          opened={opened}
          pending={state === 'loading'}
          appName={state === 'empty' ? undefined : 'Tide Clock'}
          onClose={onClose}
          onConfirm={onClose}
        />
      )}
    </Opener>
  ),
  QuestionInPlace: Asking,
  PanelButtons: ({ state }) => (
    <PanelButtons submit="Sell" saving={state === 'loading'} onCancel={() => {}} />
  ),
  DoneButton: () => (
    <Opener>
      {({ opened, onClose }) => (
        <Dialog title="Orchard key" opened={opened} onClose={onClose}>
          <Text mb="md">This key is shown once.</Text>
          <DoneButton onClose={onClose} />
        </Dialog>
      )}
    </Opener>
  ),
  DiscardQuestion: () => (
    <Opener>
      {({ opened, onClose }) => (
        <DiscardQuestion opened={opened} onStay={onClose} onDiscard={onClose} />
      )}
    </Opener>
  ),
};
